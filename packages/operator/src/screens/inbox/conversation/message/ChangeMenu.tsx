import "../../composer/edit/edit.css";
import type { Chat, Message, Operator } from "@parlour/protocol";
import {
  IconArrowBackUp,
  IconDots,
  IconMoodPlus,
  IconPencil,
  IconTrash,
} from "@tabler/icons-react";
import { useRef, useState } from "react";
import type { DraftMode } from "../../../../state/drafts/drafts.ts";
import { useLiveState } from "../../../../state/live-context.tsx";
import { can, useCurrentOperator } from "../../../../state/session.tsx";
import { Menu } from "../../../../ui/dialog/menu.tsx";
import { Icon } from "../../../../ui/Icon.tsx";
import { canQuote } from "../../composer/quote/can-quote.ts";
import { setQuote } from "../../composer/quote/quote-draft.ts";
import { t as quoteText } from "../../composer/quote/text.ts";
import {
  getChangeChannel,
  showsChange,
  useChangeChannel,
  type ChangeChannel,
} from "../../composer/edit/change-channel.ts";
import { setMessageEdit } from "../../composer/edit/message-edit.ts";
import { t } from "../../composer/edit/text.ts";
import { t as inboxText } from "../../text.ts";
import {
  canReact,
  ReactionPopover,
  Reactions,
  t as reactionText,
} from "../reactions/reaction-parts.ts";
import { ChangeNotice } from "./ChangeNotice.tsx";
import { DeleteDialog } from "./DeleteDialog.tsx";
import { UseReplyButton } from "./UseReplyButton.tsx";

/**
 * Menu of a message that the operator may edit, delete, quote or react to (CORE-413), the result of
 * its latest change, and its reactions.
 */
export function ChangeMenu({ message }: { message: Message }) {
  const chat = useLiveState((state) => state.snapshot.chats.get(message.chat_id)?.chat);
  return (
    <>
      {message.change && <ChangeNotice message={message} change={message.change} />}
      {chat && message.cause?.kind === "model" && <UseReplyButton message={message} chat={chat} />}
      {chat && message.reactions && <Reactions message={message} chat={chat} />}
      {chat && <Actions message={message} chat={chat} />}
    </>
  );
}

function Actions({ message, chat }: { message: Message; chat: Chat }) {
  const me = useCurrentOperator();
  const [dialog, setDialog] = useState<"delete" | "react" | null>(null);
  const anchor = useRef<HTMLSpanElement>(null);
  const closeDialog = () => setDialog(null);
  const canChange = canDelete(message, { chat, channel: useChangeChannel(chat) }, me);
  const entries = [
    ...(canReact(message, chat, me)
      ? [{ id: "react", label: reactionText("reaction.verb"), icon: IconMoodPlus }]
      : []),
    ...(canQuote(message, chat, me)
      ? [{ id: "quote", label: quoteText("quotedraft.verb"), icon: IconArrowBackUp, keys: "R" }]
      : []),
    ...(canChange && canEdit(message, me)
      ? [{ id: "edit", label: t("messageedit.verb"), icon: IconPencil }]
      : []),
    ...(canChange
      ? [{ id: "delete", label: t("delete.verb"), icon: IconTrash, danger: true }]
      : []),
  ];
  if (entries.length === 0) return null;
  return (
    <>
      <span ref={anchor} />
      <Menu
        label={inboxText("article.menu")}
        className="btn icon quiet changes"
        isTabSkipped={!canChange}
        groups={[{ entries }]}
        onAction={(id) => {
          if (id === "quote") setQuote({ message, operatorId: me.id });
          else if (id === "edit") setMessageEdit({ message, text: message.text });
          else setDialog(id === "react" ? "react" : "delete");
        }}
      >
        <Icon of={IconDots} small />
      </Menu>
      {dialog === "delete" && <DeleteDialog message={message} chat={chat} onClose={closeDialog} />}
      {dialog === "react" && (
        <ReactionPopover message={message} chat={chat} anchor={anchor} onClose={closeDialog} />
      )}
    </>
  );
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
