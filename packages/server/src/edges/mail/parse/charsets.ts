const codePages = /^(?:cp|ms|windows-?|ibm)(?:932|936|949|950|874|51932|5022[012])$/;

/**
 * Returns whether a mail names a character set that cannot be decoded. Its text is then read as
 * UTF-8, and may be wrong (MAIL-014).
 */
export function hasUnknownCharset(raw: Buffer, maxBytes: number): boolean {
  const text = raw.toString("latin1", 0, maxBytes);
  const found = text.matchAll(
    /^(?:content-type:|[ \t])[^\r\n<]{0,200}?\bcharset\s*=\s*["']?([\w.:+-]{1,60})|=\?([\w.:+-]{1,60})(?:\*[\w-]*)?\?[bq]\?/gim,
  );
  const labels = new Set(
    Array.from(found, ([, label, word]) => (label ?? word ?? "").toLowerCase()),
  );
  return [...labels].slice(0, 50).some((label) => !isKnown(label));
}

function isKnown(label: string): boolean {
  const plain = label.replace(/^(?:x-|cs)/, "");
  return codePages.test(plain) || canDecode(label) || canDecode(plain);
}
function canDecode(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== "replacement";
  } catch {
    return false;
  }
}
