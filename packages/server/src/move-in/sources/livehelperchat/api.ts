import type { ReadKind } from "@parlour/protocol/move-in/record";
import {
  createCheck,
  noId,
  SourceError,
  type MoveSource,
  type OpenSource,
  type RecordProblem,
  type SourcePage,
} from "../../source.ts";
import { Catalog } from "../export/catalog.ts";
import { checkItem, toPage } from "../export/export-source.ts";
import { listObjects, toId, toObject, toText, type Json } from "../export/values.ts";
import { FirstPages } from "../first-pages.ts";
import {
  checkNewPage,
  createHttpSource,
  explainCheck,
  identifyPage,
  type HttpSource,
} from "../http-source.ts";
import { addDepartment, addPerson, addUser, findPerson, readChat, readMessage } from "./records.ts";

const chatsPerPage = 50;

/**
 * Opens an installation of Live Helper Chat by its REST API (MV-045). `account`: the name of the
 * user to whom the key `token` belongs.
 */
export const openApi: OpenSource = async (settings, deps): Promise<MoveSource> => {
  const credentials = Buffer.from(`${settings.account ?? ""}:${settings.token ?? ""}`);
  const headers = { authorization: `Basic ${credentials.toString("base64")}` };
  const http = createHttpSource(settings, headers, deps);
  const address = http.base.href;
  const persons = new FirstPages();
  // The owner of the system may have lowered the limit.
  let largestPage = 0;
  const listChats =
    (more: Readonly<Record<string, string>>): ListChats =>
    async (offset) => {
      // An offset of 0 is not valid there, and is ignored.
      const query = { limit: chatsPerPage, offset, ...more };
      const listed = toElements((await read(http, "restapi/chats", query))["list"]);
      largestPage = Math.max(largestPage, listed.length);
      return { listed, isLast: listed.length < largestPage };
    };
  return {
    check: () =>
      explainCheck(
        (async () => {
          const count = (await read(http, "restapi/chats", { limit: 1 }))["list_count"];
          return createCheck("Live Helper Chat", typeof count === "number" ? { chat: count } : {});
        })(),
      ),
    readPage(kind, cursor) {
      if (kind === "person") return readPersons(listChats({}), persons, cursor);
      if (kind === "chat")
        return readChats(listChats({ include_messages: "true" }), address, cursor);
      return readWhole(http, kind);
    },
    openFile: (file) => http.openFile(file),
    close: () => Promise.resolve(),
  };
};

/** Refusals are answers with the status 200, too. */
async function read(
  http: HttpSource,
  path: string,
  query: Readonly<Record<string, string | number>> = {},
): Promise<Json> {
  const answer = toObject(await http.readJson(path, query));
  if (answer["error"] !== true) return answer;
  throw new SourceError("refused", toText(answer["result"]) ?? "The request was refused.", {
    isFinal: true,
  });
}

/** Returns the objects of a list. PHP writes a list with gaps as an object. */
function toElements(value: unknown): readonly Json[] {
  if (typeof value !== "object" || value === null)
    throw new SourceError("broken_json", "The answer of the other system has no list.");
  return Object.values(value).map(toObject);
}

/** Users and departments come without pages. The API has no canned messages. */
async function readWhole(http: HttpSource, kind: ReadKind): Promise<SourcePage> {
  if (kind !== "operator" && kind !== "department")
    return { records: [], problems: [], next: null };
  const path = kind === "operator" ? "restapi/getusers" : "restapi/departments";
  const catalog = new Catalog();
  const problems: RecordProblem[] = [];
  for (const element of toElements((await read(http, path))["result"])) {
    if (toId(element["id"]) === undefined)
      problems.push({ kind, id: noId, code: "broken_record", detail: "id is missing" });
    (kind === "operator" ? addUser : addDepartment)(element, catalog);
  }
  return { records: catalog.list(kind), problems, next: null };
}

interface ChatPage {
  readonly chats: readonly Json[];
  readonly next: string | null;
}
/** Returns the chats from a number on, newest first. */
type ListChats = (
  offset: number,
) => Promise<{ readonly listed: readonly Json[]; readonly isLast: boolean }>;

const readId = (chat: Json): number => Number(chat["id"] ?? NaN);

/**
 * Loads the chats that follow those that were read. New chats move the others to later numbers,
 * deleted ones to earlier numbers. So the cursor has the number of chats before the page and the
 * lowest id that was read, and a page counts only if it, or the one before it, has a chat that was
 * read. The page after the last one is short or empty.
 */
async function loadChats(listChats: ListChats, cursor: string | null): Promise<ChatPage> {
  const [offset = 0, before = Infinity] = (cursor ?? "").split(":").filter(Boolean).map(Number);
  /** Content of the page before, if all of its chats were read. */
  let content: string | null = null;
  for (let start = Math.max(offset - 1, 0); ;) {
    const { listed, isLast } = await listChats(start);
    const ids = listed.map(readId);
    const read = ids.findLastIndex((id) => id >= before) + 1;
    const isAdjacent = start === 0 || content !== null;
    const isRead = read === listed.length;
    if (isRead && (listed.length === 0 ? isAdjacent : isLast)) return { chats: [], next: null };
    if (!isRead && (read > 0 || isAdjacent)) {
      const last = Math.min(before, ...ids.filter(Number.isFinite));
      return { chats: listed.slice(read), next: `${start + listed.length}:${last}` };
    }
    if (isRead && listed.length > 0) {
      const found = identifyPage(ids);
      checkNewPage(found, content);
      [content, start] = [found, start + listed.length];
    } else [content, start] = [null, Math.max(start - chatsPerPage, 0)];
  }
}

/** A person is in each of their chats, and is read with the newest one. */
async function readPersons(
  listChats: ListChats,
  persons: FirstPages,
  cursor: string | null,
): Promise<SourcePage> {
  const { chats, next } = await loadChats(listChats, cursor);
  const page = Number((cursor ?? "0").split(":")[0]);
  const catalog = new Catalog();
  for (const chat of persons.filter(
    chats.map((one) => ({ ...one, person: findPerson(one) })),
    "person",
    page,
  ))
    addPerson(chat, catalog);
  return { records: catalog.list("person"), problems: [], next };
}

async function readChats(
  listChats: ListChats,
  address: string,
  cursor: string | null,
): Promise<SourcePage> {
  const { chats, next } = await loadChats(listChats, cursor);
  const items = chats.flatMap((chat) => {
    const id = toId(chat["id"]);
    const at = id ?? noId;
    // Messages of a chat without an id would have no chat.
    const messages = id === undefined ? [] : listObjects(chat["messages"]);
    return [
      ...readChat(chat, at),
      ...messages.flatMap((message) => readMessage(message, at, address)),
    ].map((item) => checkItem(item, at));
  });
  return toPage(items, next);
}
