import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { Author, Catalog, SourceItem } from "../export/catalog.ts";
import { listNotes, toChat, toFile, toMessage, toProblem, toThumbs } from "../export/catalog.ts";
import type { ExportValue } from "../export/export-source.ts";
import {
  fromText,
  listObjects,
  listTexts,
  toBody,
  toId,
  toName,
  toObject,
  toText,
  type Json,
} from "../export/values.ts";

/** Adds what a value of Zendesk Chat says about persons, agents, departments and shortcuts. */
export function collectChat({ value, list }: ExportValue, catalog: Catalog): void {
  const id = toId(value["id"]);
  if ("visitor" in value) {
    const visitor = toObject(value["visitor"]);
    catalog.add({
      kind: "person",
      id: findVisitor(value),
      name: toText(visitor["name"])?.slice(0, 300),
      email: toText(visitor["email"]),
      phone: toText(visitor["phone"]),
      note: toText(visitor["notes"]),
    });
    catalog.add({
      kind: "department",
      id: toId(value["department_id"]),
      name: toName(value["department_name"]),
    });
    for (const tag of listTexts(value["tags"]))
      catalog.add({ kind: "tag", id: tag, name: toName(tag) });
    const names = listTexts(value["agent_names"]);
    for (const [n, agent] of listTexts(value["agent_ids"]).entries())
      catalog.add({ kind: "operator", id: agent, name: toName(names[n]) });
  } else if ("display_name" in value && "email" in value)
    catalog.add({
      kind: "operator",
      id,
      name: toName(value["display_name"]),
      email: toText(value["email"]),
      active: typeof value["enabled"] === "boolean" ? value["enabled"] : undefined,
    });
  else if (list === "departments")
    catalog.add({ kind: "department", id, name: toName(value["name"]) });
  else if ("message" in value && "name" in value && "scope" in value)
    catalog.add({
      kind: "reply",
      id: toText(value["name"]),
      shortcut: toName(value["name"]),
      text: toBody(value["message"]),
    });
}

const findVisitor = (value: Json): string | undefined => {
  const visitor = toObject(value["visitor"]);
  const chat = toId(value["id"]);
  return (
    toId(visitor["id"]) ??
    toText(visitor["email"]) ??
    (chat === undefined ? undefined : `chat-${chat}`)
  );
};

/** Reads a chat, or an offline message (`offline_msg`), which is a chat with one message. */
export function readChat({ value, at }: ExportValue): readonly SourceItem[] {
  const id = toId(value["id"]);
  const person = findVisitor(value);
  if (id === undefined || person === undefined)
    return [toProblem("chat", at, "broken_record", "id is missing")];
  const started = fromText(value["timestamp"]);
  const isOffline = value["type"] === "offline_msg";
  const rating = toText(value["rating"]);
  const pages = listObjects(value["webpath"]);
  return [
    toChat({
      id,
      person,
      channel: { name: "Zendesk Chat", kind: "web" },
      started_at: started,
      ended_at: isOffline ? started : fromText(value["end_timestamp"]),
      operator: listTexts(value["agent_ids"]).at(-1),
      department: toId(value["department_id"]),
      tags: [...listTexts(value["tags"])],
      notes: listNotes(["Page", toText(pages.at(-1)?.["to"])]),
      rating:
        rating === "good" || rating === "bad"
          ? toThumbs(rating === "good", toText(value["comment"]))
          : undefined,
    }),
    ...(isOffline
      ? [
          toMessage({
            id: `${id}-1`,
            chat: id,
            sent_at: started,
            author: { kind: "visitor" },
            text: toBody(value["message"]),
          }),
        ]
      : listObjects(value["history"]).flatMap((entry, n) => readEntry(entry, id, n))),
  ];
}

const fileKeys = { name: "name", type: "mime_type", size: "size", url: "url" };
/** Entries that say who came, left or rated are no messages. */
function readEntry(entry: Json, chat: string, n: number): readonly SourceItem[] {
  const id = toId(entry["msg_id"]) ?? `${chat}-${n + 1}`;
  const isFile = entry["type"] === "chat.file";
  if (!isFile && entry["type"] !== "chat.msg") return [];
  const files = isFile ? toFile(toObject(entry["attachment"]), fileKeys) : undefined;
  if (isFile && files === undefined)
    return [toProblem("file", id, "file_gone", "the export does not contain its address")];
  return [
    toMessage({
      id,
      chat,
      sent_at: fromText(entry["timestamp"]),
      author: readAuthor(entry),
      text: toBody(entry["msg"]),
      files,
    }),
  ];
}

/** The nick is `visitor`, `agent:` with an id, or `agent:trigger` for automatic messages. */
function readAuthor(entry: Json): Author | undefined {
  const nick = toText(entry["nick"])?.toLowerCase() ?? "";
  const sender = toText(entry["sender_type"])?.toLowerCase();
  const name = toName(entry["name"]) || undefined;
  if (nick === "visitor" || nick.startsWith("visitor:") || sender === "visitor")
    return { kind: "visitor", ...omitAbsent({ name }) };
  if (nick === "agent:trigger" || sender === "trigger")
    return { kind: "bot", ...omitAbsent({ name }) };
  const id = toId(entry["agent_id"]) ?? /^agent:(\d+)$/.exec(nick)?.[1];
  if (id !== undefined || nick.startsWith("agent:") || sender === "agent")
    return { kind: "operator", ...omitAbsent({ id, name }) };
  return undefined;
}
