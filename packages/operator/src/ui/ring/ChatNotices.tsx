// oxlint-disable jsx-a11y/prefer-tag-over-role -- a live region is a role, not an <output> of a form.
import type { Chat, ChatNotice, Operator } from "@parlour/protocol";
import { IconAlertCircle, IconClock, IconX } from "@tabler/icons-react";
import { lazy, useState } from "react";
import { useLiveState, useLiveClient } from "../../state/live-context.tsx";
import { listUnopenedNotices } from "../../state/inbox/offers.ts";
import { useOpenChat } from "../open-chat/open-chat.ts";
import { Button } from "../Button.tsx";
import { runOrToast } from "../mutation.ts";
import { loadChunk } from "../loading/load-chunk.ts";
import { Icon } from "../Icon.tsx";
import { getVisitorName } from "../chat/visitor-name.ts";
import { formatNotice } from "../transfer/format-notice.ts";
import { t } from "./text.ts";
import { DialogBoundary } from "../dialog/DialogBoundary.tsx";

const TransferDialog = lazy(() =>
  loadChunk(() => import("../transfer/TransferDialog.tsx")).then((module) => ({
    default: module.TransferDialog,
  })),
);

const maxVisibleNotices = 3;

/** Shows at most three unopened notices, without that of `openChat` (CORE-219). */
export function ChatNotices({ me, openChat }: { me: Operator; openChat: string | undefined }) {
  const all = useLiveState((state) => listUnopenedNotices(state, me.id));
  const [isAll, setAll] = useState(false);
  const [transferChat, setTransferChat] = useState<Chat | null>(null);
  const otherNotices = all.filter(({ chat }) => String(chat.id) !== openChat);
  const listed = isAll ? otherNotices : otherNotices.slice(0, maxVisibleNotices);
  const more = otherNotices.length - listed.length;
  return (
    <>
      {otherNotices.length > 0 && (
        <section className="notices" aria-label={t("notices.label")}>
          {listed.map((item) => (
            <NoticeBar
              key={`${item.chat.id} ${item.notice.at}`}
              {...item}
              me={me}
              onTransfer={() => setTransferChat(item.chat)}
            />
          ))}
          {more > 0 && (
            <Button small onClick={() => setAll(true)}>
              {t("notices.more", { n: more })}
            </Button>
          )}
        </section>
      )}
      {transferChat && (
        <DialogBoundary onClose={() => setTransferChat(null)}>
          <TransferDialog chat={transferChat} me={me} onClose={() => setTransferChat(null)} />
        </DialogBoundary>
      )}
    </>
  );
}

interface NoticeBarProps {
  chat: Chat;
  notice: ChatNotice;
  me: Operator;
  onTransfer: () => void;
}

function NoticeBar({ chat, notice, me, onTransfer }: NoticeBarProps) {
  const live = useLiveClient();
  const openChat = useOpenChat();
  const isDeclined = notice.kind === "transfer_declined";
  const noticeText = formatNotice(notice, chat, me.id);
  const [textBefore = "", textAfter = ""] = t("notices.chat", { name: "\u0000" }).split("\u0000");
  const open = () => openChat({ chatId: chat.id, view: "all" });
  return (
    <div
      className={`notice float ${isDeclined ? "bad" : "warn"}`}
      role={isDeclined ? "alert" : "status"}
    >
      <Icon of={isDeclined ? IconAlertCircle : IconClock} />
      <h2>{noticeText.title}</h2>
      <Button
        variant="quiet"
        small
        icon={IconX}
        aria-label={t("notices.dismiss")}
        onClick={() => void runOrToast(() => live.markNotice(chat.id, "dismissed"), chat)}
      />
      <p>
        {textBefore}
        <bdi className="medium">{getVisitorName(chat)}</bdi>
        {textAfter} {isDeclined ? noticeText.rest : `${noticeText.bar} ${noticeText.rest}`}
      </p>
      <div className="noticeacts">
        <Button small variant="primary" onClick={open}>
          {t("notices.open")}
        </Button>
        {isDeclined && chat.state === "open" && (
          <Button small aria-haspopup="dialog" onClick={onTransfer}>
            {t("notices.again")}
          </Button>
        )}
      </div>
    </div>
  );
}
