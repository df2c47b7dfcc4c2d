import { omitAbsent } from "@parlour/protocol/omit-absent";
import { intercom } from "../../article-systems.ts";
import type { OpenSource } from "../../source.ts";
import { listFiles, listNotes, toChat, toMessage, toProblem } from "../export/catalog.ts";
import type { Author, Catalog, SourceItem } from "../export/catalog.ts";
import { createExportSource, type ExportFormat } from "../export/export-source.ts";
import {
  fromSeconds,
  htmlToText,
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
 * Reads conversations, contacts, admins, teams, articles and collections of Intercom as its API
 * writes them (MV-042, MV-046).
 */
const format: ExportFormat = {
  system: "intercom",
  lists: ["conversations", "data", "admins", "teams"],
  tables: [],
  collect({ value }, catalog) {
    switch (value["type"]) {
      case "contact":
      case "user":
      case "lead":
        return addPerson(value, catalog);
      case "admin":
        return addOperator(value, catalog);
      case "team":
        return catalog.add({
          kind: "department",
          id: toId(value["id"]),
          name: toName(value["name"]),
        });
      default:
        collectConversation(value, catalog);
    }
  },
  readChats: [
    ({ value, at }) =>
      value["type"] === "conversation" || "conversation_parts" in value
        ? readConversation(value, at)
        : [],
  ],
  articles: intercom,
};

export const openIntercom: OpenSource = createExportSource(format);

const visitorTypes: ReadonlySet<unknown> = new Set(["user", "lead", "contact"]);

function addPerson(contact: Json, catalog: Catalog): void {
  catalog.add({
    kind: "person",
    id: toId(contact["id"]),
    name: toText(contact["name"])?.slice(0, 300),
    email: toText(contact["email"]),
    phone: toText(contact["phone"]),
    external_id: toText(contact["external_id"]),
    created_at: fromSeconds(contact["created_at"]),
    fields: toFields(contact["custom_attributes"]),
  });
}
function addOperator(admin: Json, catalog: Catalog): void {
  catalog.add({
    kind: "operator",
    id: toId(admin["id"]),
    name: toName(admin["name"]),
    email: toText(admin["email"]),
  });
}

/** Since version 2.1 of the API, contacts and tags are in an object of their own. */
const listContacts = (value: Json): readonly Json[] =>
  listObjects(value["contacts"] ?? []).concat(listObjects(toObject(value["contacts"])["contacts"]));
const listParts = (value: Json): readonly Json[] =>
  listObjects(toObject(value["conversation_parts"])["conversation_parts"]);
const findPerson = (value: Json): string | undefined => {
  const source = toObject(toObject(value["source"])["author"]);
  const first = listContacts(value)[0] ?? (visitorTypes.has(source["type"]) ? source : undefined);
  return toId(first?.["id"]);
};

function collectConversation(value: Json, catalog: Catalog): void {
  for (const contact of listContacts(value)) addPerson(contact, catalog);
  for (const part of [toObject(value["source"]), ...listParts(value)]) {
    const author = toObject(part["author"]);
    if (visitorTypes.has(author["type"])) addPerson(author, catalog);
    if (author["type"] === "admin") addOperator(author, catalog);
  }
  for (const tag of listObjects(toObject(value["tags"])["tags"]))
    catalog.add({ kind: "tag", id: toId(tag["id"]), name: toName(tag["name"]) });
}

function readConversation(value: Json, at: string): readonly SourceItem[] {
  const id = toId(value["id"]);
  const person = findPerson(value);
  if (id === undefined) return [toProblem("chat", at, "broken_record", "id is missing")];
  if (person === undefined) return [toProblem("chat", id, "no_person")];
  const source = toObject(value["source"]);
  const rating = toObject(value["conversation_rating"]);
  const score = rating["rating"];
  const isClosed = value["state"] === "closed";
  const kind = toText(source["type"]);
  const started = fromSeconds(value["created_at"]);
  return [
    toChat({
      id,
      person,
      channel:
        kind === undefined
          ? undefined
          : { name: kind, kind: kind === "conversation" ? "web" : kind },
      started_at: started,
      ended_at: isClosed
        ? fromSeconds(toObject(value["statistics"])["last_close_at"] ?? value["updated_at"])
        : undefined,
      operator: toId(value["admin_assignee_id"]),
      department: toId(value["team_assignee_id"]),
      tags: listObjects(toObject(value["tags"])["tags"]).flatMap(({ name }) => toText(name) ?? []),
      fields: toFields(value["custom_attributes"]),
      notes: listNotes(
        ["Title", toText(value["title"])],
        ["Subject", htmlToText(toBody(source["subject"])) || undefined],
        ["Page", toText(source["url"])],
        ["State", isClosed ? undefined : toText(value["state"])],
      ),
      rating:
        typeof score === "number"
          ? { score, of: 5, ...omitAbsent({ text: toText(rating["remark"]) }) }
          : undefined,
    }),
    // The first message is no part. Messages to many persons have the same id in each conversation.
    ...readPart({ ...source, created_at: value["created_at"], id: `${id}-source` }, id),
    ...listParts(value).flatMap((part) => readPart(part, id)),
  ];
}

const fileKeys = { name: "name", type: "content_type", size: "filesize", url: "url" };
/** Parts without text and files say that somebody assigned, closed or opened the conversation. */
function readPart(part: Json, chat: string): readonly SourceItem[] {
  const text = htmlToText(toBody(part["body"]));
  const files = listFiles(part["attachments"], fileKeys);
  const id = toId(part["id"]);
  if ((text === "" && files === undefined) || id === undefined) return [];
  return [
    toMessage({
      id,
      chat,
      sent_at: fromSeconds(part["created_at"]),
      author: readAuthor(toObject(part["author"])),
      text,
      is_note: part["part_type"] === "note" ? true : undefined,
      files,
    }),
  ];
}

function readAuthor(author: Json): Author | undefined {
  const known = omitAbsent({ id: toId(author["id"]), name: toName(author["name"]) || undefined });
  if (author["type"] === "bot" || author["from_ai_agent"] === true)
    return { kind: "bot", ...omitAbsent({ name: known.name }) };
  if (visitorTypes.has(author["type"])) return { kind: "visitor", ...known };
  if (author["type"] === "admin") return { kind: "operator", ...known };
  return author["type"] === "team"
    ? { kind: "operator", ...omitAbsent({ name: known.name }) }
    : undefined;
}
