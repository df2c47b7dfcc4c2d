import type { Chat, Message, Operator, Reaction } from "@parlour/protocol";
import { getCapabilities } from "@parlour/protocol/entity/channel-kinds";
import { api } from "../../../../state/api/api.ts";
import { can } from "../../../../state/session.tsx";
import { runOrToast } from "../../../../ui/mutation.ts";

/** Returns whether the server lets the operator react to the message (CORE-442). */
export function canReact(message: Message, chat: Chat, me: Operator): boolean {
  const { author, deleted_at, erased } = message;
  return (
    author.kind === "visitor" &&
    deleted_at === undefined &&
    !erased &&
    chat.state !== "closed" &&
    can(me, "chats.answer") &&
    getCapabilities(chat.channel.kind).reactions.length > 0
  );
}

/** Returns the reaction of the team to a message, also one that was taken back. */
export const findTeamReaction = ({ reactions }: Message): Reaction | undefined =>
  reactions?.find(({ by }) => by === "operator");

/** Sets the reaction of the team, or takes it back with null. A refusal is a toast. */
export async function sendReaction(
  { seq }: Message,
  chat: Chat,
  emoji: string | null,
): Promise<void> {
  const path = `/chats/${chat.id}/messages/${seq}/reaction`;
  await runOrToast(() => (emoji === null ? api.delete(path) : api.put(path, { emoji })), chat);
}
