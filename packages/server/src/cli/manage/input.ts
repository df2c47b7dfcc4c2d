import { UsageError } from "../command.ts";

/** Returns the trimmed text. Throws UsageError if it is empty. */
export function requireText(text: string, label: string): string {
  const trimmed = text.trim();
  if (trimmed === "") throw new UsageError(`${label} is empty`);
  return trimmed;
}

/** Accepts one @ between texts without white space. Only the mail server knows more. */
export function parseEmail(text: string): string {
  const email = text.trim();
  if (!/^[^\s@]+@[^\s@]+$/u.test(email)) throw new UsageError(`${text} is not an email address`);
  return email;
}

/** Returns the text if it is one of the choices. Throws UsageError otherwise. */
export function parseChoice<W extends string>(
  text: string,
  choices: readonly W[],
  label: string,
): W {
  const choice = choices.find((word) => word === text);
  if (choice === undefined) throw new UsageError(`${label} must be one of ${choices.join(", ")}`);
  return choice;
}
