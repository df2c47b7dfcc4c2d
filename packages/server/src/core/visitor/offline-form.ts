import { findEmailAddressFault } from "@parlour/protocol/email/address";
import { cleanName, cleanText, cutText, isBlank, maxOperatorTextLength } from "../text.ts";
import { contacts } from "../contacts.ts";
import { fail, type Failure } from "../failure.ts";

/** Input of an offline message. A field that is absent or "" counts as empty. */
export interface OfflineForm {
  readonly name?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly description?: string;
  readonly text: string;
}
/** Fields of a valid offline message, cleaned and truncated. Empty fields are "". */
export type ValidOfflineForm = Readonly<
  Record<"name" | "email" | "phone" | "description" | "text", string>
>;

/**
 * Validates the form of an offline message. Returns the first error in the order of WG-063. The
 * host page's script receives the failure message in `error`, so the message never contains input.
 */
export function validateOfflineForm(form: OfflineForm): ValidOfflineForm | Failure {
  const name = cleanName(form.name ?? "");
  const email = cleanLine(form.email);
  const phone = cleanLine(form.phone);
  const text = cleanText(form.text);
  if (isBlank(text)) return fail("invalid_request", "Message is required", { field: "text" });
  if (email === "" && phone === "")
    return fail("invalid_request", "Email or phone is required", { field: "email" });
  if (email !== "" && !isEmail(email))
    return fail("invalid_request", "Invalid email", { field: "email" });
  if (phone !== "" && !isPhone(phone))
    return fail("invalid_request", "Invalid phone", { field: "phone" });
  if (cutText(text, maxOperatorTextLength).cut)
    return fail("invalid_request", "Message is too long", { field: "text" });
  const { maxClaimLength } = contacts.description;
  const description = cutText(cleanText(form.description ?? "").trim(), maxClaimLength).text;
  return { name, email, phone, description, text };
}

/** Returns whether an email can be sent to the address. A list of addresses is none. */
export const isEmail = (text: string): boolean => findEmailAddressFault(text) === null;
/** Returns whether the text is a phone number in the format that calls accept (WG-061). */
function isPhone(text: string): boolean {
  return /^\+?[0-9]{7,15}$/.test(text.replaceAll(/[\s\-.()]/gu, ""));
}
const cleanLine = (text: string | undefined): string => cleanText(text ?? "").trim();
