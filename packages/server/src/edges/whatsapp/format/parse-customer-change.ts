import type { CustomerChange } from "../../../connectors/change-customer.ts";
import { toJsonObject, type JsonObject } from "../../../http/body/json.ts";
import { phonePattern, userPattern } from "./parse-message.ts";
import { toText, toTime } from "../../../connectors/meta/values.ts";

/** A notice that a customer has another number or user id. `at`: null if it names no time. */
export type ParsedCustomerChange = Omit<CustomerChange, "at"> & { readonly at: number | null };

const noticeTypes = new Set([
  "user_changed_number",
  "customer_changed_number",
  "user_changed_user_id",
]);

/**
 * Parses a notice that a customer changed their number, or that their user id changed (WA-018).
 * User ids precede numbers, as in messages. Returns null for everything else.
 */
export function parseCustomerChange(message: JsonObject): ParsedCustomerChange | null {
  const notice = toJsonObject(message["system"]);
  if (message["type"] !== "system" || !noticeTypes.has(toText(notice["type"]))) return null;
  const oldUser = find(userPattern, notice["previous_user_id"], message["from_user_id"]);
  const newUser = find(userPattern, notice["user_id"]);
  const oldNumber = find(phonePattern, message["from"]);
  const newNumber = find(phonePattern, notice["wa_id"], notice["new_wa_id"]);
  const isSameUser = oldUser.length > 0 && oldUser[0] === newUser[0];
  const to = [...newUser, ...newNumber];
  // An unchanged user id remains the key of the customer.
  const from = isSameUser ? newUser : [...oldUser, ...oldNumber].filter((key) => !to.includes(key));
  if (from.length === 0 || to.length === 0) return null;
  const [oldPhone] = oldNumber;
  const [newPhone] = newNumber;
  return {
    from,
    to,
    at: toTime(message["timestamp"]),
    phone:
      oldPhone === undefined || newPhone === undefined || oldPhone === newPhone
        ? null
        : { oldPhone: `+${oldPhone}`, newPhone: `+${newPhone}` },
  };
}

/** Returns the first value of the form in a list, or an empty list. */
function find(pattern: RegExp, ...values: readonly unknown[]): readonly string[] {
  return values
    .map(toText)
    .filter((value) => pattern.test(value))
    .slice(0, 1);
}
