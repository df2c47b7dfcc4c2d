import { parseCustomerChange, type ParsedCustomerChange } from "./parse-customer-change.ts";
import { parseMessage, type ParsedMessage } from "./parse-message.ts";
import { toJsonObject, toJsonObjects } from "../../../http/body/json.ts";
import { toLine, toText, toTime } from "../../../connectors/meta/values.ts";

/** What one webhook says about the phone number of a channel. */
export interface WebhookContent {
  /** Messages of customers in the order of the webhook. */
  readonly messages: readonly ParsedMessage[];
  /** Customers who changed their phone number or user id. */
  readonly customerChanges: readonly ParsedCustomerChange[];
  /** States of messages that were sent, in the order of the webhook. */
  readonly statuses: readonly MessageStatus[];
  /** Sentences about parts that have no effect, for the request inspector. */
  readonly ignored: readonly string[];
}

export interface MessageStatus {
  readonly wamid: string;
  readonly state: "sent" | "delivered" | "read" | "failed";
  /** Time of the state in milliseconds, or null. */
  readonly at: number | null;
  /** The value of `biz_opaque_callback_data`, or "". */
  readonly callbackData: string;
  readonly error: { readonly code: string; readonly message: string };
}

/** `played` is the state of a voice message that the customer has heard. */
const states: Readonly<Record<string, MessageStatus["state"]>> = {
  sent: "sent",
  delivered: "delivered",
  read: "read",
  played: "read",
  failed: "failed",
};

/**
 * Parses the body of a webhook (WA-010). Returns null if it is not about a business account of
 * WhatsApp. Ignores other fields, other phone numbers, groups, and parts that are not usable.
 */
export function parseWebhook(body: unknown, phoneNumberId: string): WebhookContent | null {
  const { object, entry } = toJsonObject(body);
  if (object !== "whatsapp_business_account") return null;
  const messages: ParsedMessage[] = [];
  const customerChanges: ParsedCustomerChange[] = [];
  const statuses: MessageStatus[] = [];
  const ignored = new Set<string>();
  for (const { field, value } of toJsonObjects(entry).flatMap(({ changes }) =>
    toJsonObjects(changes),
  )) {
    if (field !== "messages") {
      ignored.add(`The field ${toLine(field) || "without a name"} has no effect.`);
      continue;
    }
    const change = toJsonObject(value);
    // A missing number is never that of the channel.
    if (
      phoneNumberId === "" ||
      toText(toJsonObject(change["metadata"])["phone_number_id"]) !== phoneNumberId
    ) {
      ignored.add("A part is about a phone number of another channel.");
      continue;
    }
    for (const message of toJsonObjects(change["messages"])) {
      const customerChange = parseCustomerChange(message);
      if (customerChange !== null) {
        customerChanges.push(customerChange);
        continue;
      }
      const parsed = parseMessage(message, toJsonObjects(change["contacts"]));
      if ("ignored" in parsed) ignored.add(parsed.ignored);
      else messages.push(parsed);
    }
    for (const status of toJsonObjects(change["statuses"])) {
      const parsed = parseStatus(status);
      if (parsed === null) ignored.add("A status is unknown or has no message.");
      else statuses.push(parsed);
    }
  }
  return { messages, customerChanges, statuses, ignored: [...ignored] };
}

function parseStatus(status: Readonly<Record<string, unknown>>): MessageStatus | null {
  const name = toText(status["status"]);
  const state = Object.hasOwn(states, name) ? states[name] : undefined;
  const wamid = toLine(status["id"]);
  if (state === undefined || wamid === "" || status["recipient_type"] === "group") return null;
  const [error = {}] = toJsonObjects(status["errors"]);
  const details = toLine(toJsonObject(error["error_data"])["details"]);
  const title = toLine(error["title"]) || toLine(error["message"]);
  return {
    wamid,
    state,
    at: toTime(status["timestamp"]),
    callbackData: toText(status["biz_opaque_callback_data"]),
    error: {
      code: toLine(error["code"]) || "failed",
      message: details || title || "WhatsApp could not deliver the message.",
    },
  };
}
