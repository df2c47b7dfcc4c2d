import { refuse } from "../../core/failure.ts";
import { validatePassword } from "../../auth/index.ts";

/** Throws if the password is too short, too long, well known, or similar to the email address. */
export function assertStrongPassword(password: string, email: string, field = "password"): void {
  const fault = validatePassword(password, email);
  if (fault !== null) refuse("invalid_request", fault, { field });
}

/** Parses an email address: one @ with text on both sides. Only delivery can verify more. */
export function parseEmail(text: string, field = "email"): string {
  const email = text.trim();
  return /^[^\s@]+@[^\s@]+$/u.test(email)
    ? email
    : refuse("invalid_request", `${field} is not an email address.`, { field });
}
