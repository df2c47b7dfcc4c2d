/** Saves a file on the device of the operator. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  downloadFile(url, name);
  URL.revokeObjectURL(url);
}

/**
 * Downloads a file of the server, under its own name unless one is given. The page stays as it is:
 * with `location.assign`, the browser would ask about unsaved changes first (CORE-481).
 */
export function downloadFile(url: string, name = ""): void {
  const link = document.createElement("a");
  Object.assign(link, { href: url, download: name });
  link.click();
}
