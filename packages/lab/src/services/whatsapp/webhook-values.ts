import { getErrorTitle } from "../meta/graph-error.ts";
import type { LabCustomer } from "./types.ts";

/** The customer of a webhook message. */
export function describeContact({ name, phone, userId, username }: LabCustomer) {
  return {
    profile: { name, username },
    wa_id: phone,
    user_id: userId,
  };
}

/** The error of a status `failed`. */
export function describeError(code: number) {
  return {
    code,
    title: getErrorTitle(code),
    message: getErrorTitle(code),
    error_data: { details: "The lab was asked to fail this message." },
  };
}
