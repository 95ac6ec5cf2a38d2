/**
 * Runs in the page before anything else of it. Pictures are made on machines without a graphics card, where a frame takes ten times as long; the page
 * would turn its shadows off, as it should. So its frames are told that they came one after the other as they would with a card, and there are hardly
 * any while nobody looks (`data-frames` of the page is not `all`), for the machine has more to do. The figure of frames per second, which would then be
 * wrong, is left out of the pictures.
 */
export function asWithAGraphicsCard(): void {
  const FRAME_MS = 1000 / 60;
  const PAUSE_MS = 1500;
  const request = window.requestAnimationFrame.bind(window);
  const wanted = new Set<number>();
  let [seenMs, toldMs, last] = [0, 0, 0];
  window.requestAnimationFrame = (callback) => {
    const handle = ++last;
    wanted.add(handle);
    const draw = (nowMs: number) => {
      if (nowMs > seenMs) toldMs += FRAME_MS;
      seenMs = nowMs;
      if (wanted.delete(handle)) callback(toldMs);
    };
    setTimeout(() => request(draw), document.documentElement.dataset.frames === 'all' ? 0 : PAUSE_MS);
    return handle;
  };
  window.cancelAnimationFrame = (handle) => wanted.delete(handle);
  const style = document.createElement('style');
  style.textContent = 'footer dl > div:last-child { display: none !important; }';
  document.addEventListener('DOMContentLoaded', () => document.head.append(style));
}
