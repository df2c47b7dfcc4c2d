import "../../composer/edit/edit.css";
import type { Chat, Message } from "@parlour/protocol";
import {
  IconArrowBackUp,
  IconDots,
  IconMoodPlus,
  IconPencil,
  IconTrash,
} from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useLiveState } from "../../../../state/live-context.tsx";
import { useCurrentOperator } from "../../../../state/session.tsx";
import { Menu } from "../../../../ui/dialog/menu.tsx";
import { listGapEntries, noteGap } from "../../../../ui/gaps/note-gap.ts";
import { Icon } from "../../../../ui/Icon.tsx";
import { canQuote } from "../../composer/quote/can-quote.ts";
import { setQuote } from "../../composer/quote/quote-draft.ts";
import { t as quoteText } from "../../composer/quote/text.ts";
import { setMessageEdit } from "../../composer/edit/message-edit.ts";
import { t } from "../../composer/edit/text.ts";
import { t as inboxText } from "../../text.ts";
import {
  canReact,
  ReactionPopover,
  Reactions,
  t as reactionText,
} from "../reactions/reaction-parts.ts";
import { useMessageRights } from "./change-rights.ts";
import { ChangeNotice } from "./ChangeNotice.tsx";
import { DeleteDialog } from "./DeleteDialog.tsx";
import { UseReplyButton } from "./UseReplyButton.tsx";

/**
 * Menu of a message that the operator may edit, delete, quote, react to (CORE-413) or note as a gap
 * (ART-045), the result of its latest change, and its reactions.
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
  const { canDelete, canEdit } = useMessageRights(message, chat, me);
  const entries = [
    ...(canReact(message, chat, me)
      ? [{ id: "react", label: reactionText("reaction.verb"), icon: IconMoodPlus }]
      : []),
    ...(canQuote(message, chat, me)
      ? [{ id: "quote", label: quoteText("quotedraft.verb"), icon: IconArrowBackUp, keys: "R" }]
      : []),
    ...listGapEntries(message, me),
    ...(canEdit ? [{ id: "edit", label: t("messageedit.verb"), icon: IconPencil }] : []),
    ...(canDelete
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
        isTabSkipped={!canDelete}
        groups={[{ entries }]}
        onAction={(id) => {
          if (id === "quote") setQuote({ message, operatorId: me.id });
          else if (id === "gap") void noteGap({ chatId: chat.id, seq: message.seq });
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
