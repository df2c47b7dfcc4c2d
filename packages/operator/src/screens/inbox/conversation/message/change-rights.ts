import type { Chat, Message, Operator } from "@parlour/protocol";
import type { DraftMode } from "../../../../state/drafts/drafts.ts";
import { can } from "../../../../state/session.tsx";
import {
  getChangeChannel,
  showsChange,
  useChangeChannel,
  type ChangeChannel,
} from "../../composer/edit/change-channel.ts";
import { setMessageEdit } from "../../composer/edit/message-edit.ts";

/** Returns what the operator may do with a message (CORE-413). */
export function useMessageRights(
  message: Message,
  chat: Chat,
  me: Operator,
): { readonly canDelete: boolean; readonly canEdit: boolean } {
  const isDeletable = canDelete(message, { chat, channel: useChangeChannel(chat) }, me);
  return { canDelete: isDeletable, canEdit: isDeletable && canEdit(message, me) };
}

/**
 * Starts the edit of the operator's latest message or note that they may edit (CORE-413). Returns
 * whether there is one.
 */
export function editLastMessage(
  messages: readonly Message[],
  chat: Chat,
  me: Operator,
  mode: DraftMode,
): boolean {
  const subject = { chat, channel: getChangeChannel(chat) };
  const message = messages.findLast(
    (one) =>
      (one.kind === "note") === (mode === "note") &&
      canDelete(one, subject, me) &&
      canEdit(one, me),
  );
  if (message) setMessageEdit({ message, text: message.text });
  return message !== undefined;
}

/**
 * Returns whether the server lets the operator delete the message (CORE-411, CORE-412). An email
 * that waits to be sent has its own Undo.
 */
function canDelete(
  message: Message,
  { chat, channel }: { readonly chat: Chat; readonly channel: ChangeChannel },
  me: Operator,
): boolean {
  const { author, deleted_at, undone_at, erased } = message;
  if (author.kind !== "operator" || chat.state === "closed" || !can(me, "chats.answer"))
    return false;
  if (deleted_at !== undefined || undone_at !== undefined || erased) return false;
  if (!showsChange(message, channel)) return false;
  return author.id === me.id || me.role === "owner" || me.role === "admin";
}

/** Returns whether the operator may also edit a message that they may delete (CORE-410). */
const canEdit = ({ author, kind, template }: Message, me: Operator): boolean =>
  author.id === me.id && template === undefined && (kind === "text" || kind === "note");
