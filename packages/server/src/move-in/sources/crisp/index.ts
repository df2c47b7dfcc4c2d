import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { OpenSource } from "../../source.ts";
import { listNotes, toChat, toFile, toMessage, toProblem } from "../export/catalog.ts";
import type { Author, Catalog, SourceItem } from "../export/catalog.ts";
import { createExportSource, type ExportFormat } from "../export/export-source.ts";
import {
  fromMillis,
  listObjects,
  listTexts,
  toFields,
  toId,
  toName,
  toObject,
  toText,
  type Json,
} from "../export/values.ts";

/**
 * Reads conversations and people of Crisp as its API writes them, with the messages inside of the
 * conversation (`messages`) or as values of their own (MV-042).
 */
const crisp: ExportFormat = {
  system: "crisp",
  lists: ["data", "conversations"],
  tables: [],
  collect({ value }, catalog) {
    if (isMessage(value)) return addOperator(value, catalog);
    if ("session_id" in value) return collectConversation(value, catalog);
    const person = toObject(value["person"]);
    catalog.add({
      kind: "person",
      id: toId(value["people_id"]),
      name: toText(person["nickname"])?.slice(0, 300),
      email: toText(value["email"]),
      phone: toText(person["phone"]),
      created_at: fromMillis(value["created_at"]),
    });
  },
  readChats: [
    ({ value, at }) =>
      "session_id" in value && !isMessage(value) ? readConversation(value, at) : [],
    ({ value }) => (isMessage(value) ? readMessages([value], toId(value["session_id"])) : []),
  ],
};

export const openCrisp: OpenSource = createExportSource(crisp);

const isMessage = (value: Json): boolean => "fingerprint" in value && "from" in value;
/** People are known by their own id only if Crisp has a profile of them. */
const findPerson = (value: Json): string | undefined =>
  toId(value["people_id"]) ?? toId(value["session_id"]);

function collectConversation(value: Json, catalog: Catalog): void {
  const meta = toObject(value["meta"]);
  catalog.add({
    kind: "person",
    id: findPerson(value),
    name: toText(meta["nickname"])?.slice(0, 300),
    email: toText(meta["email"]),
    phone: toText(meta["phone"]),
  });
  for (const segment of listTexts(meta["segments"]))
    catalog.add({ kind: "tag", id: segment, name: toName(segment) });
  for (const message of listObjects(value["messages"])) addOperator(message, catalog);
}
function addOperator(message: Json, catalog: Catalog): void {
  const user = toObject(message["user"]);
  if (message["from"] !== "operator" || message["automated"] === true) return;
  catalog.add({ kind: "operator", id: toId(user["user_id"]), name: toName(user["nickname"]) });
}

function readConversation(value: Json, at: string): readonly SourceItem[] {
  const id = toId(value["session_id"]);
  const person = findPerson(value);
  if (id === undefined || person === undefined)
    return [toProblem("chat", at, "broken_record", "session_id is missing")];
  const meta = toObject(value["meta"]);
  const isResolved = value["state"] === "resolved";
  return [
    toChat({
      id,
      person,
      channel:
        toText(meta["origin"]) === undefined
          ? undefined
          : { name: toName(meta["origin"]), kind: toOrigin(meta["origin"]) },
      started_at: fromMillis(value["created_at"]),
      ended_at: isResolved ? fromMillis(value["updated_at"]) : undefined,
      operator: toId(toObject(value["assigned"])["user_id"]),
      tags: [...listTexts(meta["segments"])],
      fields: toFields(meta["data"]),
      notes: listNotes(
        ["Subject", toText(meta["subject"])],
        ["State", isResolved ? undefined : toText(value["state"])],
        ["Blocked", value["is_blocked"] === true ? "yes" : undefined],
      ),
    }),
    ...readMessages(listObjects(value["messages"]), id),
  ];
}

/** `chat` is the window on a site. Other origins are names of channels, such as `email`. */
const toOrigin = (origin: unknown): string => {
  const name = toText(origin) ?? "";
  return name === "chat" ? "web" : name.replace(/^urn:/, "");
};

/** Orders messages by time: the API lists the newest page first. */
function readMessages(messages: readonly Json[], chat: string | undefined): readonly SourceItem[] {
  if (chat === undefined) return [];
  const inOrder = messages.toSorted(
    (a, b) => Number(a["timestamp"] ?? 0) - Number(b["timestamp"] ?? 0),
  );
  return inOrder.flatMap((message) => readMessage(message, chat));
}

const fileTypes: ReadonlySet<unknown> = new Set(["file", "audio", "animation"]);
function readMessage(message: Json, chat: string): readonly SourceItem[] {
  const { content, type } = message;
  const id = toId(message["fingerprint"]);
  if (id === undefined)
    return [toProblem("message", chat, "broken_record", "fingerprint is missing")];
  if (type === "event") return [];
  const part = toObject(content);
  const files = fileTypes.has(type)
    ? toFile(part, { name: "name", type: "type", url: "url" })
    : undefined;
  const text = typeof content === "string" ? content : readText(part);
  if (text === "" && files === undefined)
    return [toProblem("message", id, "left_out", `a message of type ${toText(type) ?? "?"}`)];
  return [
    toMessage({
      id: `${chat}:${id}`,
      chat,
      sent_at: fromMillis(message["timestamp"]),
      author: readAuthor(message),
      text,
      is_note: type === "note" ? true : undefined,
      files,
    }),
  ];
}

/** Questions with choices, fields and carousels are their text, with what was chosen. */
function readText(content: Json): string {
  const chosen = listObjects(content["choices"])
    .filter(({ selected }) => selected === true)
    .flatMap(({ label }) => toText(label) ?? []);
  return [toText(content["text"]), toText(content["value"]), ...chosen]
    .filter((part) => part !== undefined)
    .join("\n");
}

function readAuthor(message: Json): Author | undefined {
  const user = toObject(message["user"]);
  const name = toName(user["nickname"]) || undefined;
  if (message["from"] === "user") return { kind: "visitor", ...omitAbsent({ name }) };
  if (message["from"] !== "operator") return undefined;
  if (message["automated"] === true) return { kind: "bot", ...omitAbsent({ name }) };
  return { kind: "operator", ...omitAbsent({ id: toId(user["user_id"]), name }) };
}
