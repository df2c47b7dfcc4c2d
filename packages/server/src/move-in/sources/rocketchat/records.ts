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

/** A custom field. Its id is the key of its values. */
export function toField({ _id, label, scope, type, options }: Json) {
  const list = typeof options === "string" ? options.split(",").map((one) => one.trim()) : [];
  const choices = list.filter((one) => one !== "");
  return {
    kind: "field" as const,
    id: toId(_id),
    of: scope === "visitor" ? "visitor" : "chat",
    key: toText(_id),
    name: toName(label) || toName(_id),
    type: type === "select" ? "list" : "text",
    options: choices.length === 0 ? undefined : choices,
  };
}

/** A visitor as a room has it. */
export const toPerson = ({ _id, name, username }: Json) => ({
  kind: "person" as const,
  id: toId(_id),
  name: toName(name ?? username) || undefined,
});

export function toWholePerson(visitor: Json) {
  const fields = toObject(visitor["livechatData"]);
  return {
    ...toPerson(visitor),
    email: toText(toObject(toList(visitor["visitorEmails"])[0])["address"]),
    phone: toText(toObject(toList(visitor["phone"])[0])["phoneNumber"]),
    created_at: toTime(visitor["ts"]),
    fields: Object.keys(fields).length === 0 ? undefined : fields,
  };
}

/** `widget` → `web`. An app, such as one for WhatsApp, is named by its alias. */
function toChannel(source: Json) {
  const { type, id, label, alias } = source;
  const kind = type === "widget" ? "web" : type === "app" ? toText(alias ?? id) : toText(type);
  return {
    name: toName(label ?? alias ?? type) || "Rocket.Chat",
    kind: (kind ?? "unknown").toLowerCase(),
  };
}

/** `transfers`: a note for each transfer of the room. */
export function toChat(room: Json, transfers: readonly string[]) {
  const { email, livechatData, closedAt, servedBy, surveyFeedback } = room;
  const fields = toObject(livechatData);
  const subject = toText(toObject(email)["subject"]);
  const endedAt = toTime(closedAt);
  const state = room["onHold"] === true ? "on hold" : "open";
  const notes = [
    ...(subject === undefined ? [] : [`Subject: ${subject}`]),
    ...(endedAt === undefined ? [`Status in Rocket.Chat: ${state}`] : []),
    ...transfers,
  ];
  return {
    kind: "chat" as const,
    id: toId(room["_id"]),
    person: toId(toObject(room["v"])["_id"]),
    channel: toChannel(toObject(room["source"])),
    started_at: toTime(room["ts"]),
    ended_at: endedAt,
    operator: toId(toObject(servedBy)["_id"]),
    department: toId(room["departmentId"]),
    tags: toList(room["tags"])
      .map(toText)
      .filter((tag) => tag !== undefined),
    fields: Object.keys(fields).length === 0 ? undefined : fields,
    notes: notes.length === 0 ? undefined : notes,
    rating: toRating(toObject(surveyFeedback)),
  };
}

/** The answer of the survey about the satisfaction, from 1 to 5. */
function toRating({ satisfaction, additionalFeedback }: Json) {
  const score = Number(toText(satisfaction));
  return Number.isFinite(score)
    ? { score, of: 5, ...omitEmpty({ text: toText(additionalFeedback) }) }
    : undefined;
}

/** A transfer between operators or departments, with the comment of who made it. */
export function describeTransfer(transfer: Json): string | undefined {
  const { transferredBy, transferredTo, nextDepartment, comment, ts } = transfer;
  const nameOf = (value: unknown): string | undefined =>
    toText(toObject(value)["name"]) ?? toText(toObject(value)["username"]);
  const parts = [
    ["by", nameOf(transferredBy)],
    ["to", nameOf(transferredTo) ?? nameOf(nextDepartment)],
    ["at", toTime(ts)],
  ].flatMap(([word, value]) => (value === undefined ? [] : [`${word} ${value}`]));
  if (parts.length === 0) return undefined;
  const text = toText(comment);
  return `Transferred ${parts.join(" ")}${text === undefined ? "" : `: ${text}`}`;
}

/** A quoted message begins with an invisible link to it. */
const quoteLink = /^(?:\[ \]\([^)]*\)\s*)+/;

export function toMessage(message: Json, room: Json) {
  const parts = toList(message["attachments"]).map(toObject);
  const stored = toList(message["files"] ?? [message["file"]]).map(toObject);
  const files = parts
    .filter(({ title_link }) => toText(title_link) !== undefined)
    .map((part, index) => toFile(part, stored[index] ?? {}))
    .filter((file) => file !== null);
  return {
    kind: "message" as const,
    id: toId(message["_id"]),
    chat: toId(room["_id"]) ?? "",
    sent_at: toTime(message["ts"]),
    author: toAuthor(message, toObject(room["v"])),
    text: [
      ...parts.filter(({ title_link }) => toText(title_link) === undefined).map(describeQuote),
      toText(toText(message["msg"])?.replace(quoteLink, "")),
      ...parts.map(({ description }) => toText(description)),
    ]
      .filter((line) => line !== undefined)
      .join("\n"),
    edited_at: toTime(message["editedAt"]),
    files: files.length === 0 ? undefined : files,
  };
}

/** undefined: Rocket.Chat does not state who wrote it. */
function toAuthor({ u, t, bot, token }: Json, visitor: Json) {
  const { _id, username, name } = toObject(u);
  const id = toId(_id);
  const author = { id, name: toName(name ?? username) || undefined };
  if (t !== undefined && t !== null) return { kind: "system" };
  if (id === undefined) return undefined;
  if (toText(token) !== undefined || id === toId(visitor["_id"]))
    return { kind: "visitor", ...omitEmpty(author) };
  if (id === "rocket.cat" || (bot !== undefined && bot !== null && bot !== false))
    return { kind: "bot", name: author.name ?? "Bot" };
  return { kind: "operator", ...omitEmpty(author) };
}

const describeQuote = ({ author_name, text }: Json): string | undefined => {
  const quoted = toText(text);
  const author = toText(author_name);
  if (quoted === undefined) return undefined;
  return `> ${author === undefined ? "" : `${author}: `}${quoted.replaceAll("\n", "\n> ")}`;
};

/** A file that was uploaded. Its link is relative to the address of Rocket.Chat. */
function toFile(
  { title, title_link, image_type, image_size }: Json,
  stored: Json,
): MoveFile | null {
  const url = toText(title_link)?.replace(/^\/+/, "");
  if (url === undefined) return null;
  const size = Number(stored["size"] ?? image_size ?? undefined);
  return {
    name: toName(stored["name"] ?? title) || "file",
    type: toText(stored["type"] ?? image_type) ?? null,
    size: Number.isSafeInteger(size) && size >= 0 ? size : null,
    url,
  };
}
