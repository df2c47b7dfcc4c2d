import type {
  WidgetAgent,
  WidgetAvailability,
  WidgetCall,
  WidgetMessage,
  WidgetModelFrame,
} from "@parlour/protocol/widget";
import type { PublicState } from "../../bridge.ts";
import { isChatWindowOpen, type WidgetState } from "../../widget-state.ts";
import type { ChatWindowState, Invitation, PageState, RequestFailure } from "./state.ts";

/** Creates a failure that the chat window itself has detected. */
export const createRequestFailure = (code: string): RequestFailure => ({
  code,
  message: "",
  field: null,
});
/** Creates the initial state, without a visitor. */
export function createInitialState({
  face,
  state,
  phone,
  dark,
  kept,
  situation,
}: PageState): ChatWindowState {
  return {
    face,
    state,
    phone,
    dark,
    accent: null,
    kept,
    connection: "connecting",
    lostAt: null,
    outage: "none",
    number: null,
    situation,
    contacts: { name: null, email: null, phone: null, description: null },
    quiet: false,
    hasWritten: false,
    hasConsented: false,
    chat: null,
    past: [],
    messages: [],
    receivedSeq: 0,
    more: false,
    outbox: [],
    read: 0,
    typing: null,
    call: null,
    invitation: null,
    isFresh: false,
    department: null,
    greeting: null,
    contactsDone: false,
    draft: "",
    muted: false,
  };
}

/** Returns whether the form before the chat requires a missing consent (WG-098). */
export function needsConsent({ face, hasConsented }: ChatWindowState): boolean {
  return (
    face.contacts.when === "before" &&
    !hasConsented &&
    Object.values(face.texts).some(({ consent }) => consent?.trim())
  );
}

/** Returns the state after a server frame. Pure. A repeat changes nothing (CORE-045). */
export function reduceServerFrame(
  model: ChatWindowState,
  frame: WidgetModelFrame,
): ChatWindowState {
  switch (frame.type) {
    case "welcome":
      return reduceWelcome(model, frame);
    case "message": {
      const next = insertMessage(model, frame.message);
      return getCurrentChatId(next) === frame.message.chat_id
        ? { ...next, receivedSeq: Math.max(next.receivedSeq, frame.message.seq) }
        : next;
    }
    case "done":
      if (frame.message !== undefined) return insertMessage(model, frame.message);
      // The message is stored, but it is not part of the shown chat. Remove it from the outbox, so
      // that it is not sent again.
      return { ...model, outbox: model.outbox.filter((one) => one.ref !== frame.ref) };
    case "failed":
      if (frame.retry_after_s !== null) return model;
      return {
        ...model,
        outbox: model.outbox.map((one) =>
          one.ref === frame.ref
            ? { ...one, failed: { code: frame.code, message: frame.message, field: frame.field } }
            : one,
        ),
      };
    case "chat": {
      const { chat } = frame;
      if (model.past.includes(chat.id)) return model;
      const next = switchToChat(model, chat.id);
      return { ...next, chat, read: Math.max(next.read, chat.read) };
    }
    case "situation":
      return { ...model, situation: frame.situation };
    case "contacts":
      return { ...model, contacts: frame.contacts };
    case "typing":
      return { ...model, typing: frame.typing ? frame.name : null };
    case "older": {
      const chatMessages = frame.messages.filter((one) => one.chat_id === getCurrentChatId(model));
      return { ...model, messages: mergeMessages(chatMessages, model.messages), more: frame.more };
    }
    case "call":
      return { ...model, call: frame.call };
    case "invitation":
      return showInvitation(model, { ...frame.invitation, by: "operator" });
    case "withdrawn":
      return { ...model, invitation: null };
  }
}

const noChat = { id: undefined, seq: 0, read: 0, state: null };
/** Returns the state after a new connection. Keeps what was shown, unless the visitor is new. */
function reduceWelcome(
  model: ChatWindowState,
  frame: Extract<WidgetModelFrame, { type: "welcome" }>,
): ChatWindowState {
  const { number, contacts, situation, quiet, invitation } = frame;
  const chat = frame.chat ?? noChat;
  // A new token means a new visitor. The data of the previous visitor must not be shown to them.
  const before =
    frame.token === null
      ? model
      : {
          ...model,
          chat: null,
          past: [],
          messages: [],
          read: 0,
          isFresh: false,
          hasWritten: false,
          hasConsented: false,
          call: null,
        };
  const isSame = !frame.reset && before.chat !== null && before.chat.id === chat.id;
  const messages = mergeMessages(isSame ? before.messages : [], frame.messages);
  return removeStoredMessages({
    ...before,
    connection: "live",
    lostAt: null,
    outage: "none",
    number,
    contacts,
    situation,
    quiet,
    hasWritten: before.hasWritten || frame.has_written,
    hasConsented: before.hasConsented || frame.consented === true,
    chat: frame.chat,
    past: [...before.past, getCurrentChatId(before)].filter((id) => id !== chat.id),
    messages,
    receivedSeq: Math.max(chat.seq, messages.at(-1)?.seq ?? 0),
    more: isSame ? before.more : (messages[0]?.seq ?? 1) > 1,
    read: Math.max(chat.read, before.chat?.id === chat.id ? before.read : 0),
    isFresh: (before.isFresh || invitation !== null) && chat.state === "closed",
    typing: null,
    call: frame.call ?? (isCallActive(before.call) ? null : before.call),
    invitation: nextInvitation(before, frame),
  });
}

/**
 * Returns the invitation after a connection: the visitor's messages have answered an earlier one.
 */
function nextInvitation(
  before: ChatWindowState,
  frame: Extract<WidgetModelFrame, { type: "welcome" }>,
): ChatWindowState["invitation"] {
  if (frame.invitation !== null) return { ...frame.invitation, by: "operator" };
  const isAnswered = !frame.reset && frame.messages.some((one) => one.from === "visitor");
  return isAnswered ? null : before.invitation;
}

/**
 * Inserts a message. A response to `say` may arrive before earlier messages, so it does not change
 * `receivedSeq`. Only published frames arrive in order, so only they change it.
 */
function insertMessage(model: ChatWindowState, message: WidgetMessage): ChatWindowState {
  if (model.past.includes(message.chat_id)) return model;
  const next = switchToChat(model, message.chat_id);
  return removeStoredMessages({
    ...next,
    messages: mergeMessages(next.messages, [message]),
    hasWritten: model.hasWritten || message.from === "visitor",
    typing: isFromOperatorOrBot(message) ? null : next.typing,
    invitation: message.from === "visitor" ? null : next.invitation,
  });
}
/** Makes the given chat the current one. */
function switchToChat(model: ChatWindowState, chatId: number): ChatWindowState {
  const currentId = getCurrentChatId(model);
  return currentId === chatId
    ? model
    : {
        ...model,
        past: [...model.past, currentId],
        messages: [],
        receivedSeq: 0,
        more: false,
        read: 0,
        isFresh: false,
      };
}
/**
 * Shows an invitation, whatever the chat window currently shows (WG-060). An ended chat is hidden.
 */
export function showInvitation(model: ChatWindowState, invitation: Invitation): ChatWindowState {
  return { ...model, invitation, isFresh: model.isFresh || model.chat?.state === "closed" };
}
/** Returns the id of the shown chat. 0: none. */
export function getCurrentChatId(model: ChatWindowState): number {
  return model.messages[0]?.chat_id ?? model.chat?.id ?? 0;
}
/** Returns true if the shown chat is open and has messages. */
export function hasMessages(model: ChatWindowState): boolean {
  return (
    model.chat !== null &&
    model.chat.state !== "closed" &&
    model.messages.some((one) => one.from !== "system")
  );
}
/** Returns true if the next message continues the chat. Otherwise the message starts a new one. */
export function continuesChat(model: ChatWindowState): boolean {
  return !model.isFresh && getCurrentChatId(model) !== 0 && model.chat?.state !== "closed";
}
export function isCallActive(call: WidgetCall | null): boolean {
  return call !== null && call.status !== "end" && call.status !== "error";
}
/** Returns the number of messages from operators and bots that no tab has shown. */
export function countUnread(model: ChatWindowState): number {
  if (model.isFresh) return 0;
  return model.messages.filter((one) => isFromOperatorOrBot(one) && one.seq > model.read).length;
}
export function isFromOperatorOrBot(message: WidgetMessage): boolean {
  return message.from === "operator" || message.from === "bot";
}
/** Returns true if messages are visible in this widget state. */
export function isChatShown(state: WidgetState): boolean {
  return isChatWindowOpen(state) && state === "chat";
}
export function listOperators(model: ChatWindowState): readonly WidgetAgent[] {
  return model.chat !== null && model.chat.state !== "closed" && !model.isFresh
    ? model.chat.agents
    : [];
}

/**
 * Returns the departments that the visitor can choose. The list is empty while an operator's
 * invitation is pending, because that operator will answer (CORE-155).
 */
export const listDepartments = ({
  invitation,
  situation,
}: ChatWindowState): WidgetAvailability["departments"] =>
  invitation?.by === "operator" ? [] : (situation?.departments ?? []);

/**
 * Returns the department for the first message: the chosen one, that of the invitation, or the
 * first one that is online. Null if there is none.
 */
export function selectDepartment(model: ChatWindowState): number | null {
  const { department, invitation } = model;
  const offered = listDepartments(model);
  return (
    department ??
    invitation?.department_id ??
    (offered.find((one) => one.online) ?? offered[0])?.id ??
    null
  );
}

/** Returns true if only the greeting or an invitation is shown, but no chat. */
export function hasNoChat({ messages, isFresh }: ChatWindowState): boolean {
  return messages.length === 0 || isFresh;
}

/** How long an ended chat is shown. After this time, it can no longer be rated (CORE-080). */
const endedChatTtlMs = 24 * 3_600_000;
export function isEndedChatExpired({ chat }: ChatWindowState, now: number): boolean {
  return (
    chat?.state === "closed" &&
    chat.closed_at !== null &&
    now - Date.parse(chat.closed_at) > endedChatTtlMs
  );
}

/** Returns the part of the state that is sent to the host page. */
export function toPublicState(model: ChatWindowState): PublicState {
  return {
    connected: model.connection === "live",
    number: model.number,
    situation: model.situation,
    contacts: model.contacts,
    unread: countUnread(model),
    agents: listOperators(model),
    calling: isCallActive(model.call),
    quiet: model.quiet,
    hasMessages: hasMessages(model),
  };
}

function removeStoredMessages(model: ChatWindowState): ChatWindowState {
  if (model.outbox.length === 0) return model;
  const stored = new Set(model.messages.map((one) => one.client_id));
  return { ...model, outbox: model.outbox.filter((one) => !stored.has(one.ref)) };
}
function mergeMessages(
  have: readonly WidgetMessage[],
  more: readonly WidgetMessage[],
): readonly WidgetMessage[] {
  const byId = new Map([...have, ...more].map((one) => [one.id, one]));
  return [...byId.values()].sort((a, b) => a.seq - b.seq);
}
