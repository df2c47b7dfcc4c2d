import { Usage } from "../command.ts";

/** A text that must show something, without the white space around it. */
export function filled(text: string, what: string): string {
  const trimmed = text.trim();
  if (trimmed === "") throw new Usage(`${what} is empty`);
  return trimmed;
}

/** One @ with something on both sides and no white space: mail decides the rest. */
export function emailOf(text: string): string {
  const email = text.trim();
  if (!/^[^\s@]+@[^\s@]+$/u.test(email)) throw new Usage(`${text} is not an e-mail address`);
  return email;
}

/** One of a closed list of words. */
export function oneOf<W extends string>(text: string, words: readonly W[], what: string): W {
  const found = words.find((word) => word === text);
  if (found === undefined) throw new Usage(`${what} is one of ${words.join(", ")}`);
  return found;
}
