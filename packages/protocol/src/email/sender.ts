/** Parses `Shop <chat@shop.example>` or an address. Null without exactly one address. */
export function parseSender(
  from: string,
): { readonly name: string; readonly address: string } | null {
  const match = /^(?:"?([^"<>\p{Cc}]*?)"?\s*<([^<>\s]+)>|([^<>\s]+))$/u.exec(from.trim());
  const address = match?.[2] ?? match?.[3] ?? "";
  return isMailAddress(address) ? { name: match?.[1]?.trim() ?? "", address } : null;
}
/** Maximum number of characters of an address. */
export const maxAddressLength = 254;
/** Returns true for a single address in any domain, including `localhost`. */
export function isMailAddress(text: string): boolean {
  return (
    text.length <= maxAddressLength &&
    /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u.test(text)
  );
}
