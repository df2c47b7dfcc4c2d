// oxlint-disable jsx-a11y/prefer-tag-over-role -- a live region is a role, not an <output> of a form.
import { ApiError } from "@parlour/client";
import type { Chat, ChatNotice, Operator, Transfer } from "@parlour/protocol";
import { IconAlertCircle, IconArrowsExchange, IconClock, IconX } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useOpenChat } from "../../../ui/open-chat/open-chat.ts";
import { getConflictWinner } from "../../../state/inbox/conflict-winner.ts";
import { useLiveState, useLiveClient } from "../../../state/live-context.tsx";
import { Button } from "../../../ui/Button.tsx";
import { useApiMutation } from "../../../ui/mutation.ts";
import { getErrorText } from "../../../ui/loading/ErrorMessage.tsx";
import { useShortcuts } from "../../../ui/keyboard/shortcuts.ts";
import { toast } from "../../../ui/dialog/toast.tsx";
import { DeclineDialog } from "../../../ui/transfer/DeclineDialog.tsx";
import { formatNotice } from "../../../ui/transfer/format-notice.ts";
import { t as dialogText } from "../../../ui/transfer/dialog-text.ts";
import { defineTexts, joinTexts } from "../../../text/index.ts";
import { t as transferText } from "../../../ui/transfer/text.ts";
import "../../../ui/transfer/transfer.css";
import { TransferDialog } from "../../../ui/transfer/TransferDialog.tsx";
import { TransferBarLayout, HighlightedName, RemainingTime } from "./TransferBarLayout.tsx";

/** Texts of the buttons, which the first load does not need. */
const barText = defineTexts({
  en: {
    "notice.failed": "Could not dismiss the notification. {why}",
    "withdraw.failed": "Could not withdraw the transfer. {why}",
    "withdraw.late": "{name} has already accepted.",
    "notice.again": "Transfer again",
    "withdraw.verb": "Withdraw",
    "notice.dismiss": "Dismiss",
  },
  ru: {
    "notice.failed": "Не удалось скрыть уведомление. {why}",
    "withdraw.failed": "Не удалось отозвать передачу. {why}",
    "withdraw.late": "{name}: чат уже принят.",
    "notice.again": "Передать снова",
    "withdraw.verb": "Отозвать",
    "notice.dismiss": "Скрыть",
  },
});
const t = joinTexts(transferText, barText);

interface TransferBarsProps {
  chat: Chat;
  me: Operator;
  notice: ChatNotice | null;
}

/** The bar of an open transfer for sender or recipient, or the notice about its end. */
export function TransferBarContent({ chat, me, notice }: TransferBarsProps) {
  const transfer = chat.transfer ?? null;
  useMarkNoticeOpened(chat.id, notice);
  if (transfer !== null && transfer.to.id === me.id)
    return <IncomingBar key={transfer.until} chat={chat} transfer={transfer} />;
  if (transfer !== null) return <PendingBar key={transfer.until} chat={chat} transfer={transfer} />;
  return notice && <NoticeBar key={notice.at} chat={chat} me={me} notice={notice} />;
}

/** Marks the notice as opened when its chat is on screen. Then all devices show only this bar. */
function useMarkNoticeOpened(chatId: number, notice: ChatNotice | null): void {
  const live = useLiveClient();
  const isNew = notice !== null && notice.opened_at === null;
  useEffect(() => {
    if (isNew) live.markNotice(chatId, "opened").catch(() => undefined);
  }, [live, chatId, isNew]);
}

interface OpenTransferProps {
  chat: Chat;
  transfer: Transfer;
}

/** Shown to the sender, who waits for an answer and can withdraw the transfer. */
function PendingBar({ chat, transfer }: OpenTransferProps) {
  const live = useLiveClient();
  const { unavailable, run } = useAnswer(chat);
  const withdraw = () => {
    if (unavailable === false) run(() => live.withdrawTransfer(chat.id), "withdraw.failed");
  };
  useShortcuts({ w: withdraw });
  return (
    <TransferBarLayout
      tone="info"
      icon={IconArrowsExchange}
      role="status"
      text={<HighlightedName textId="pending.bar" name={transfer.to.name} />}
      comment={transfer.comment}
    >
      <RemainingTime until={transfer.until} />
      <Button
        small
        unavailable={unavailable}
        aria-keyshortcuts="W"
        title={`${t("withdraw.verb")}  W`}
        onClick={withdraw}
      >
        {t("withdraw.verb")}
      </Button>
    </TransferBarLayout>
  );
}

/** Shown to the recipient, who accepts or declines. */
function IncomingBar({ chat, transfer }: OpenTransferProps) {
  const openChat = useOpenChat();
  const { unavailable } = useAnswer(chat);
  const [isDeclining, setDeclining] = useState(false);
  const accept = () => {
    if (unavailable === false)
      openChat({ chatId: chat.id, view: "mine", request: "accept_transfer" });
  };
  const decline = () => setDeclining(true);
  useShortcuts({ y: accept, d: decline });
  return (
    <>
      <TransferBarLayout
        tone="accent"
        icon={IconArrowsExchange}
        role="alert"
        text={<HighlightedName textId="incoming.bar" name={transfer.by.name} />}
        comment={transfer.comment}
      >
        <RemainingTime until={transfer.until} />
        <Button
          small
          unavailable={unavailable}
          aria-keyshortcuts="D"
          title={`${dialogText("decline.verb")}  D`}
          onClick={decline}
        >
          {dialogText("decline.verb")}
        </Button>
        <Button
          small
          variant="primary"
          unavailable={unavailable}
          aria-keyshortcuts="Y"
          title={`${t("accept.verb")}  Y`}
          onClick={accept}
        >
          {t("accept.verb")}
        </Button>
      </TransferBarLayout>
      {isDeclining && (
        <DeclineDialog
          chatId={chat.id}
          senderName={transfer.by.name}
          onClose={() => setDeclining(false)}
        />
      )}
    </>
  );
}

/** Shows how the transfer ended. Remains until the operator dismisses it. */
function NoticeBar({ chat, me, notice }: { chat: Chat; me: Operator; notice: ChatNotice }) {
  const live = useLiveClient();
  const { unavailable, run } = useAnswer(chat);
  const [isTransferring, setTransferring] = useState(false);
  const isDeclined = notice.kind === "transfer_declined";
  const noticeText = formatNotice(notice, chat, me.id);
  return (
    <>
      <TransferBarLayout
        tone={isDeclined ? "bad" : "info"}
        icon={isDeclined ? IconAlertCircle : IconClock}
        role={isDeclined ? "alert" : "status"}
        text={
          <>
            <strong className="medium">{noticeText.bar}</strong> {noticeText.rest}
          </>
        }
      >
        {notice.kind !== "reassigned" && notice.kind !== "assigned" && chat.state === "open" && (
          <Button small aria-haspopup="dialog" onClick={() => setTransferring(true)}>
            {t("notice.again")}
          </Button>
        )}
        <Button
          small
          variant="quiet"
          icon={IconX}
          aria-label={t("notice.dismiss")}
          unavailable={unavailable}
          onClick={() => run(() => live.markNotice(chat.id, "dismissed"), "notice.failed")}
        />
      </TransferBarLayout>
      {isTransferring && (
        <TransferDialog chat={chat} me={me} onClose={() => setTransferring(false)} />
      )}
    </>
  );
}

type FailureTextId = "accept.failed" | "withdraw.failed" | "notice.failed";

/** Sends one answer at a time. An error message contains the reason and names the chat. */
function useAnswer(chat: Chat) {
  const offline = useLiveState((state) => state.connection.kind === "offline");
  const { busy, run } = useApiMutation();
  const showFailure = (textId: FailureTextId) => (error: unknown) => {
    const isTaken = error instanceof ApiError && error.code === "already_accepted";
    toast(
      isTaken
        ? t("withdraw.late", { name: getConflictWinner(error) })
        : t(textId, { why: getErrorText(error) }),
      {
        tone: isTaken ? "plain" : "bad",
        chat,
      },
    );
  };
  return {
    unavailable: offline ? dialogText("dialog.offline") : busy,
    run: (request: () => Promise<unknown>, textId: FailureTextId) =>
      void run(request, showFailure(textId)),
  };
}
