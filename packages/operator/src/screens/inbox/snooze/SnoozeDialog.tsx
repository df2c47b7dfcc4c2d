import type { Chat } from "@parlour/protocol";
import { useState } from "react";
import { getVisitorName } from "../../../ui/chat/visitor-name.ts";
import { Switch } from "../../../ui/Field.tsx";
import { TimeDialog } from "../../../ui/time-words/TimeDialog.tsx";
import type { SnoozeOptions } from "./snooze-state.ts";
import { t } from "./text.ts";
import { useSnooze } from "./use-snooze.ts";

/** Snoozes a chat until a time in words (SNZ-009). */
export function SnoozeDialog({ chat, onClose }: { chat: Chat; onClose: () => void }) {
  const { snooze } = useSnooze(chat);
  const name = getVisitorName(chat);
  return (
    <SnoozeTimeDialog
      title={t("snooze.title", { name })}
      backLabel={t("snooze.back", { name })}
      promiseLabel={t("snooze.promise", { name })}
      openEnd={t("snooze.open", { name })}
      stay={chat.snoozed?.stay ?? false}
      onSnooze={snooze}
      onClose={onClose}
    />
  );
}

interface SnoozeTimeDialogProps {
  title: string;
  /** Label of the switch that lets messages of the customer end the snooze. */
  backLabel: string;
  /** Label of the switch that promises the customer an answer by the time. */
  promiseLabel: string;
  /** Label of the choice to snooze until the customer writes. */
  openEnd: string;
  /** Whether messages do not end it, at first. */
  stay: boolean;
  /** Receives Unix ms, or Infinity until the customer writes. The dialog shows a rejection. */
  onSnooze: (until: number, options: SnoozeOptions) => Promise<void>;
  onClose: () => void;
}

/** Asks until when to snooze. */
export function SnoozeTimeDialog({
  title,
  backLabel,
  promiseLabel,
  openEnd,
  stay,
  onSnooze,
  onClose,
}: SnoozeTimeDialogProps) {
  const [comesBack, setComesBack] = useState(!stay);
  const [promise, setPromise] = useState(false);
  return (
    <TimeDialog
      title={title}
      label={t("snooze.when")}
      button={t("snooze.verb")}
      openEnd={openEnd}
      onTime={(until) => onSnooze(until, { stay: !comesBack, promise })}
      onClose={onClose}
      after={
        <>
          <Switch
            label={backLabel}
            checked={comesBack}
            onChange={(event) => setComesBack(event.target.checked)}
          />
          <Switch
            label={promiseLabel}
            checked={promise}
            onChange={(event) => setPromise(event.target.checked)}
          />
        </>
      }
    />
  );
}
