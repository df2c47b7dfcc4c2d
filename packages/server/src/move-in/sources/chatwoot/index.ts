import type { ReadKind } from "@parlour/protocol/move-in/record";
import { chatwoot } from "../../article-systems.ts";
import type { MoveSource, OpenSource } from "../../source.ts";
import {
  checkNewPage,
  createHttpSource,
  explainCheck,
  identifyPage,
  parseCursor,
} from "../http-source.ts";
import { toArticle } from "../export/catalog.ts";
import { FirstPages } from "../first-pages.ts";
import { toId, toList, toName, toObject, toText, type Json } from "../json-values.ts";
import { PageBuilder } from "../page-builder.ts";
import { ChatReader } from "../read-chats.ts";
import { chatQuery, checkAccount, contactQuery, createApi, type ChatwootApi } from "./api.ts";
import { createChatLists } from "./chats.ts";
import { toField, toPerson } from "./records.ts";

/**
 * Opens an account of Chatwoot by its application API (MV-050). `account`: its number, needed if
 * the token gives access to several accounts.
 */
export const openChatwoot: OpenSource = async (settings, deps): Promise<MoveSource> => {
  const http = createHttpSource(settings, { api_access_token: settings.token ?? "" }, deps);
  const api = createApi(http, settings.account ?? "");
  const chats = new ChatReader(createChatLists(api));
  const firstPages = new FirstPages();
  return {
    check: () => explainCheck(checkAccount(http, api)),
    async readPage(kind, cursor) {
      if (kind === "chat") return chats.readPage(cursor);
      if (kind === "person") return readPersons(api, firstPages, cursor);
      if (kind === "article" || kind === "translation") return readArticles(api, kind, cursor);
      return readWhole(api, kind);
    },
    openFile: (file) => http.openFile(file),
    close: () => Promise.resolve(),
  };
};

/** Reads a list that Chatwoot answers without pages. */
async function readWhole(api: ChatwootApi, kind: ReadKind) {
  const page = new PageBuilder();
  const { path, list, convert } = wholeLists[kind as keyof typeof wholeLists];
  return page.addAll(list(await api.read(path)), kind, convert).build(null);
}
const readPayload = (answer: unknown): readonly unknown[] => toList(toObject(answer)["payload"]);
const wholeLists = {
  operator: {
    path: "agents",
    list: toList,
    convert: ({ id, name, available_name, email }: Json) => ({
      kind: "operator" as const,
      id: toId(id),
      name: toName(name ?? available_name),
      email: toText(email),
      active: true,
    }),
  },
  department: {
    path: "teams",
    list: toList,
    convert: ({ id, name }: Json) => ({
      kind: "department" as const,
      id: toId(id),
      name: toName(name),
    }),
  },
  tag: {
    path: "labels",
    list: readPayload,
    convert: ({ id, title, color }: Json) => ({
      kind: "tag" as const,
      id: toId(id),
      name: toName(title),
      colour: toText(color),
    }),
  },
  field: { path: "custom_attribute_definitions", list: toList, convert: toField },
  reply: {
    path: "canned_responses",
    list: toList,
    convert: ({ id, short_code, content }: Json) => ({
      kind: "reply" as const,
      id: toId(id),
      shortcut: toName(short_code),
      text: toText(content) ?? "",
    }),
  },
};

/** An article of Chatwoot has all facts itself. */
const facts = new Map<string, string>();

interface ListPosition {
  readonly part: string;
  readonly page: number;
  readonly before: string | null;
}

/**
 * Reads contacts, and then the people of chats whom the list of contacts leaves out because they
 * have no address.
 */
async function readPersons(api: ChatwootApi, firstPages: FirstPages, cursor: string | null) {
  const position = parseCursor<ListPosition>(cursor, { part: "contacts", page: 1, before: null });
  const isContacts = position.part === "contacts";
  const answer = isContacts
    ? await api.read("contacts", contactQuery(position.page))
    : toObject(await api.read("conversations", chatQuery(position.page)))["data"];
  const list = readPayload(answer).map(toObject);
  if (list.length === 0)
    return new PageBuilder().build(isContacts ? { part: "chats", page: 1, before: null } : null);
  const content = identifyPage(list.map(({ id }) => id ?? null));
  checkNewPage(content, position.before);
  const senders = list.map(({ meta }) => toObject(toObject(meta)["sender"])).filter(isAnonymous);
  const page = new PageBuilder().addAll(
    isContacts ? readPayload(answer) : firstPages.filter(senders, "id", position.page),
    "person",
    toPerson,
  );
  return page.build({ ...position, page: position.page + 1, before: content });
}
const isAnonymous = ({ email, phone_number, identifier }: Json): boolean =>
  [email, phone_number, identifier].every((address) => toText(address) === undefined);

/** Reads the published articles of the portals, or their translations. `part`: the portal. */
async function readArticles(
  api: ChatwootApi,
  kind: "article" | "translation",
  cursor: string | null,
) {
  const portals = readPayload(await api.read("portals"))
    .map((portal) => toText(toObject(portal)["slug"]))
    .filter((slug) => slug !== undefined);
  const first = { part: portals[0] ?? "", page: 1, before: null };
  const position = parseCursor<ListPosition>(cursor, first);
  if (position.part === "") return new PageBuilder().build(null);
  const list = readPayload(
    await api.read(`portals/${encodeURIComponent(position.part)}/articles`, {
      page: position.page,
    }),
  ).map(toObject);
  const content = identifyPage(list.map(({ id }) => id ?? null));
  // Versions without pages answer all articles again.
  const isEnd = list.length === 0 || content === position.before;
  const following = portals[portals.indexOf(position.part) + 1];
  const page = new PageBuilder();
  if (!isEnd) {
    const items = list.flatMap((value) => chatwoot.read({ value, list: null }, facts));
    for (const item of items.map(toArticle))
      if ("record" in item && item.record.kind === kind) page.add(item.record);
      else if ("problem" in item && item.problem.kind === kind)
        page.addProblem(kind, item.problem.id, item.problem.code);
    return page.build({ ...position, page: position.page + 1, before: content });
  }
  return page.build(following === undefined ? null : { part: following, page: 1, before: null });
}
