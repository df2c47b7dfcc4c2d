import type { Chat, Message, Operator } from "@parlour/protocol";
import { getCapabilities } from "@parlour/protocol/entity/channel-kinds";
import { can } from "../../../../state/session.tsx";
import { setQuote } from "./quote-draft.ts";

/** Returns whether the server lets an answer in the chat quote the message (CORE-433). */
export function canQuote(message: Message, chat: Chat, me: Operator): boolean {
  const { kind, author, hidden, erased, deleted_at, undone_at } = message;
  const isKnown = kind !== "note" && author.kind !== "system" && !hidden;
  const isRemoved = erased || deleted_at !== undefined || undone_at !== undefined;
  return (
    isKnown &&
    !isRemoved &&
    chat.state !== "closed" &&
    can(me, "chats.answer") &&
    getCapabilities(chat.channel.kind).quotes
  );
}

/** Quotes the last message of the focused group in the next answer (CORE-434). */
export function quoteFocusedMessage(messages: readonly Message[], chat: Chat, me: Operator): void {
  const group = document.activeElement?.closest("[data-article]");
  const bubbles = [...(group?.querySelectorAll<HTMLElement>("[data-seq]") ?? [])];
  const seq = Number(bubbles.at(-1)?.dataset["seq"]);
  const message = messages.find((one) => one.seq === seq);
  if (message && canQuote(message, chat, me)) setQuote({ message, operatorId: me.id });
}
