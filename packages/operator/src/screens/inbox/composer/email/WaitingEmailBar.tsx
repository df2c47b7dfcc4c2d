// oxlint-disable jsx-a11y/prefer-tag-over-role -- a live region is a role, not an <output> of a form.
import type { Chat, Operator } from "@parlour/protocol";
import { IconClock } from "@tabler/icons-react";
import { ApiError } from "@parlour/client";
import { useState } from "react";
import { api } from "../../../../state/api/api.ts";
import { useLiveClient, useLiveState } from "../../../../state/live-context.tsx";
import { Button } from "../../../../ui/Button.tsx";
import { toast } from "../../../../ui/dialog/toast.tsx";
import { Icon } from "../../../../ui/Icon.tsx";
import { getErrorText } from "../../../../ui/loading/ErrorMessage.tsx";
import { useShortcuts } from "../../../../ui/keyboard/shortcuts.ts";
import { useApiMutation } from "../../../../ui/mutation.ts";
import { formatClock, useNow } from "../../../../ui/time.ts";
import { t as emailText } from "../../../../ui/conversation/email-text.ts";
import { t } from "./text.ts";
import { undoEmail } from "./undo-email.ts";
import { findWaitingEmail, type WaitingEmail } from "./waiting-email.ts";

interface WaitingEmailBarProps {
  chat: Chat;
  me: Operator;
  /** Called after an email is back in the composer. */
  onUndone: () => void;
}

/** Shows the latest own email that waits to be sent, with Send now and Undo (CORE-354). */
export function WaitingEmailBar({ chat, me, onUndone }: WaitingEmailBarProps) {
  const { uploads } = useLiveClient();
  const messages = useLiveState((state) => state.snapshot.logs.get(chat.id)?.messages);
  const now = useNow(1000);
  /** Number of the last message that was sent now. Its result arrives with the delivery. */
  const [releasedSeq, setReleasedSeq] = useState(0);
  const { busy, run } = useApiMutation();
  const found = findWaitingEmail(messages ?? [], me.id, now);
  const lastSeq = found?.messages.at(-1)?.seq ?? 0;
  const waiting = lastSeq > releasedSeq ? found : null;
  const undo = () => {
    if (waiting === null || busy) return false;
    void run(async () => {
      if (await undoEmail(uploads, me, waiting.messages)) onUndone();
      else toast(t("waiting.file"), { tone: "bad" });
    }, showFailure);
    return true;
  };
  useShortcuts({ z: undo });
  if (waiting === null) return null;
  const sendNow = async () => {
    await api.post(`/chats/${chat.id}/messages/${lastSeq}/send-now`);
    setReleasedSeq(lastSeq);
  };
  return (
    <div className="sendbar" role="status">
      <Icon of={IconClock} />
      <p className="grow" dir="auto">
        {describe(waiting)}
      </p>
      <Button variant="text" unavailable={busy} onClick={() => void run(sendNow, showFailure)}>
        {t("waiting.send")}
      </Button>
      <Button small unavailable={busy} keys="Z" aria-keyshortcuts="Z" onClick={undo}>
        {t("waiting.undo")}
      </Button>
    </div>
  );
}

const showFailure = (error: unknown): void =>
  void toast(
    error instanceof ApiError && error.code === "already_sent"
      ? t("waiting.late")
      : getErrorText(error),
    { tone: "bad" },
  );

function describe({ sendsAt, recipient, otherCount }: WaitingEmail): string {
  const time = formatClock(sendsAt);
  return recipient === null
    ? emailText("waiting.plain", { time })
    : t("waiting.to", { time, name: recipient.name || recipient.address, n: otherCount });
}
