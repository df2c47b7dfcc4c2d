/** Web and email addresses, with and without a scheme. Names such as `Node.js` have no path. */
const addressPattern =
  /[\p{L}\p{N}+.-]+:\/\/[^\s<>"“”)\]]+|\b(?:mailto|tel|javascript|data):[^\s<>"“”)\]]+|[^\s<>"()[\]]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+|\bwww\.[^\s<>"“”)\]]+|\b[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.(?:\p{L}{2,})\/[^\s<>"“”)\]]*|\b[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.(?:com|net|org|info|biz|shop|example|io|app|dev|co|eu|de|fr|uk|ru|cn|jp|br|it|es|nl|pl)\b/giu;

/** Returns the addresses of a text, and the targets of its Markdown links. */
export function listAddresses(text: string): readonly string[] {
  const targets = [...text.matchAll(/\]\(\s*<?([^\s)>]*)/gu)].map((match) => match[1] ?? "");
  const plain = text.match(addressPattern) ?? [];
  return [...targets, ...plain].map((address) => address.replace(/[.,;:!?'*_]+$/u, ""));
}

/** Returns an address without its scheme, to compare it. */
export const toBareAddress = (address: string): string =>
  address
    .replace(/^(?:https?:\/\/|mailto:|tel:)/iu, "")
    .replace(/\/+$/u, "")
    .toLowerCase();
