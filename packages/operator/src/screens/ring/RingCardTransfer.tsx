import type { Chat, Transfer } from "@parlour/protocol";
import { IconArrowsExchange } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState, type KeyboardEvent } from "react";
import { useLiveStore } from "../../state/live-context.tsx";
import { Button } from "../../ui/Button.tsx";
import { TextField } from "../../ui/Field.tsx";
import { duration, useNow } from "../../ui/Time.tsx";
import { RingAbout, RingFrame, useAnswer } from "./RingFrame.tsx";
import { t } from "./text.ts";
import { visitorName } from "../../ui/visitor-name.ts";

interface TransferProps {
  chat: Chat;
  corner: boolean;
  onOpened: (chatId: number) => void;
}

/** A colleague hands a chat over: accept, or refuse with a reason that he reads (API-025). Never moves focus by itself. */
export function TransferCard({ chat, ...rest }: TransferProps) {
  return chat.transfer ? <Handed chat={chat} asked={chat.transfer} {...rest} /> : null;
}

function Handed({ chat, asked, corner, onOpened }: TransferProps & { asked: Transfer }) {
  const live = useLiveStore();
  const navigate = useNavigate();
  const now = useNow(1000);
  const [refusing, setRefusing] = useState(false);
  // Kept here, so that going back to the choice loses no word.
  const [reason, setReason] = useState("");
  const { unavailable, answer } = useAnswer();
  const by = asked.by.name;
  const name = visitorName(chat);
  const accept = async () => {
    await live.acceptTransfer(chat.id);
    onOpened(chat.id);
  };
  const look = () => void navigate({ to: "/inbox/$view/{-$chat}", params: { view: "all", chat: String(chat.id) } });
  return (
    <RingFrame
      className="handed"
      corner={corner}
      icon={IconArrowsExchange}
      title={t("handed.by", { by })}
      timer={<span className="timer num">{duration(Math.max(0, Date.parse(asked.until) - now))}</span>}
      aria-label={t("handed.label", { by, name })}
    >
      <RingAbout name={name} channel={chat.channel.name} said={asked.comment || null} />
      {refusing ? (
        <Refusal
          by={by}
          typed={reason}
          onType={setReason}
          unavailable={unavailable}
          onRefuse={() => answer(() => live.refuseTransfer(chat.id, reason.trim()), "handed.refusefailed")}
          onCancel={() => setRefusing(false)}
        />
      ) : (
        <div className="acts">
          <Button variant="primary" unavailable={unavailable} onClick={() => answer(accept, "handed.failed")}>
            {t("handed.accept")}
          </Button>
          <Button unavailable={unavailable} onClick={() => setRefusing(true)}>
            {t("handed.refuse")}
          </Button>
          <Button variant="text" small onClick={look}>
            {t("handed.look")}
          </Button>
        </div>
      )}
    </RingFrame>
  );
}

interface RefusalProps {
  by: string;
  typed: string;
  onType: (text: string) => void;
  unavailable: string | boolean;
  onRefuse: () => void;
  onCancel: () => void;
}

/** Asks for the reason of a refusal; Escape goes back to the choice. */
function Refusal({ by, typed, onType, unavailable, onRefuse, onCancel }: RefusalProps) {
  const isEmpty = typed.trim() === "";
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    onCancel();
  };
  return (
    <form
      className="refusing"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isEmpty && unavailable === false) onRefuse();
      }}
    >
      <TextField
        label={t("handed.reason")}
        hint={t("handed.reason.hint", { by })}
        value={typed}
        maxLength={300}
        // The person pressed Refuse: the reason is what comes next.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="acts">
        <Button type="submit" variant="primary" unavailable={unavailable || isEmpty}>
          {t("handed.refuse")}
        </Button>
        <Button onClick={onCancel}>{t("handed.cancel")}</Button>
      </div>
    </form>
  );
}
