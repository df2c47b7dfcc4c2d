import type { MoveFile } from "@parlour/protocol/move-in/record";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { Author, Catalog, SourceItem } from "../export/catalog.ts";
import { listNotes, toChat, toMessage, toProblem, toThumbs } from "../export/catalog.ts";
import {
  fromSeconds,
  isObject,
  toBody,
  toId,
  toName,
  toText,
  type Json,
} from "../export/values.ts";

// Rows of Live Helper Chat, as its tables and its REST API have them.
export const addUser = (user: Json, catalog: Catalog): void =>
  catalog.add({
    kind: "operator",
    id: toId(user["id"]),
    name: toName(
      [toText(user["name"]), toText(user["surname"])]
        .filter((part) => part !== undefined)
        .join(" "),
    ),
    email: toText(user["email"]),
    active: isSet(user["disabled"]) ? false : undefined,
  });
export const addDepartment = (department: Json, catalog: Catalog): void =>
  catalog.add({ kind: "department", id: toId(department["id"]), name: toName(department["name"]) });
export const addReply = (reply: Json, catalog: Catalog): void =>
  catalog.add({
    kind: "reply",
    id: toId(reply["id"]),
    shortcut: toName(reply["title"]),
    text: toBody(reply["msg"]),
  });
/** There are no contacts. A person is a visitor with a cookie, an email address, or one chat. */
export const addPerson = (chat: Json, catalog: Catalog): void =>
  catalog.add({
    kind: "person",
    id: findPerson(chat),
    name: toText(chat["nick"])?.slice(0, 300),
    email: toText(chat["email"]),
    phone: toText(chat["phone"]),
  });

export function findPerson(chat: Json): string | undefined {
  const visitor = toId(chat["online_user_id"]);
  const id = toId(chat["id"]);
  if (visitor !== undefined) return `visitor-${visitor}`;
  return toText(chat["email"])?.toLowerCase() ?? (id === undefined ? undefined : `chat-${id}`);
}
const isSet = (value: unknown): boolean => value === 1 || value === "1" || value === true;

export function readChat(chat: Json, at: string): readonly SourceItem[] {
  const id = toId(chat["id"]);
  const person = findPerson(chat);
  if (id === undefined || person === undefined)
    return [toProblem("chat", at, "broken_record", "id is missing")];
  const vote = toText(chat["fbst"]);
  const isClosed = toText(chat["status"]) === "2";
  return [
    toChat({
      id,
      person,
      started_at: fromSeconds(chat["time"]),
      ended_at: isClosed ? fromSeconds(chat["cls_time"]) : undefined,
      operator: toId(chat["user_id"]),
      department: toId(chat["dep_id"]),
      fields: readData(chat["additional_data"]),
      notes: listNotes(
        ["Page", toText(chat["referrer"])],
        ["Country", toText(chat["country_name"])],
        ["Remarks", toText(chat["remarks"])],
      ),
      rating: vote === "1" || vote === "2" ? toThumbs(vote === "1") : undefined,
    }),
  ];
}

/** A list of entries with `identifier` or `key`, and `value`, as JSON. */
function readData(text: unknown): Record<string, unknown> | undefined {
  try {
    const entries: unknown = JSON.parse(toBody(text));
    const fields = (Array.isArray(entries) ? entries : []).filter(isObject).flatMap((entry) => {
      const key = toText(entry["identifier"]) ?? toText(entry["key"]);
      const value = toText(entry["value"]);
      return key === undefined || value === undefined ? [] : [[key.slice(0, 100), value] as const];
    });
    return fields.length === 0 ? undefined : Object.fromEntries(fields);
  } catch {
    return undefined;
  }
}

/** `address`: of the installation, for links to files. Without one, files are reported. */
export function readMessage(
  message: Json,
  at: string,
  address: string | undefined,
): readonly SourceItem[] {
  const id = toId(message["id"]);
  const chat = toId(message["chat_id"]);
  if (id === undefined || chat === undefined)
    return [toProblem("message", at, "broken_record", "chat_id is missing")];
  const given = toBody(message["msg"]);
  const found = [...given.matchAll(filePattern)];
  const text = given.replaceAll(filePattern, "").trim();
  const missing =
    address === undefined
      ? found.map(([mark]) =>
          toProblem("file", id, "file_gone", `${mark}: the address of the installation is missing`),
        )
      : [];
  const files =
    address === undefined
      ? []
      : found.map(([, file = "", hash = ""]) => toFile(address, file, hash));
  if (text === "" && files.length === 0) return missing;
  return [
    toMessage({
      id,
      chat,
      sent_at: fromSeconds(message["time"]),
      author: readAuthor(message),
      text,
      files: files.length === 0 ? undefined : files,
    }),
    ...missing,
  ];
}

const filePattern = /\[file="?(\d+)_(\w+)"?\]/g;
const toFile = (address: string, file: string, hash: string): MoveFile => ({
  name: `file-${file}`,
  type: null,
  size: null,
  url: `${address.replace(/\/+$/, "")}/file/downloadfile/${file}/${hash}`,
});

/** 0 is the visitor, -1 the system, -2 a bot or an automatic answer. */
function readAuthor(message: Json): Author | undefined {
  const named = omitAbsent({ name: toName(message["name_support"]) || undefined });
  switch (toText(message["user_id"])) {
    case undefined:
      return undefined;
    case "0":
      return { kind: "visitor" };
    case "-1":
      return { kind: "system" };
    case "-2":
      return { kind: "bot", ...named };
    default:
      return { kind: "operator", ...omitAbsent({ id: toId(message["user_id"]) }), ...named };
  }
}
