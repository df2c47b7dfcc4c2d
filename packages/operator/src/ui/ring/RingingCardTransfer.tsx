import type { Chat, Transfer } from "@parlour/protocol";
import { IconArrowsExchange } from "@tabler/icons-react";
import { useState } from "react";
import { useOpenChat } from "../open-chat/open-chat.ts";
import { Button } from "../Button.tsx";
import { formatDuration, useNow } from "../time.ts";
import { DeclineDialog } from "../transfer/DeclineDialog.tsx";
import { RingingCardBody, RingingCardFrame, useCardAnswer } from "./RingingCardFrame.tsx";
import { t } from "./text.ts";
import { getVisitorName } from "../chat/visitor-name.ts";

interface TransferCardProps {
  chat: Chat;
  corner: boolean;
}

/** Card for an incoming transfer (API-232). It never takes the focus. */
export function TransferCard({ chat, ...rest }: TransferCardProps) {
  return chat.transfer ? <IncomingTransfer chat={chat} transfer={chat.transfer} {...rest} /> : null;
}

function IncomingTransfer({ chat, transfer, corner }: TransferCardProps & { transfer: Transfer }) {
  const openChat = useOpenChat();
  const now = useNow(1000);
  const [isDeclining, setDeclining] = useState(false);
  const { unavailable } = useCardAnswer(chat);
  const sender = transfer.by.name;
  // Rounds up to whole seconds, so that "0:00" is never shown.
  const remainingMs = Math.ceil((Date.parse(transfer.until) - now) / 1000) * 1000;
  const name = getVisitorName(chat);
  const accept = () => openChat({ chatId: chat.id, view: "mine", request: "accept_transfer" });
  // Y and D answer in the chat, so no field takes them.
  const viewChat = () => openChat({ chatId: chat.id, view: "all", isReading: true });
  return (
    <RingingCardFrame
      className="handed"
      corner={corner}
      icon={IconArrowsExchange}
      title={t("handed.by", { by: sender })}
      timer={remainingMs > 0 && <span className="timer num">{formatDuration(remainingMs)}</span>}
      aria-label={t("handed.label", { by: sender, name })}
    >
      <RingingCardBody name={name} channel={chat.channel} message={transfer.comment || null} />
      <div className="acts">
        <Button variant="primary" unavailable={unavailable} onClick={accept}>
          {t("handed.accept")}
        </Button>
        <Button unavailable={unavailable} aria-haspopup="dialog" onClick={() => setDeclining(true)}>
          {t("handed.decline")}
        </Button>
        <Button variant="text" small onClick={viewChat}>
          {t("handed.look")}
        </Button>
      </div>
      {isDeclining && (
        <DeclineDialog chatId={chat.id} senderName={sender} onClose={() => setDeclining(false)} />
      )}
    </RingingCardFrame>
  );
}
