import type { ReadKind } from "@parlour/protocol/move-in/record";
import {
  createCheck,
  createSamePageError,
  SourceError,
  type MoveSource,
  type OpenSource,
  type SourcePage,
} from "../../source.ts";
import { Catalog } from "../export/catalog.ts";
import { checkItem, toPage } from "../export/export-source.ts";
import { listObjects, toId, toObject, toText, type Json } from "../export/values.ts";
import { createHttpSource, explainCheck, type HttpSource } from "../http-source.ts";
import { addDepartment, addPerson, addUser, readChat, readMessage } from "./records.ts";

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
  return {
    check: () =>
      explainCheck(
        (async () => {
          const count = (await read(http, "restapi/chats", { limit: 1 }))["list_count"];
          return createCheck("Live Helper Chat", typeof count === "number" ? { chat: count } : {});
        })(),
      ),
    readPage(kind, cursor) {
      if (kind === "person" || kind === "chat") return readChats(http, { kind, cursor, address });
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

/** Users and departments come without pages. The API has no canned messages. */
async function readWhole(http: HttpSource, kind: ReadKind): Promise<SourcePage> {
  const catalog = new Catalog();
  if (kind === "operator")
    for (const user of listObjects((await read(http, "restapi/getusers"))["result"]))
      addUser(user, catalog);
  else if (kind === "department")
    for (const department of listObjects((await read(http, "restapi/departments"))["result"]))
      addDepartment(department, catalog);
  else return { records: [], problems: [], next: null };
  return { records: catalog.list(kind), problems: [], next: null };
}

/**
 * Reads chats, newest first. New ones move the others to later pages, so the cursor has the number
 * of chats before the page and the id of the last one.
 */
async function readChats(
  http: HttpSource,
  {
    kind,
    cursor,
    address,
  }: { readonly kind: "person" | "chat"; readonly cursor: string | null; readonly address: string },
): Promise<SourcePage> {
  const [offset = 0, before = Infinity] = (cursor ?? "").split(":").filter(Boolean).map(Number);
  // An offset of 0 is not valid there, and is ignored.
  const query = { limit: chatsPerPage, offset };
  const answer = await read(
    http,
    "restapi/chats",
    kind === "chat" ? { ...query, include_messages: "true" } : query,
  );
  const listed = listObjects(answer["list"]);
  const chats = listed.filter((chat) => Number(chat["id"]) < before);
  if (listed.length > 0 && chats.length === 0) throw createSamePageError();
  const last = toId(chats.at(-1)?.["id"]);
  const isMore = listed.length === chatsPerPage && last !== undefined;
  const next = isMore ? `${offset + listed.length}:${last}` : null;
  if (kind === "person") {
    const catalog = new Catalog();
    for (const chat of chats) addPerson(chat, catalog);
    return { records: catalog.list("person"), problems: [], next };
  }
  const items = chats.flatMap((chat) => {
    const at = `chat ${toId(chat["id"]) ?? "?"}`;
    const read = [
      ...readChat(chat, at),
      ...listObjects(chat["messages"]).flatMap((message) => readMessage(message, at, address)),
    ];
    return read.map((item) => checkItem(item, at));
  });
  return toPage(items, next);
}
