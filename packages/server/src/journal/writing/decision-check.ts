import type { Decision, StoredChat } from "../../core/command.ts";
import type { ChatData, NewEvent } from "../../core/event.ts";
import { rulesOf } from "../../core/events/event-table.ts";

interface GivenChat {
  readonly row: StoredChat;
}
/** What the command was given, after the earlier commands of its batch. */
interface GivenState {
  readonly visitor: object | null;
  /** An unknown customer. */
  readonly customer: object | null;
  readonly running: GivenChat | null;
  readonly chats: ReadonlyMap<number, GivenChat>;
}
/** State of a decision while its events are checked. */
interface DecidedState {
  hasVisitor: boolean;
  isRunning: boolean;
  readonly createdChats: Set<number>;
}

/** Throws if a decision contradicts the state. Called before any part of it is applied. */
export function assertConsistent(decided: Decision, given: GivenState): void {
  const state: DecidedState = {
    hasVisitor: given.visitor !== null,
    isRunning: given.running !== null,
    createdChats: new Set(),
  };
  for (const event of decided.events) assertNeeds(event, given, state);
  if (decided.visitor && !state.hasVisitor)
    throw new Error("the command changed data of a visitor that does not exist");
}

/** Throws if the command was not given what the event needs. Updates the state by the event. */
function assertNeeds(event: NewEvent, given: GivenState, state: DecidedState): void {
  const { needs } = rulesOf(event);
  if (needs === "no command") throw new Error(`a command may not write ${event.name}`);
  if (needs === "new visitor") {
    if (state.hasVisitor || !given.customer)
      throw new Error("the command created a visitor that exists");
    state.hasVisitor = true;
  } else if (!state.hasVisitor)
    throw new Error(`the command wrote ${event.name} without a visitor`);
  if (event.name === "message_created") {
    const id = event.message.chat_id;
    if (!given.chats.has(id) && !state.createdChats.has(id))
      throw new Error("the command wrote into a chat that it was not given");
  }
  if (!("chat" in event)) return;
  const { chat } = event;
  if (needs === "new chat") {
    state.createdChats.add(chat.id);
    // A chat can be closed from the start: that of a blocked visitor, or an imported one.
    if (chat.state === "closed") return;
    if (state.isRunning) throw new Error("the command created a second running chat");
    state.isRunning = true;
    return;
  }
  assertChangeable(chat, given, state);
  const isCurrent = given.running?.row.id === chat.id || state.createdChats.has(chat.id);
  if (chat.state === "closed" && isCurrent) state.isRunning = false;
}

/** Throws if an event changes a chat that the command was not given, or reopens one. */
function assertChangeable(
  chat: ChatData,
  { chats }: GivenState,
  { createdChats }: DecidedState,
): void {
  const known = chats.get(chat.id);
  if (known === undefined && !createdChats.has(chat.id))
    throw new Error("the command changed a chat that it was not given");
  if (chat.state !== "closed" && known?.row.entity.state === "closed")
    throw new Error("the command reopened a closed chat");
}
