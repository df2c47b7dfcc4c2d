import type { BotIncoming, BotOutgoing } from "@parlour/protocol/bot";
import type { ChannelReply, ChannelRequest } from "@parlour/protocol/channel";
import type { WebhookBody } from "@parlour/protocol/webhook";
import { maskedText, maskText } from "./field-rules.ts";

/**
 * What a masked role sees of a field in a body of interface A, B or C, or of a messenger:
 *
 * - `shown`: its value, everywhere.
 * - `outside`: its value, outside of messages. Contacts and facts about the chat.
 * - `open`: all its fields. Their names are the integrator's.
 * - `text`: what it contains is a message. Only `shown` fields are visible in it.
 */
type BodyRule = "shown" | "outside" | "open" | "text";

/** Names of all fields in a body, at each depth. */
type FieldsOf<T> = T extends readonly (infer Item)[]
  ? FieldsOf<Item>
  : T extends object
    ? string extends keyof T
      ? never
      : { [F in keyof T & string]-?: F | FieldsOf<NonNullable<T[F]>> }[keyof T & string]
    : never;

/** A new field of the interfaces does not compile until it has a rule. */
const interfaceFields: Readonly<
  Record<
    FieldsOf<WebhookBody | BotIncoming | BotOutgoing | ChannelReply | ChannelRequest>,
    BodyRule
  >
> = {
  agent: "outside",
  agent_id: "shown",
  agents: "outside",
  agents_online: "outside",
  analytics: "outside",
  assign_to: "outside",
  attempts: "outside",
  author: "text",
  blacklisted: "shown",
  button_id: "shown",
  buttons: "text",
  by: "outside",
  call: "outside",
  campaign: "outside",
  changes: "outside",
  cause: "outside",
  channel: "outside",
  chat: "outside",
  chat_id: "outside",
  chat_message: "outside",
  chats_count: "outside",
  city: "outside",
  client_id: "outside",
  code: "outside",
  content: "outside",
  country: "outside",
  country_code: "outside",
  custom_data: "outside",
  delivery: "outside",
  department: "outside",
  description: "outside",
  due_timestamp: "outside",
  duration: "shown",
  email: "outside",
  emoji: "text",
  event: "outside",
  event_name: "outside",
  event_timestamp: "outside",
  field: "outside",
  fields: "open",
  file: "text",
  file_name: "text",
  file_size: "shown",
  ga: "outside",
  geoip: "outside",
  has_contacts: "outside",
  height: "shown",
  html_messages: "text",
  id: "shown",
  invitation: "text",
  invite: "outside",
  invite_timestamp: "outside",
  ip_addr: "outside",
  key: "outside",
  kind: "shown",
  latitude: "outside",
  link: "outside",
  longitude: "outside",
  medium: "outside",
  message: "text",
  messages: "text",
  name: "outside",
  number: "outside",
  object: "outside",
  offline_message_id: "outside",
  organization: "outside",
  page: "outside",
  original: "text",
  performer: "text",
  phone: "outside",
  photo: "outside",
  plain_messages: "text",
  policy: "outside",
  previous: "outside",
  priority: "shown",
  product: "text",
  promise: "outside",
  quote: "text",
  quote_id: "shown",
  quoted: "text",
  recipients: "text",
  subject: "text",
  address: "outside",
  cc: "outside",
  rate: "outside",
  rating_comment: "text",
  reason: "outside",
  stay: "outside",
  recipient: "outside",
  record_url: "outside",
  refers_to: "text",
  region: "outside",
  region_code: "outside",
  sender: "outside",
  seq: "shown",
  session: "outside",
  site_id: "outside",
  sla: "outside",
  social: "open",
  source: "outside",
  state: "outside",
  status: "outside",
  tags: "outside",
  target: "outside",
  term: "outside",
  text: "text",
  thumb: "text",
  timestamp: "shown",
  title: "outside",
  to: "outside",
  truncated: "outside",
  until: "outside",
  type: "shown",
  url: "outside",
  user_agent: "outside",
  user_token: "outside",
  utm: "outside",
  utm_json: "outside",
  value: "outside",
  visitor: "outside",
  widget_id: "outside",
  width: "shown",
  ym: "outside",
};
/** Fields of the bodies of Telegram and WhatsApp. The names of people in them are hidden. */
const messengerFields: Readonly<Record<string, BodyRule>> = {
  date: "shown",
  display_phone_number: "outside",
  entry: "outside",
  message_id: "shown",
  messaging_product: "outside",
  metadata: "outside",
  object: "outside",
  phone_number_id: "outside",
  recipient_id: "outside",
  statuses: "outside",
  update_id: "outside",
  value: "outside",
};
const rules: ReadonlyMap<string, BodyRule> = new Map(
  Object.entries({ ...messengerFields, ...interfaceFields }),
);

/** Removes texts, media and unknown fields, or all if it is not complete JSON. */
export function maskBody(body: string): string {
  if (body.trim() === "") return body;
  let value: unknown;
  try {
    value = JSON.parse(body, preserveDigits as never);
  } catch {
    return maskedText;
  }
  return JSON.stringify(isObject(value) ? maskFields(value, "outside") : maskValue(value));
}

function maskFields(value: object, part: "outside" | "text"): unknown {
  if (Array.isArray(value))
    return value.map((item) => (isObject(item) ? maskFields(item, part) : maskItem(item, part)));
  return Object.fromEntries(
    Object.entries(value).map(([name, field]: [string, unknown]) => [
      name,
      maskField(rules.get(name) ?? "text", field, part),
    ]),
  );
}
function maskField(rule: BodyRule, field: unknown, part: "outside" | "text"): unknown {
  const isShown = rule === "shown" || (rule !== "text" && part === "outside");
  if (isObject(field))
    return isShown && rule === "open" ? field : maskFields(field, isShown ? part : "text");
  return isShown ? field : maskValue(field);
}
const maskItem = (item: unknown, part: "outside" | "text"): unknown =>
  part === "outside" ? item : maskValue(item);
function maskValue(value: unknown): unknown {
  if (typeof value === "string") return maskText(value);
  return typeof value === "boolean" ? value : null;
}

/** Keeps all digits of ids, which may exceed the precision of a double. */
const { isRawJSON, rawJSON } = JSON as unknown as {
  isRawJSON(this: void, value: unknown): boolean;
  rawJSON(this: void, text: string): object;
};
function preserveDigits(
  _key: string,
  value: unknown,
  context: { readonly source?: string },
): unknown {
  return typeof value === "number" && context.source !== undefined
    ? rawJSON(context.source)
    : value;
}
function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !isRawJSON(value);
}
