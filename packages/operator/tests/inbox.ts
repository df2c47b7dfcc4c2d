import type { Chat, ChatEntity, ChatNotice, Message, SystemMessageData } from "@parlour/protocol";
import { createTestChat } from "@parlour/protocol/entity/chat.fixture";
import { waitFor, within, type BoundFunctions, type queries } from "@testing-library/dom";
import type { Answers } from "./fake-server.ts";
import { createContact, createMessage, createOperator } from "./entities.ts";

/** Chats of the service API, and the answers that read them. */
export interface TestInbox {
  readonly answers: Answers;
  /** Changes a chat, and returns it. */
  readonly change: (id: number, fields: Partial<Chat>) => Chat;
  readonly get: (id: number) => Chat;
}

export const ann = { id: 1, name: "Ann" };
export const max = { id: 2, name: "Max Weber" };

/** Creates a chat that is open with Ann. Chat and visitor have the same number. */
export const createAnnsChat = (id: number, name: string, fields: Partial<Chat> = {}): Chat => {
  const chat = createTestChat(id, {
    assignee: ann,
    participants: [ann],
    last_message: createMessage(id, 1, `Hello from ${name}`),
    ...fields,
  });
  return { ...chat, visitor: { ...chat.visitor, name: createContact(name) } };
};

/** Creates a chat that waits for an operator. `n`: minutes after nine. */
export function createWaitingChat(
  id: number,
  name: string,
  text: string,
  wait: Partial<NonNullable<Chat["wait"]>> = {},
): Chat {
  return createAnnsChat(id, name, {
    state: "waiting",
    assignee: null,
    participants: [],
    last_message: createMessage(id, 1, text),
    wait: { since: `2026-11-20T09:0${id}:00.000Z`, ...wait },
  });
}

/** Returns a chat as events contain it. */
export const toChatEntity = ({ unread: _unread, last_message: _last, ...chat }: Chat): ChatEntity =>
  chat;

/** Creates a message of the system in a chat. */
export const createSystemMessage = (chat: number, seq: number, line: SystemMessageData): Message =>
  createMessage(chat, seq, line.code, {
    author: { kind: "system", id: null, name: "" },
    line,
  });

/** Creates a notice to Ann about a chat. `n`: minutes after nine, and in the reason. */
export const createNotice = (n: number): ChatNotice => ({
  kind: "transfer_declined",
  to: ann,
  by: max,
  detail: `Reason ${n}`,
  at: `2026-11-20T09:0${n}:00.000Z`,
  opened_at: null,
});

/** Creates an inbox in which each chat has one message. */
export function createTestInbox(chats: readonly Chat[]): TestInbox {
  const byId = new Map(chats.map((chat) => [chat.id, chat]));
  const get = (id = 0): Chat => byId.get(id) ?? createTestChat(id);
  const list = (): Chat[] => [...byId.values()].filter(({ state }) => state !== "closed");
  const messages = (id = 0): Message[] => [get(id).last_message ?? createMessage(id, 1, "Hello")];
  return {
    get,
    change(id, fields) {
      byId.set(id, { ...get(id), ...fields });
      return get(id);
    },
    answers: {
      "GET /me": createOperator(),
      "GET /chats": () => ({ items: list(), next_cursor: null }),
      "GET /chats/{id}": ({ ids: [id] }) => get(id),
      "GET /chats/{id}/messages": ({ ids: [id] }) => ({ items: messages(id), next_cursor: null }),
      "PUT /chats/{id}/read": null,
      "GET /visitors/{number}": ({ ids: [id] }) => ({
        ...get(id).visitor,
        last_seen_at: null,
        chat: null,
        chats: 1,
        blocked: false,
        person: null,
      }),
      "GET /visitors/online": { items: [], total: 0 },
      "GET /visitors": { items: [], next_cursor: null },
    },
  };
}

/** Stores each draft as it is sent. */
export const draftAnswers: Answers = {
  "PUT /chats/{id}/draft": ({ ids: [id = 0], body }) => ({
    ...(body as { mode: "text" | "note"; text: string; version: number }),
    chat_id: id,
    updated_at: "2026-11-20T10:00:00.000Z",
  }),
};

/** Stores each reply of Ann as the second message of its chat. */
export const sendAnswers: Answers = {
  "POST /chats/{id}/messages": ({ ids: [id = 0], body }) => {
    const { text, client_id } = body as { text: string; client_id: string };
    return createMessage(id, 2, text, { author: { kind: "operator", ...ann }, client_id });
  },
};

/** The queries of the pane with the open chat. */
export const conversation = (): BoundFunctions<typeof queries> =>
  within(document.querySelector<HTMLElement>("section.conversation")!);

/** Returns queries inside the panel of the visitor, which is loaded after the messages. */
export const findVisitorPanel = (): Promise<BoundFunctions<typeof queries>> =>
  waitFor(() => {
    const panel = document.querySelector<HTMLElement>("aside.panel");
    if (panel === null) throw new Error("the panel is not shown");
    return within(panel);
  });

/** Waits until a chat is open and shows a text. */
export const findOpenChat = (
  name: string,
  text: string = `Hello from ${name}`,
): Promise<HTMLElement> =>
  waitFor(() => {
    within(document.body).getByRole("heading", { name });
    return conversation().getByText(text);
  });
