import { createSamePageError, SourceError } from "../../source.ts";
import { loadOnce } from "../http-source.ts";
import { toId, toList, toObject, type Json } from "../json-values.ts";
import type { PageBuilder } from "../page-builder.ts";
import type { ChatLists, MessagePage } from "../read-chats.ts";
import { chatQuery, type ChatwootApi } from "./api.ts";
import { toChat, toMessage, toRating, type Rating } from "./records.ts";

/** Messages that Chatwoot answers after a given id. */
const messagesPerPage = 100;
/**
 * Messages of a page that the next request asks for again. Two messages that were written at the
 * same moment may be listed in the other order of their ids.
 */
const overlap = 10;

interface MessagePosition {
  readonly after: number;
  /** Ids above `after` that were read already. */
  readonly read: readonly number[];
}

export function createChatLists(api: ChatwootApi): ChatLists {
  const inboxes = loadOnce(() => loadInboxes(api));
  const ratings = loadOnce(() => loadRatings(api));
  let isReported = false;
  return {
    async loadChats(page) {
      const { data } = toObject(await api.read("conversations", chatQuery(page)));
      return toList(toObject(data)["payload"]);
    },
    readId: ({ id }) => toId(id),
    async addChat(chat, to) {
      const { byChat, fault } = await ratings();
      const id = toId(chat["id"]) ?? "";
      if (fault !== null && !isReported) to.addProblem("chat", "ratings", "no_permission", fault);
      isReported = true;
      return to.add(
        toChat(chat, {
          inbox: (await inboxes()).get(toId(chat["inbox_id"]) ?? ""),
          rating: byChat.get(id),
        }),
      );
    },
    loadMessages: (chat, from) => loadMessages(api, chat, from),
    addMessages(chat, messages, to) {
      for (const message of messages) addMessage(chat, message, to);
    },
    checkSystem: () => api.checkSystem(),
  };
}

function addMessage(chat: Json, value: unknown, to: PageBuilder): void {
  const message = toObject(value);
  const record = toMessage(message, toId(chat["id"]) ?? "");
  if (record.text === "" && record.files === undefined && record.id !== undefined)
    to.addProblem("message", record.id, "empty_message");
  else to.add(record);
}

async function loadMessages(
  api: ChatwootApi,
  chat: Json,
  from: string | null,
): Promise<MessagePage> {
  const { after, read }: MessagePosition =
    from === null ? { after: 0, read: [] } : (JSON.parse(from) as MessagePosition);
  const path = `conversations/${toId(chat["id"])}/messages`;
  const { payload } = toObject(await api.read(path, { after }));
  const list = toList(payload);
  const messages = list.filter((message) => !read.includes(Number(toObject(message)["id"])));
  if (list.length < messagesPerPage) return { messages, next: null };
  if (messages.length === 0) throw createSamePageError();
  const ids = list
    .map((message) => Number(toObject(message)["id"]))
    .filter((id) => Number.isSafeInteger(id))
    .toSorted((a, b) => a - b);
  const next: MessagePosition = {
    after: ids.at(-overlap - 1) ?? after,
    read: ids.slice(-overlap),
  };
  return { messages, next: JSON.stringify(next) };
}

async function loadInboxes(api: ChatwootApi): Promise<ReadonlyMap<string, Json>> {
  const { payload } = toObject(await api.read("inboxes"));
  return new Map(
    toList(payload)
      .map(toObject)
      .map((inbox) => [toId(inbox["id"]) ?? "", inbox]),
  );
}

/** Loads the newest rating of each chat. Accounts without the right to read them have none. */
async function loadRatings(
  api: ChatwootApi,
): Promise<{ readonly byChat: ReadonlyMap<string, Rating>; readonly fault: string | null }> {
  const byChat = new Map<string, Rating>();
  const known = new Set<string>();
  try {
    for (let page = 1; ; page += 1) {
      const answer = await api.read("csat_survey_responses", { page, sort: "created_at" });
      const unread = toList(answer)
        .map(toObject)
        .filter(({ id }) => !known.has(toId(id) ?? ""));
      if (unread.length === 0) return { byChat, fault: null };
      for (const response of unread) {
        known.add(toId(response["id"]) ?? "");
        const rating = toRating(response);
        if (rating !== null) byChat.set(toId(response["conversation_id"]) ?? "", rating);
      }
    }
  } catch (error) {
    if (!(error instanceof SourceError) || error.options.isFinal !== true) throw error;
    return { byChat, fault: error.message };
  }
}
