import { Usage } from "../command.ts";

/** Returns the trimmed text. Throws UsageError if it is empty. */
export function filled(text: string, what: string): string {
  const trimmed = text.trim();
  if (trimmed === "") throw new Usage(`${what} is empty`);
  return trimmed;
}

/** Accepts one @ with text on both sides and no white space. The mail server decides the rest. */
export function emailOf(text: string): string {
  const email = text.trim();
  if (!/^[^\s@]+@[^\s@]+$/u.test(email)) throw new Usage(`${text} is not an e-mail address`);
  return email;
}

/** Returns the text if it is one of the choices. Throws UsageError otherwise. */
export function oneOf<W extends string>(text: string, words: readonly W[], what: string): W {
  const found = words.find((word) => word === text);
  if (found === undefined) throw new Usage(`${what} is one of ${words.join(", ")}`);
  return found;
}
