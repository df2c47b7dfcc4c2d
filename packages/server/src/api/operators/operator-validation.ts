import type { OperatorPatch as Patch } from "@parlour/protocol/api";
import { refuse } from "../../core/failure.ts";
import { trimOptionalText, parsePhoto, requireText } from "../../settings/texts.ts";
import { validatePassword } from "../../auth/index.ts";

/** Converts a request body to a change for the store. Absent fields stay unchanged. */
export function toOperatorChange(body: Patch) {
  return {
    name: body.name === undefined ? undefined : requireText(body.name, "name"),
    email: body.email === undefined ? undefined : parseEmail(body.email),
    phone: trimOptionalText(body.phone),
    photo: parsePhoto(body.photo),
    role: body.role,
    chatLimit: body.chat_limit,
    active: body.active,
  };
}

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
