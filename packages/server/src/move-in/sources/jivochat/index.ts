import type { OpenSource } from "../../source.ts";
import { listNotes, toChat, toMessage, toProblem, toThumbs } from "../export/catalog.ts";
import type { Author, Catalog, SourceItem } from "../export/catalog.ts";
import { createExportSource, type ExportFormat } from "../export/export-source.ts";
import {
  fromSeconds,
  listObjects,
  toBody,
  toFields,
  toId,
  toName,
  toObject,
  toText,
  type Json,
} from "../export/values.ts";

/**
 * Reads event webhooks of JivoChat and services with the same interface, as sent (WH-020).
 * `chat_finished` and `offline_message` become chats. The others complete persons, operators
 * and ratings.
 */
export const jivochat: ExportFormat = {
  system: "jivochat",
  lists: ["events"],
  tables: [],
  collect({ value }, catalog) {
    for (const agent of [toObject(value["agent"]), ...listObjects(value["agents"])])
      catalog.add({
        kind: "operator",
        id: toId(agent["id"]),
        name: toName(agent["name"]),
        email: toText(agent["email"]),
      });
    const department = toObject(value["department"]);
    catalog.add({
      kind: "department",
      id: toId(department["id"]),
      name: toName(department["name"]),
    });
    for (const tag of listObjects(value["tags"]))
      catalog.add({ kind: "tag", id: toId(tag["id"]), name: toName(tag["title"]) });
    const visitor = toObject(value["visitor"]);
    catalog.add({
      kind: "person",
      id: findPerson(value),
      name: toText(visitor["name"])?.slice(0, 300),
      email: toText(visitor["email"]),
      phone: toText(visitor["phone"]),
      note: toText(visitor["description"]),
      external_id: toText(value["user_token"]),
    });
    const rate = toText(toObject(value["chat"])["rate"]);
    const chat = toId(value["chat_id"]);
    if (chat !== undefined && rate !== undefined) catalog.facts.set(`rate:${chat}`, rate);
  },
  readChats: [
    ({ value, at }, catalog) => {
      switch (value["event_name"]) {
        case "chat_finished":
          return readFinished(value, at, catalog);
        case "offline_message":
          return readOffline(value, at);
        case "call_event":
          return toObject(value["call"])["status"] === "end"
            ? [toProblem("chat", at, "left_out", "calls are not imported")]
            : [];
        default:
          return [];
      }
    },
  ],
};

export const openJivochat: OpenSource = createExportSource(jivochat);

/** The number of the visitor. Offline messages may have none. */
function findPerson(value: Json): string | undefined {
  const visitor = toObject(value["visitor"]);
  const chat = toId(value["chat_id"]) ?? toId(value["offline_message_id"]);
  return (
    toId(visitor["number"]) ??
    toText(visitor["email"]) ??
    toText(visitor["phone"]) ??
    (chat === undefined ? undefined : `chat-${chat}`)
  );
}

const readShared = (
  value: Json,
): { readonly department: string | undefined } & {
  readonly channel: { readonly name: string; readonly kind: string } | undefined;
} => ({
  department: toId(toObject(value["department"])["id"]),
  channel:
    toText(value["widget_id"]) === undefined
      ? undefined
      : { name: toName(value["widget_id"]), kind: "web" },
});
const readPage = (value: Json): string | undefined => {
  const { title, url } = toObject(value["page"]);
  const known = [toText(title), toText(url)].filter((part) => part !== undefined);
  return known.length === 0 ? undefined : known.join(" · ");
};

function readFinished(value: Json, at: string, catalog: Catalog): readonly SourceItem[] {
  const id = toId(value["chat_id"]);
  const person = findPerson(value);
  if (id === undefined || person === undefined)
    return [toProblem("chat", at, "broken_record", "chat_id is missing")];
  const chat = toObject(value["chat"]);
  const messages = listObjects(chat["messages"]);
  const rate = catalog.facts.get(`rate:${id}`);
  const custom = listObjects(value["custom_data"]).map(
    ({ title, content }) => [toText(title) ?? "Data", toText(content)] as const,
  );
  return [
    toChat({
      id,
      person,
      ...readShared(value),
      started_at: fromSeconds(messages[0]?.["timestamp"]),
      ended_at: fromSeconds(value["event_timestamp"]),
      operator: toId(listObjects(value["agents"]).at(-1)?.["id"]),
      tags: listObjects(value["tags"]).flatMap(({ title }) => toText(title) ?? []),
      fields: toFields(value["fields"]),
      notes: listNotes(
        ["Page", readPage(value)],
        ["Invitation", toText(chat["invitation"])],
        ...custom,
        ["Blocked", chat["blacklisted"] === true ? "yes" : undefined],
      ),
      rating:
        rate === "positive" || rate === "negative"
          ? toThumbs(rate === "positive", toText(value["rating_comment"]))
          : undefined,
    }),
    ...messages.map((message, n) =>
      toMessage({
        id: `${id}-${n + 1}`,
        chat: id,
        sent_at: fromSeconds(message["timestamp"]),
        author: readAuthor(message),
        text: toBody(message["message"]),
      }),
    ),
  ];
}

function readAuthor(message: Json): Author | undefined {
  const { type } = message;
  if (type === "visitor") return { kind: "visitor" };
  if (type !== "agent") return undefined;
  const id = toId(message["agent_id"]);
  // Messages of bots come from the agent 0 (WH-103).
  if (id === undefined)
    return message["agent_id"] === undefined ? { kind: "operator" } : { kind: "bot" };
  return { kind: "operator", id };
}

function readOffline(value: Json, at: string): readonly SourceItem[] {
  const given = toId(value["offline_message_id"]);
  const person = findPerson(value);
  if (given === undefined || person === undefined)
    return [toProblem("chat", at, "broken_record", "offline_message_id is missing")];
  const id = `offline-${given}`;
  const sentAt = fromSeconds(value["event_timestamp"]);
  return [
    toChat({
      id,
      person,
      ...readShared(value),
      started_at: sentAt,
      ended_at: sentAt,
      notes: listNotes(["Page", readPage(value)]),
    }),
    toMessage({
      id: `${id}-1`,
      chat: id,
      sent_at: sentAt,
      author: { kind: "visitor" },
      text: toBody(value["message"]),
    }),
  ];
}
