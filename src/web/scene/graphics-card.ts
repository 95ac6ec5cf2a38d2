let known: boolean | undefined;

/** False where the processor itself draws, as in virtual machines; also where there is no WebGL at all. */
export function hasGraphicsCard(): boolean {
  known ??= isCard(rendererName());
  return known;
}

export const isCard = (renderer: string): boolean => !/^$|swiftshader|llvmpipe|softpipe|software|basic render/i.test(renderer);

function rendererName(): string {
  const gl = document.createElement('canvas').getContext('webgl2');
  if (gl === null) return '';
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const name = String(gl.getParameter(info?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER));
  // Browsers allow a page only so many of them.
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return name;
}
