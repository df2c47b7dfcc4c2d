import {
  ApiError,
  createManualTimers,
  createMemoryOutboxStore,
  type Api,
  type ManualTimers,
  type SocketLike,
} from "@parlour/client";
import type { Message } from "@parlour/protocol";
import { createTestChat } from "@parlour/protocol/entity/chat.fixture";
import { createLiveClient } from "./live-client.ts";

export const testTime = "2026-11-20T10:00:00.000Z";
export const createMessage = (chat: number, seq: number, more: Partial<Message> = {}): Message => ({
  seq,
  id: chat * 100 + seq,
  chat_id: chat,
  author: { kind: "visitor", id: chat, name: "" },
  kind: "text",
  text: `m${seq}`,
  created_at: testTime,
  ...more,
});

/** Creates a server with a few chats. Its responses can be delayed. */
export function createLiveFixture() {
  const timers: ManualTimers = createManualTimers();
  const chats = new Map([1, 2, 3].map((id) => [id, createTestChat(id)]));
  const messages = new Map([1, 2, 3].map((id) => [id, [createMessage(id, 1)]]));
  const sent: string[] = [];
  const erased: number[] = [];
  const reconnects: boolean[] = [];
  /** The next response with messages waits for this promise. */
  let nextResponse = Promise.resolve();
  const calls: string[] = [];
  /** Errors of the next requests for messages. */
  const failures: ApiError[] = [];
  /** Errors of the next requests for a chat. */
  const chatFailures: ApiError[] = [];
  /** Errors of the next close requests. */
  const refusals: ApiError[] = [];
  let socket: SocketLike | null = null;
  let ids = 0;
  const api = {
    chats: () => Promise.resolve({ items: [...chats.values()], next_cursor: null }),
    chat: (id: number) => {
      const failure = chatFailures.shift();
      if (failure) return Promise.reject(failure);
      return Promise.resolve({
        ...(chats.get(id) ?? createTestChat(id)),
        assignment: { rules: [], eligible: [], others: [] },
      });
    },
    messages: (id: number) => {
      const answer = { items: messages.get(id) ?? [], next_cursor: null };
      const response = nextResponse;
      nextResponse = Promise.resolve();
      const failure = failures.shift();
      return response.then(() => (failure ? Promise.reject(failure) : answer));
    },
    list: () => Promise.resolve([]),
    sendMessage: (id: number, message: { text: string; client_id: string; after_seq?: number }) => {
      const { after_seq: after = Infinity } = message;
      const by = messages
        .get(id)
        ?.find(({ seq, author }) => seq > after && author.id === 2)?.author;
      if (by)
        return Promise.reject(
          new ApiError({ code: "crossed", status: 409, message: "", body: { error: { by } } }),
        );
      calls.push(`say ${message.text}`);
      const stored = createMessage(id, (messages.get(id)?.length ?? 0) + 1, {
        text: message.text,
        client_id: message.client_id,
        author: { kind: "operator", id: 1, name: "Sofia" },
      });
      messages.set(id, [...(messages.get(id) ?? []), stored]);
      return Promise.resolve(stored);
    },
    close: (id: number, _reason: undefined, keepalive: boolean) => {
      calls.push(`close ${id}${keepalive ? " keepalive" : ""}`);
      const refusal = refusals.shift();
      return refusal
        ? Promise.reject(refusal)
        : Promise.resolve(createTestChat(id, { state: "closed" }));
    },
    counters: () =>
      Promise.resolve({ views: { mine: 3, waiting: 0, snoozed: 0, bot: 0, all: 3 }, unread: 0 }),
    markRead: (id: number, seq: number, unread?: boolean) => {
      calls.push(`read ${id} ${seq}${unread ? " unread" : ""}`);
      return Promise.resolve();
    },
  } as unknown as Api;
  const live = createLiveClient({
    api,
    me: { id: 1, role: "operator" },
    timers,
    random: () => 0,
    schedule: (run) => timers.set(run, 0),
    onSettings: () => undefined,
    onErased: (ids) => erased.push(...ids),
    onReconnected: (isAnew) => reconnects.push(isAnew),
    onSignedOut: () => undefined,
    outbox: {
      store: createMemoryOutboxStore(),
      newId: () => {
        ids += 1;
        return `c${ids}`;
      },
      lock: (_name, run) => run(),
    },
    open: () => {
      socket = {
        readyState: 1,
        onopen: null,
        onmessage: null,
        onclose: null,
        onerror: null,
        send: (text) => {
          sent.push(text);
        },
        close: () => undefined,
      };
      return socket;
    },
  });
  const receiveFrame = (frame: object) => socket?.onmessage?.({ data: JSON.stringify(frame) });
  return {
    timers,
    live,
    chats,
    messages,
    sent,
    calls,
    refusals,
    failures,
    chatFailures,
    erased,
    backs: reconnects,
    /** Delays the next response with messages. Returns the function that releases it. */
    hold() {
      let go = () => undefined as void;
      nextResponse = new Promise((resolve) => (go = resolve));
      return () => go();
    },
    say: receiveFrame,
    async connect(position = 10) {
      socket?.onopen?.(undefined as never);
      receiveFrame({ type: "ready", epoch: "e", position, mode: "live", presence: [] });
      receiveFrame({ type: "live", position });
      await timers.settle();
    },
    lose: () => socket?.onclose?.({ code: 1006 }),
    event: (position: number, name: string, data: object) =>
      receiveFrame({ type: "event", position, at: testTime, name, data }),
  };
}
