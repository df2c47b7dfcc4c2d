import type {
  WidgetAgent,
  WidgetCall,
  WidgetChat,
  WidgetContacts,
  WidgetInvitation,
  WidgetMessage,
  WidgetTalkFrame,
  WidgetSituation,
} from "@parlour/protocol/widget";
import type { WidgetFace, WidgetLanguage } from "@parlour/protocol/widget-settings";
import type { Facts } from "../bridge.ts";
import { isOpen, type State } from "../states.ts";

/** `connecting`: the first time; `offline`: lost, dialling again; `refused`: the widget is not for this page. */
export type ConnectionState = "connecting" | "live" | "offline" | "refused";
/** Why the server did not do it: its code and words, the field it is about. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly field: string | null;
}
/** One that the window itself finds. */
export const failureOf = (code: string): Failure => ({ code, message: "", field: null });
/** A stored file that a message will carry. */
export interface Attached {
  readonly id: number;
  readonly name: string;
  readonly size: number;
}
/** A message that the server has not confirmed yet (WG-082). `at`: when it was written, ms; unique, so that it orders. */
export interface Unsent {
  readonly ref: string;
  readonly text: string;
  readonly at: number;
  readonly upload?: Attached;
  readonly button?: { readonly message_id: number; readonly id: string };
  readonly departmentId?: number;
  /** Language of the greeting above it, if it begins a chat (WG-111). */
  readonly greeting?: WidgetLanguage;
  readonly failed: Failure | null;
  /** Callbacks of the page that are due when it is stored; known from when it first went out. */
  readonly tells?: readonly ("clientStartChat" | "messageSent")[];
}
export type Invitation = WidgetInvitation & { readonly by: "script" | "rule" | "operator" };

/** All that the window shows. */
export interface Model {
  readonly face: WidgetFace;
  readonly state: State;
  readonly phone: boolean;
  readonly dark: boolean;
  /** Set by the page's script; null: the widget's own. */
  readonly accent: string | null;
  readonly kept: "always" | "tab" | "page";
  readonly connection: ConnectionState;
  /** Since when there is no connection, ms; null while it is live. */
  readonly lostAt: number | null;
  /** Long enough to say so (2 s), so long that nothing is expected any more (2 min). */
  readonly outage: "none" | "slow" | "long";
  readonly number: number | null;
  readonly situation: WidgetSituation | null;
  readonly contacts: WidgetContacts;
  readonly quiet: boolean;
  /** A message of the visitor is known anywhere in his history (WG-020 onMessageSent). */
  readonly hasWritten: boolean;
  /** He agreed to a consent text, now or before. */
  readonly hasConsented: boolean;
  readonly chat: WidgetChat | null;
  /** Chats that a later one followed: what still comes of them is no news. Numbers of chats do not tell which is later (CORE-004). */
  readonly past: readonly number[];
  /** Of the chat, by their number, without a double. */
  readonly messages: readonly WidgetMessage[];
  /** All messages up to this number are here: where a new connection goes on (WG-086). */
  readonly heard: number;
  /** There are earlier ones. */
  readonly more: boolean;
  readonly outbox: readonly Unsent[];
  /** The chat is read up to here, in any tab (WG-085). */
  readonly read: number;
  /** Who types now; null: nobody. */
  readonly typing: string | null;
  readonly call: WidgetCall | null;
  readonly invitation: Invitation | null;
  /** The visitor left an ended chat behind: the next message begins another. */
  readonly isFresh: boolean;
  readonly department: number | null;
  /** Language in which the window was drawn, and with it the greeting; null: not drawn yet. */
  readonly greeting: WidgetLanguage | null;
  /** The contacts form was sent or skipped. */
  readonly contactsDone: boolean;
  readonly draft: string;
  readonly muted: boolean;
}

/** What is the page's of it, whoever its visitor is. */
type Look = Pick<Model, "face" | "state" | "phone" | "dark" | "kept" | "situation">;

/** Nothing is known of the visitor. */
export function newModel({ face, state, phone, dark, kept, situation }: Look): Model {
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
    heard: 0,
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

/** No chat may begin yet: the form before it asks for consent, which the visitor has not given (WG-098). */
export function needsConsent({ face, hasConsented }: Model): boolean {
  return face.contacts.when === "before" && !hasConsented && Object.values(face.texts).some(({ consent }) => consent?.trim());
}

/** The model after a frame of the server. Pure; the same frame twice changes nothing more (CORE-045). */
export function received(model: Model, frame: WidgetTalkFrame): Model {
  switch (frame.type) {
    case "welcome": {
      const { number, contacts, situation, quiet } = frame;
      // A new token is a new visitor: nothing of the one before is his.
      const before =
        frame.token === null
          ? model
          : { ...model, chat: null, past: [], messages: [], read: 0, isFresh: false, hasWritten: false, hasConsented: false, call: null };
      const isSame = !frame.reset && before.chat !== null && before.chat.id === frame.chat?.id;
      const messages = merged(isSame ? before.messages : [], frame.messages);
      const { invitation } = frame;
      const isAnswered = !frame.reset && frame.messages.some((one) => one.from === "visitor");
      return settled({
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
        past: [...before.past, chatOf(before)].filter((id) => id !== frame.chat?.id),
        messages,
        heard: Math.max(frame.chat?.seq ?? 0, messages.at(-1)?.seq ?? 0),
        more: isSame ? before.more : (messages[0]?.seq ?? 1) > 1,
        read: Math.max(frame.chat?.read ?? 0, before.chat?.id === frame.chat?.id ? before.read : 0),
        isFresh: (before.isFresh || invitation !== null) && frame.chat?.state === "closed",
        typing: null,
        call: frame.call ?? (isRunning(before.call) ? null : before.call),
        invitation: invitation === null ? (isAnswered ? null : before.invitation) : { ...invitation, by: "operator" },
      });
    }
    case "message": {
      const next = withMessage(model, frame.message);
      return chatOf(next) === frame.message.chat_id ? { ...next, heard: Math.max(next.heard, frame.message.seq) } : next;
    }
    case "done":
      if (frame.message !== undefined) return withMessage(model, frame.message);
      // Stored, and shown nowhere: it is not said again.
      return { ...model, outbox: model.outbox.filter((one) => one.ref !== frame.ref) };
    case "failed":
      if (frame.retry_after_s !== null) return model;
      return {
        ...model,
        outbox: model.outbox.map((one) =>
          one.ref === frame.ref ? { ...one, failed: { code: frame.code, message: frame.message, field: frame.field } } : one,
        ),
      };
    case "chat": {
      const { chat } = frame;
      if (model.past.includes(chat.id)) return model;
      const next = movedTo(model, chat.id);
      return { ...next, chat, read: Math.max(next.read, chat.read) };
    }
    case "situation":
      return { ...model, situation: frame.situation };
    case "contacts":
      return { ...model, contacts: frame.contacts };
    case "typing":
      return { ...model, typing: frame.typing ? frame.name : null };
    case "older": {
      const own = frame.messages.filter((one) => one.chat_id === chatOf(model));
      return { ...model, messages: merged(own, model.messages), more: frame.more };
    }
    case "call":
      return { ...model, call: frame.call };
    case "invitation":
      return withInvitation(model, { ...frame.invitation, by: "operator" });
    case "withdrawn":
      return { ...model, invitation: null };
  }
}

/**
 * A message into its place. An answer to `say` may overtake what others said before it, so it does not move `heard`: only what is published in
 * order does.
 */
function withMessage(model: Model, message: WidgetMessage): Model {
  if (model.past.includes(message.chat_id)) return model;
  const next = movedTo(model, message.chat_id);
  return settled({
    ...next,
    messages: merged(next.messages, [message]),
    hasWritten: model.hasWritten || message.from === "visitor",
    ...(isAnswer(message) ? { typing: null } : {}),
    ...(message.from === "visitor" ? { invitation: null } : {}),
  });
}
/** The window with this chat as its visitor's latest one. */
function movedTo(model: Model, chatId: number): Model {
  const present = chatOf(model);
  return present === chatId
    ? model
    : { ...model, past: [...model.past, present], messages: [], heard: 0, more: false, read: 0, isFresh: false };
}
/** An invitation is shown whatever was there (WG-060): it leaves an ended chat behind. */
export function withInvitation(model: Model, invitation: Invitation): Model {
  return { ...model, invitation, isFresh: model.isFresh || model.chat?.state === "closed" };
}
/** The chat whose messages are shown; 0: none. */
export function chatOf(model: Model): number {
  return model.messages[0]?.chat_id ?? model.chat?.id ?? 0;
}
/** Messages in a chat that is not over. */
export function hasMessages(model: Model): boolean {
  return model.chat !== null && model.chat.state !== "closed" && model.messages.some((one) => one.from !== "system");
}
/** What is written now goes on with a chat; else it begins one. */
export function goesOn(model: Model): boolean {
  return !model.isFresh && chatOf(model) !== 0 && model.chat?.state !== "closed";
}
export function isRunning(call: WidgetCall | null): boolean {
  return call !== null && call.status !== "end" && call.status !== "error";
}
/** Messages of others that no tab of the visitor has shown. */
export function unreadOf(model: Model): number {
  if (model.isFresh) return 0;
  return model.messages.filter((one) => isAnswer(one) && one.seq > model.read).length;
}
export function isAnswer(message: WidgetMessage): boolean {
  return message.from === "operator" || message.from === "bot";
}
/** Whether the messages are on the screen in this state. */
export function showsChat(state: State): boolean {
  return isOpen(state) && state === "chat";
}
export function agentsOf(model: Model): readonly WidgetAgent[] {
  return model.chat !== null && model.chat.state !== "closed" && !model.isFresh ? model.chat.agents : [];
}

/** Departments to choose from; none while an operator's invitation waits, because that operator answers (CORE-155). */
export const departmentsOf = ({ invitation, situation }: Model): WidgetSituation["departments"] =>
  invitation?.by === "operator" ? [] : (situation?.departments ?? []);

/** The department for the first message: chosen, or named by the invitation, else the first that is online; null: none. */
export function departmentOf(model: Model): number | null {
  const { department, invitation } = model;
  const offered = departmentsOf(model);
  return department ?? invitation?.department_id ?? (offered.find((one) => one.online) ?? offered[0])?.id ?? null;
}

/** No chat is shown: the window has its greeting, or an invitation. */
export function isNew({ messages, isFresh }: Model): boolean {
  return messages.length === 0 || isFresh;
}

/** An ended chat is shown until it can no longer be rated (CORE-080); then the window begins anew. */
const shownAfterEndMs = 24 * 3_600_000;
export function endedLongAgo({ chat }: Model, now: number): boolean {
  return chat?.state === "closed" && chat.closed_at !== null && now - Date.parse(chat.closed_at) > shownAfterEndMs;
}

/** What the page may know (bridge). */
export function factsOf(model: Model): Facts {
  return {
    connected: model.connection === "live",
    number: model.number,
    situation: model.situation,
    contacts: model.contacts,
    unread: unreadOf(model),
    agents: agentsOf(model),
    calling: isRunning(model.call),
    quiet: model.quiet,
    hasMessages: hasMessages(model),
  };
}

function settled(model: Model): Model {
  if (model.outbox.length === 0) return model;
  const stored = new Set(model.messages.map((one) => one.client_id));
  return { ...model, outbox: model.outbox.filter((one) => !stored.has(one.ref)) };
}
function merged(have: readonly WidgetMessage[], more: readonly WidgetMessage[]): readonly WidgetMessage[] {
  const byId = new Map([...have, ...more].map((one) => [one.id, one]));
  return [...byId.values()].sort((a, b) => a.seq - b.seq);
}
