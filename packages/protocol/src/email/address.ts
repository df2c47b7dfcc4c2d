/** Why a text is not an address of an email. */
export type EmailAddressFault = "no_at" | "no_domain_ending" | "wrong_characters" | "too_long";

/** Returns what is wrong, or null. A domain without an ending is mostly a typing error. */
export function findEmailAddressFault(text: string): EmailAddressFault | null {
  if (text.length > 254) return "too_long";
  const at = text.lastIndexOf("@");
  if (at <= 0) return "no_at";
  const domain = text.slice(at + 1);
  if (/[\s@<>()[\]\\,;:"\p{Cc}]/u.test(text.slice(0, at)) || at > 64) return "wrong_characters";
  if (!/^[^\s@<>()[\]\\,;:"\p{Cc}]*$/u.test(domain)) return "wrong_characters";
  if (!/^[^.]+(?:\.[^.]+)*\.[^.\d]{2,}$/u.test(domain)) return "no_domain_ending";
  return null;
}

/** Splits a list of addresses as people type or paste it. `name` is "" if there is none. */
export function splitEmailAddresses(text: string): { address: string; name: string }[] {
  return (text.match(/(?:"[^"]*"|[^",;\n])+/gu) ?? [])
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => {
      const named = /^"?(.*?)"?\s*<([^<>]*)>$/u.exec(part);
      return named === null
        ? { address: part, name: "" }
        : { address: (named[2] ?? "").trim(), name: (named[1] ?? "").trim() };
    });
}

/** Maximum length of the subject of an email, in code points. */
export const maxSubjectLength = 500;
/** Maximum number of characters of an email (CORE-046). */
export const maxEmailLength = 50_000;
