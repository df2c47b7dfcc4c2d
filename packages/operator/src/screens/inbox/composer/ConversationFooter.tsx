import { Suspense, useEffect } from "react";
// oxlint-disable jsx-a11y/prefer-tag-over-role -- a live region is a role, not an <output> of a form.
import type { Chat } from "@parlour/protocol";
import type { ReactNode } from "react";
import { useAccount } from "../../../state/account.ts";
import { useLiveState } from "../../../state/live-context.tsx";
import { Button } from "../../../ui/Button.tsx";
import { useNow } from "../../../ui/time.ts";
import { useOpening } from "../../../state/inbox/openings.ts";
import { endKeys } from "../../../ui/open-chat/keys.ts";
import { Composer } from "./Composer.tsx";
import type { ConversationPartProps } from "../conversation-props.ts";
import { LazyAboveComposer, LazyMessageEditor, LazyQuoteBar } from "../lazy-action-parts.ts";
import { useMessageEdit } from "./edit/message-edit.ts";
import { getReplyWindow } from "./window/reply-window.ts";
import { lazyPart } from "../../../ui/loading/lazy-part.ts";
import { t } from "../text.ts";

/** Parts that few chats need. They are one chunk, because each one enlarges the first load. */
const importParts = () => import("./footer/parts.ts");
const ClosedWindowBar = lazyPart(importParts, (parts) => parts.ClosedWindowBar);
const AnsweredElsewhereBar = lazyPart(importParts, (parts) => parts.AnsweredElsewhereBar);
const ReplyWindowNote = lazyPart(importParts, (parts) => parts.ReplyWindowNote);
const ReadOnlyBar = lazyPart(importParts, (parts) => parts.ReadOnlyBar);
const BotInvitation = lazyPart(importParts, (parts) => parts.BotInvitation);
const ConflictingReplyBar = lazyPart(importParts, (parts) => parts.ConflictingReplyBar);
const LostChatBar = lazyPart(importParts, (parts) => parts.LostChatBar);

/** Renders the area below the messages: pending close, unsent replies, and the composer. */
export function ConversationFooter(props: ConversationPartProps) {
  const { chat, actions } = props;
  const opening = useOpening(chat.id);
  // Text is typed for the chat from the press on, and stays a reply if another has the chat.
  const permission = opening === undefined ? props.permission : "reply";
  const isReadable = permission === "read" || permission === "closed";
  useEffect(() => {
    if (isReadable) endKeys(chat.id);
  }, [isReadable, chat.id]);
  const edit = useMessageEdit(chat.id);
  const closing = useLiveState((state) => state.closing.get(chat.id));
  if (closing !== undefined) return <ClosingBar until={closing} onUndo={actions.undoClose} />;
  if (permission === "read") {
    return (
      <Suspense fallback={null}>
        <ReadOnlyBar chat={chat} />
      </Suspense>
    );
  }
  return (
    <>
      <LazyAboveComposer {...props} />
      <WaitingBar {...props} />
      {opening !== undefined && opening.refusal !== null && (
        <Suspense fallback={null}>
          <LostChatBar {...props} {...opening} reason={opening.refusal} />
        </Suspense>
      )}
      {permission === "closed" ? (
        <FooterBar text={`${t("conversation.isclosed")} ${t("conversation.continue.hint")}`}>
          <Button variant="primary" onClick={actions.continueChat}>
            {t("conversation.continue")}
          </Button>
        </FooterBar>
      ) : edit ? (
        <LazyMessageEditor key={edit.message.seq} {...{ edit, chat }} field={props.field} />
      ) : (
        <ReplyArea
          {...props}
          permission={permission}
          mode={opening === undefined ? props.mode : "text"}
        />
      )}
    </>
  );
}

function ClosingBar({ until, onUndo }: { until: number; onUndo: () => void }) {
  const now = useNow(500);
  const offline = useLiveState((state) => state.connection.kind === "offline");
  return (
    <FooterBar
      text={
        offline
          ? t("conversation.closing.offline")
          : t("conversation.closing", { s: Math.max(0, Math.ceil((until - now) / 1000)) })
      }
    >
      <Button onClick={onUndo}>{t("conversation.undo")}</Button>
    </FooterBar>
  );
}

/** Shows replies that were held behind another operator's, or wait for the connection. */
function WaitingBar({ chat, onMode, field }: ConversationPartProps) {
  const outbox = useLiveState((state) => state.outbox);
  const offline = useLiveState((state) => state.connection.kind === "offline");
  const chatItems = outbox.filter((item) => item.chatId === chat.id);
  const conflictingItems = chatItems.filter((item) => item.state === "held");
  const queuedCount = chatItems.filter((item) => item.state === "queued").length;
  const edit = () => {
    onMode("text");
    field.current?.focus();
  };
  return (
    <>
      {conflictingItems.length > 0 && (
        <ul className="heldbox" aria-label={t("held.list")}>
          {conflictingItems.map((item) => (
            <Suspense key={item.clientId} fallback={null}>
              <ConflictingReplyBar item={item} onEdit={edit} />
            </Suspense>
          ))}
        </ul>
      )}
      {offline && queuedCount > 0 && (
        <p className="sys waits" role="note">
          {t("composer.offline", { n: queuedCount })}
        </p>
      )}
    </>
  );
}

/** Renders the composer. In another operator's chat only notes can be written before joining. */
function ReplyArea({
  chat,
  me,
  permission,
  mode,
  onMode,
  actions,
  field,
}: ConversationPartProps & { permission: "take" | "reply" | "other" }) {
  const now = useNow(10_000, chat.reply_until !== undefined);
  const window = getReplyWindow(chat, now);
  const currentMode = permission === "other" ? "note" : mode;
  const isAnsweredElsewhere = useAccount().data?.answered_elsewhere === chat.channel.id;
  return (
    <>
      {chat.state === "waiting" && chat.wait?.invited_until !== undefined && (
        <Suspense fallback={null}>
          <BotInvitation chat={chat} until={chat.wait.invited_until} onTake={actions.take} />
        </Suspense>
      )}
      {permission === "other" &&
        (isAnsweredElsewhere ? (
          <Suspense fallback={null}>
            <AnsweredElsewhereBar />
          </Suspense>
        ) : (
          <FooterBar text={assigneeText(chat)}>
            <Button small onClick={actions.join}>
              {t("conversation.join")}
            </Button>
          </FooterBar>
        ))}
      {window.kind === "open" && currentMode === "text" && (
        <Suspense fallback={null}>
          <ReplyWindowNote leftMs={window.leftMs} />
        </Suspense>
      )}
      {isAnsweredElsewhere && currentMode === "text" ? (
        <Suspense fallback={null}>
          <AnsweredElsewhereBar onNote={() => onMode("note")} />
        </Suspense>
      ) : window.kind === "closed" && currentMode === "text" ? (
        <Suspense fallback={null}>
          <ClosedWindowBar chat={chat} window={window} onNote={() => onMode("note")} />
        </Suspense>
      ) : (
        <>
          {permission !== "other" && <LazyQuoteBar {...{ chat, me, field }} />}
          <Composer
            key={chat.id}
            {...{ chat, me, permission, onMode, field }}
            mode={currentMode}
            onSendAndClose={actions.close}
          />
        </>
      )}
    </>
  );
}

function assigneeText(chat: Chat): string {
  if (chat.state === "bot")
    return chat.bot
      ? t("conversation.other.bot", { name: chat.bot.name })
      : t("conversation.other.bot.plain");
  return chat.assignee
    ? t("conversation.other", { name: chat.assignee.name })
    : t("conversation.other.nobody");
}

function FooterBar({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="footbar">
      <p className="grow soft">{text}</p>
      {children}
    </div>
  );
}
