import type { MoveFile } from "@parlour/protocol/move-in/record";
import {
  omitEmpty,
  toId,
  toList,
  toName,
  toObject,
  toText,
  toTime,
  type Json,
} from "../json-values.ts";

const fieldTypes: Readonly<Record<string, string>> = {
  text: "text",
  number: "number",
  currency: "number",
  percent: "number",
  link: "link",
  date: "date",
  list: "list",
  checkbox: "checkbox",
};

/** A custom attribute. Attributes of companies have no place here. */
export function toField(definition: Json) {
  const model = definition["attribute_model"];
  if (model === "company_attribute") return null;
  const options = toList(definition["attribute_values"])
    .map(toText)
    .filter((option) => option !== undefined);
  return {
    kind: "field" as const,
    id: toId(definition["id"]),
    of: model === "contact_attribute" ? "visitor" : "chat",
    key: toText(definition["attribute_key"]),
    name: toName(definition["attribute_display_name"]),
    type: fieldTypes[String(definition["attribute_display_type"])] ?? "other",
    options: options.length === 0 ? undefined : options,
  };
}

/** Standard attributes of contacts that are no columns of Chatwoot. */
const personAttributes = ["company_name", "city", "country", "country_code"];

export function toPerson(contact: Json) {
  const attributes = toObject(contact["additional_attributes"]);
  const fields = omitEmpty({
    ...Object.fromEntries(personAttributes.map((key) => [key, toText(attributes[key])])),
    ...toObject(contact["custom_attributes"]),
  });
  return {
    kind: "person" as const,
    id: toId(contact["id"]),
    name: toName(contact["name"]) || undefined,
    email: toText(contact["email"]),
    phone: toText(contact["phone_number"]),
    external_id: toText(contact["identifier"]),
    created_at: toTime(contact["created_at"]),
    note: toText(attributes["description"]),
    fields: Object.keys(fields).length === 0 ? undefined : fields,
  };
}

export interface Rating {
  readonly score: number;
  readonly of: number;
  readonly text?: string;
}
/** A response to the survey, from 1 to 5. null: without a score. */
export function toRating({ rating, feedback_message }: Json): Rating | null {
  const score = Number(rating ?? undefined);
  return Number.isFinite(score)
    ? { score, of: 5, ...omitEmpty({ text: toText(feedback_message) }) }
    : null;
}

const channelKinds: Readonly<Record<string, string>> = {
  WebWidget: "web",
  FacebookPage: "facebook",
  TwitterProfile: "twitter",
  TwilioSms: "sms",
};
/** `Channel::WebWidget` → `web`, `Channel::Whatsapp` → `whatsapp`. */
function toChannelKind(type: string): string {
  const name = type.replace(/^Channel::/, "");
  return channelKinds[name] ?? name.toLowerCase();
}

export function toChat(
  chat: Json,
  { inbox, rating }: { readonly inbox: Json | undefined; readonly rating: Rating | undefined },
) {
  const { sender, assignee, team, channel } = toObject(chat["meta"]);
  const fields = toObject(chat["custom_attributes"]);
  const channelType = toText(inbox?.["channel_type"] ?? channel) ?? "unknown";
  const notes = createNotes(chat);
  return {
    kind: "chat" as const,
    id: toId(chat["id"]),
    person: toId(toObject(sender)["id"]),
    channel: {
      name: toName(inbox?.["name"]) || `Inbox ${toId(chat["inbox_id"]) ?? "?"}`,
      kind: toChannelKind(channelType),
    },
    started_at: toTime(chat["created_at"]),
    ended_at:
      chat["status"] === "resolved"
        ? toTime(chat["last_activity_at"] ?? chat["timestamp"])
        : undefined,
    operator: toId(toObject(assignee)["id"]),
    department: toId(toObject(team)["id"]),
    tags: toList(chat["labels"])
      .map(toText)
      .filter((label) => label !== undefined),
    fields: Object.keys(fields).length === 0 ? undefined : fields,
    notes: notes.length === 0 ? undefined : notes,
    rating,
  };
}

/** What a closed chat of Parlour has no place for. */
function createNotes(chat: Json): readonly string[] {
  const { mail_subject, referer } = toObject(chat["additional_attributes"]);
  const subject = toText(mail_subject);
  const status = toText(chat["status"]);
  const until = toTime(chat["snoozed_until"]);
  const priority = toText(chat["priority"]);
  return [
    ...(subject === undefined ? [] : [`Subject: ${subject}`]),
    ...(toText(referer) === undefined ? [] : [`Page: ${toText(referer)}`]),
    ...(status === undefined || status === "resolved"
      ? []
      : [`Status in Chatwoot: ${status}${until === undefined ? "" : ` until ${until}`}`]),
    ...(priority === undefined ? [] : [`Priority in Chatwoot: ${priority}`]),
  ];
}

/** Types of messages: 0 incoming, 1 outgoing, 2 activity, 3 template. */
const authorKinds = ["visitor", "operator", "system", "bot"] as const;

export function toMessage(message: Json, chat: string) {
  const attributes = toObject(message["content_attributes"]);
  const parts = toList(message["attachments"]).map(toObject);
  const files = parts.map(toFile).filter((file) => file !== null);
  return {
    kind: "message" as const,
    id: toId(message["id"]),
    chat,
    sent_at: toTime(message["created_at"]),
    author: toAuthor(message, attributes),
    text: [
      toText(message["content"]),
      ...toList(attributes["items"]).map(describeItem),
      ...toList(attributes["submitted_values"]).map(describeValue),
      ...parts.map(describeAttachment),
    ]
      .filter((line) => line !== undefined)
      .join("\n"),
    is_note: message["private"] === true ? true : undefined,
    files: files.length === 0 ? undefined : files,
  };
}

/** undefined: Chatwoot does not state who wrote it. */
function toAuthor({ message_type, sender }: Json, attributes: Json) {
  const { id, type, name, available_name } = toObject(sender);
  const kind = authorKinds[Number(message_type ?? undefined)];
  const isBot = type === "agent_bot" || type === "captain_assistant";
  const given = omitEmpty({ id: toId(id), name: toName(name ?? available_name) || undefined });
  if (kind === "operator" && isBot) return { kind: "bot", name: given.name ?? "Bot" };
  if (kind === "operator" && given.id === undefined && toId(attributes["automation_rule_id"]))
    return { kind: "bot", name: "Automation" };
  if (kind === "operator" && given.id === undefined) return undefined;
  if (kind === "bot") return { kind, name: given.name ?? "Chatwoot" };
  if (kind === undefined || kind === "system") return kind && { kind };
  return { kind, ...given };
}

const describeItem = (item: unknown): string | undefined => {
  const { title, link, value } = toObject(item);
  const target = toText(link) ?? (/^https?:/.test(String(value)) ? String(value) : undefined);
  return toText(title) && `• ${toText(title)}${target === undefined ? "" : ` ${target}`}`;
};
const describeValue = (submitted: unknown): string | undefined => {
  const { title, name, value } = toObject(submitted);
  const label = toText(title) ?? toText(name);
  return toText(value) && `→ ${label === undefined ? "" : `${label}: `}${toText(value)}`;
};

/** A location, a contact or a link, which is no file. */
function describeAttachment(attachment: Json): string | undefined {
  const { file_type, fallback_title, data_url, coordinates_lat, coordinates_long } = attachment;
  if (!unstoredTypes.has(String(file_type))) return undefined;
  const point =
    file_type === "location" && typeof coordinates_lat === "number"
      ? `${coordinates_lat}, ${String(coordinates_long)}`
      : undefined;
  return (
    [toText(fallback_title), point, toText(data_url)]
      .filter((part) => part !== undefined)
      .join(" ") || undefined
  );
}
const unstoredTypes = new Set(["location", "contact", "fallback", "embed"]);

const mimeTypes: Readonly<Record<string, string>> = {
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  gif: "image/gif",
  webp: "image/webp",
  pdf: "application/pdf",
};

function toFile(attachment: Json): MoveFile | null {
  const { id, file_type, extension, data_url, file_size } = attachment;
  const url = toText(data_url);
  if (url === undefined || unstoredTypes.has(String(file_type))) return null;
  const name = readFileName(url);
  const ending = (toText(extension) ?? name.split(".").at(-1) ?? "").toLowerCase();
  const size = Number(file_size ?? undefined);
  return {
    name: name || `${toText(file_type) ?? "file"}-${toId(id) ?? ""}`,
    type: mimeTypes[ending] ?? null,
    size: Number.isSafeInteger(size) && size >= 0 ? size : null,
    url,
  };
}

/** The last part of the path of an address. */
function readFileName(url: string): string {
  const name = URL.parse(url, "http://localhost")?.pathname.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(name).slice(-300);
  } catch {
    return name.slice(-300);
  }
}
