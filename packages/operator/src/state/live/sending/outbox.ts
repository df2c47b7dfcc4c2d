import {
  ApiError,
  createOutbox,
  hasMissingMessages,
  mergeMessages,
  sendAnyway,
  type Api,
  type Outbox,
  type OutboxDeps,
  type OutboxItem,
  type Timers,
  type Uploads,
} from "@parlour/client";
import type { Message } from "@parlour/protocol";
import type { NewMessage } from "@parlour/protocol/api";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { isOpeningPending } from "../../inbox/openings.ts";
import type { Chats } from "../chats/chats.ts";
import type { LiveStore } from "../store.ts";

/** Parts of the outbox that the browser provides. */
export type OutboxPlatform = Pick<OutboxDeps, "store" | "newId" | "lock">;

export interface LiveOutboxDeps extends OutboxPlatform {
  api: Api;
  timers: Timers;
  random: () => number;
  state: LiveStore;
  chats: Chats;
  uploads: Uploads;
  me: number;
  isLive: () => boolean;
}

/** Creates the outbox of this operator. It sends only in chats whose messages are all loaded. */
export function createLiveOutbox({
  api,
  state,
  chats,
  uploads,
  me,
  isLive,
  ...outboxDeps
}: LiveOutboxDeps): Outbox {
  const isUpToDate = (chatId: number) => {
    // An opened chat waits until the server has confirmed it (CORE-471).
    if (!isLive() || isOpeningPending(chatId)) return false;
    const { snapshot, logs } = state.get();
    const log = snapshot.logs.get(chatId);
    if (!log) {
      if (!logs.has(chatId)) void chats.loadLog(chatId);
      return false;
    }
    return logs.get(chatId)?.state === "ready" && !hasMissingMessages(log);
  };
  return createOutbox({
    ...outboxDeps,
    owner: me,
    canSend: isUpToDate,
    // The first reply in a chat without an assignee also accepts the chat (API-241).
    async send(item) {
      const message = await api.sendMessage(item.chatId, toNewMessage(item));
      await waitForEarlierMessages(state, message);
      return message;
    },
    uploads,
    onSent(message) {
      // At position 0, an event that already brought a newer state takes precedence.
      state.setSnapshot(mergeMessages(state.get().snapshot, message.chat_id, [message], 0));
    },
    onChange: (items) => state.set({ outbox: items }),
  });
}

/**
 * Waits until all earlier messages arrived over the socket. Until then, later ones stay in the
 * outbox. Rejects with `ApiError` if the connection is lost: the next one brings the events.
 */
function waitForEarlierMessages(state: LiveStore, { chat_id, seq }: Message): Promise<void> {
  const hasEarlier = () =>
    (state.get().snapshot.logs.get(chat_id)?.messages.at(-1)?.seq ?? seq) >= seq - 1;
  return new Promise((resolve, reject) => {
    const check = () => {
      const isLost = state.get().connection.kind !== "live";
      if (!hasEarlier() && !isLost) return;
      unsubscribe();
      if (hasEarlier()) resolve();
      else
        reject(
          new ApiError({
            code: "network",
            status: 0,
            message: "Connection lost before the conversation was fully loaded.",
          }),
        );
    };
    const unsubscribe = state.subscribe(check);
    check();
  });
}

function toNewMessage(item: OutboxItem): NewMessage {
  const { kind, text, afterSeq, file, mentions, email, quotes, suggestion, original } = item;
  // Notes never cross. After Send anyway, no answer of another operator refuses the message.
  const after_seq = kind === "note" || afterSeq === sendAnyway ? undefined : afterSeq;
  const shared = { email, after_seq, quotes, suggestion, original, client_id: item.clientId };
  if (kind !== "file")
    return {
      kind,
      text,
      mentions: mentions && mentions.length > 0 ? mentions : undefined,
      ...shared,
    };
  if (!file?.upload) throw new Error("a file must be uploaded before its message is sent");
  return {
    kind,
    upload_id: file.upload.id,
    ...omitAbsent({ text: text || undefined }),
    duration: file.duration,
    voice: file.voice,
    ...shared,
  };
}
