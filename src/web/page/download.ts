/** Long enough for the browser to have begun to read it; if it has not by then it never will. */
const KEPT_MS = 60_000;

/** Gives the person a file. */
export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
