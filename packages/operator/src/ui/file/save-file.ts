/** Saves a file on the device of the operator. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  Object.assign(link, { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
