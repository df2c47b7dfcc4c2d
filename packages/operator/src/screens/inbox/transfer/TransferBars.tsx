// oxlint-disable jsx-a11y/prefer-tag-over-role -- a live region is a role, not an <output> of a form.
import { ApiError } from "@parlour/client";
import type { Chat, ChatNotice, Operator, Transfer } from "@parlour/protocol";
import { IconAlertCircle, IconArrowsExchange, IconClock, IconX } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState, type ReactNode } from "react";
import { nextFocus } from "../../ring/focus-wish.ts";
import { firstTaker } from "../../../state/first-taker.ts";
import { useLive, useLiveStore } from "../../../state/live-context.tsx";
import { Button } from "../../../ui/Button.tsx";
import { useDeed } from "../../../ui/deed.ts";
import { wordsOf } from "../../../ui/Failure.tsx";
import { Icon, type IconType } from "../../../ui/Icon.tsx";
import { useKeys } from "../../../ui/keys.ts";
import { duration, useNow } from "../../../ui/Time.tsx";
import { toast } from "../../../ui/toast.tsx";
import { DeclineDialog } from "./DeclineDialog.tsx";
import { noticeWords } from "./notice-words.ts";
import { t } from "./text.ts";
import "./transfer.css";
import { TransferDialog } from "./TransferDialog.tsx";

interface BarsProps {
  chat: Chat;
  me: Operator;
  notice: ChatNotice | null;
}

/**
 * Shows the bar of an open transfer for the operator's side, else the notice about how the last one
 * ended.
 */
export function TransferBars({ chat, me, notice }: BarsProps) {
  const open = chat.transfer ?? null;
  useOpened(chat.id, notice);
  if (open !== null && open.to.id === me.id) return <IncomingBar key={open.until} chat={chat} open={open} />;
  if (open !== null) return <PendingBar key={open.until} chat={chat} open={open} />;
  return notice && <NoticeBar key={notice.at} chat={chat} me={me} notice={notice} />;
}

/**
 * Marks the notice as opened when its chat is on screen, so that on every device only this bar
 * remains.
 */
function useOpened(chatId: number, notice: ChatNotice | null): void {
  const live = useLiveStore();
  const isNew = notice !== null && notice.opened_at === null;
  useEffect(() => {
    if (isNew) live.markNotice(chatId, "opened").catch(() => undefined);
  }, [live, chatId, isNew]);
}

interface OpenProps {
  chat: Chat;
  open: Transfer;
}

/** Bar of the sender, who waits for the answer and can withdraw. */
function PendingBar({ chat, open }: OpenProps) {
  const live = useLiveStore();
  const { unavailable, run } = useAnswer(chat);
  const withdraw = () => {
    if (unavailable === false) run(() => live.withdrawTransfer(chat.id), "withdraw.failed");
  };
  useKeys({ w: withdraw });
  return (
    <Bar
      tone="info"
      icon={IconArrowsExchange}
      role="status"
      words={<Sentence of="pending.bar" name={open.to.name} />}
      comment={open.comment}
    >
      <Left until={open.until} />
      <Button small unavailable={unavailable} aria-keyshortcuts="W" title={`${t("withdraw.verb")}  W`} onClick={withdraw}>
        {t("withdraw.verb")}
      </Button>
    </Bar>
  );
}

/** Bar of the recipient, who accepts or declines. */
function IncomingBar({ chat, open }: OpenProps) {
  const live = useLiveStore();
  const navigate = useNavigate();
  const { unavailable, run } = useAnswer(chat);
  const [isDeclining, setDeclining] = useState(false);
  const accept = () => {
    if (unavailable !== false) return;
    run(async () => {
      await live.acceptTransfer(chat.id);
      await navigate({ to: "/inbox/$view/{-$chat}", params: { view: "mine", chat: String(chat.id) }, state: { focus: nextFocus() } });
    }, "accept.failed");
  };
  const decline = () => setDeclining(true);
  useKeys({ y: accept, d: decline });
  return (
    <>
      <Bar
        tone="accent"
        icon={IconArrowsExchange}
        role="alert"
        words={<Sentence of="incoming.bar" name={open.by.name} />}
        comment={open.comment}
      >
        <Left until={open.until} />
        <Button small unavailable={unavailable} aria-keyshortcuts="D" title={`${t("decline.verb")}  D`} onClick={decline}>
          {t("decline.verb")}
        </Button>
        <Button small variant="primary" unavailable={unavailable} aria-keyshortcuts="Y" title={`${t("accept.verb")}  Y`} onClick={accept}>
          {t("accept.verb")}
        </Button>
      </Bar>
      {isDeclining && <DeclineDialog chatId={chat.id} by={open.by.name} onClose={() => setDeclining(false)} />}
    </>
  );
}

/** Bar that says how the transfer ended. Stays until it is dismissed. */
function NoticeBar({ chat, me, notice }: { chat: Chat; me: Operator; notice: ChatNotice }) {
  const live = useLiveStore();
  const { unavailable, run } = useAnswer(chat);
  const [again, setAgain] = useState(false);
  const isDeclined = notice.kind === "transfer_declined";
  const words = noticeWords(notice, chat, me.id);
  return (
    <>
      <Bar
        tone={isDeclined ? "bad" : "info"}
        icon={isDeclined ? IconAlertCircle : IconClock}
        role={isDeclined ? "alert" : "status"}
        words={
          <>
            <strong className="medium">{words.bar}</strong> {words.rest}
          </>
        }
      >
        {notice.kind !== "reassigned" && chat.state === "open" && (
          <Button small aria-haspopup="dialog" onClick={() => setAgain(true)}>
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
      </Bar>
      {again && <TransferDialog chat={chat} me={me} onClose={() => setAgain(false)} />}
    </>
  );
}

interface BarProps {
  tone: "info" | "accent" | "bad";
  icon: IconType;
  role: "status" | "alert";
  words: ReactNode;
  comment?: string | null;
  children: ReactNode;
}

/** Bar across the chat. The text is announced once, without the time and the buttons. */
function Bar({ tone, icon, role, words, comment = null, children }: BarProps) {
  return (
    <section className={`banner transferbar ${tone}`} aria-label={t("transfer.bar")}>
      <Icon of={icon} />
      <p className="grow" role={role}>
        {words}
        {comment !== null && comment !== "" && (
          <span className="soft said" dir="auto">
            “{comment}”
          </span>
        )}
      </p>
      <div className="banneracts">{children}</div>
    </section>
  );
}

/** Sentence with a highlighted `{name}`. */
function Sentence({ of: id, name }: { of: "pending.bar" | "incoming.bar"; name: string }) {
  const [before = "", after = ""] = t(id, { name: "\u0000" }).split("\u0000");
  return (
    <>
      {before}
      <bdi className="medium">{name}</bdi>
      {after}
    </>
  );
}

const announcedMs = 10_000;

/** Remaining time, announced once at 10 s. */
function Left({ until }: { until: string }) {
  const now = useNow(1000);
  // Rounded up to whole seconds, so that "0:00" is never shown.
  const left = Math.max(0, Math.ceil((Date.parse(until) - now) / 1000) * 1000);
  return (
    <>
      <span className="num" aria-hidden="true">
        {left > 0 && duration(left)}
      </span>
      <span className="vh" role="status">
        {left <= announcedMs && t("pending.ten")}
      </span>
    </>
  );
}

type FailedWords = "accept.failed" | "withdraw.failed" | "notice.failed";

/** Sends one answer at a time. A failure is shown with its reason and its chat. */
function useAnswer(chat: Pick<Chat, "id" | "visitor">) {
  const offline = useLive((state) => state.connection.kind === "offline");
  const { busy, run } = useDeed();
  const refuse = (words: FailedWords) => (error: unknown) => {
    const isTaken = error instanceof ApiError && error.code === "already_accepted";
    toast(isTaken ? t("withdraw.late", { name: firstTaker(error) }) : t(words, { why: wordsOf(error) }), {
      tone: isTaken ? "plain" : "bad",
      chat,
    });
  };
  return {
    unavailable: offline ? t("dialog.offline") : busy,
    run: (work: () => Promise<unknown>, words: FailedWords) => void run(work, refuse(words)),
  };
}
