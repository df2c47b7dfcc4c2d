import type { Chat, Operator } from "@parlour/protocol";
import type { Reminder } from "@parlour/protocol/api";
import { useState } from "react";
import { api } from "../../state/api/api.ts";
import { refetchPersonal } from "../../state/api/personal.ts";
import { browserClock } from "../../state/clock.ts";
import { toast } from "../dialog/toast.tsx";
import { Select, TextField } from "../Field.tsx";
import { TimeDialog } from "../time-words/TimeDialog.tsx";
import { formatUpcoming } from "../time.ts";
import { useTransferCandidates } from "../transfer/transfer-candidates.ts";
import { t } from "./text.ts";
import { changeReminder } from "./use-reminders.ts";

interface ReminderDialogProps {
  me: Operator;
  /** The chat that a new reminder is about. */
  chat?: Chat | undefined;
  /** The reminder to change. */
  reminder?: Reminder | undefined;
  onClose: () => void;
}

/** Asks what to remind of, when and whom (REM-008). */
export function ReminderDialog({ me, chat, reminder, onClose }: ReminderDialogProps) {
  const [text, setText] = useState(reminder?.text ?? "");
  const [operatorId, setOperatorId] = useState(me.id);
  const remind = async (at: number) => {
    const values = { text, due_at: new Date(at).toISOString() };
    if (reminder) await changeReminder(reminder.id, values);
    else {
      await api.post("/reminders", { ...values, chat_id: chat?.id, operator_id: operatorId });
      refetchPersonal();
    }
    const time = formatUpcoming(at, browserClock.now(), "long");
    toast(t("reminders.set", { time }), { chat });
  };
  return (
    <TimeDialog
      title={t(reminder ? "reminders.edit" : "reminders.new")}
      label={t("reminders.when")}
      button={t(reminder ? "reminders.save" : "reminders.submit")}
      unavailable={text.trim() === "" && t("reminders.empty")}
      present={reminder && Date.parse(reminder.due_at)}
      onTime={remind}
      onClose={onClose}
      before={
        <TextField
          label={t("reminders.text")}
          dir="auto"
          autoComplete="off"
          maxLength={1000}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      }
      after={chat && <PersonSelect {...{ chat, me, operatorId }} onChange={setOperatorId} />}
    />
  );
}

interface PersonSelectProps {
  chat: Chat;
  me: Operator;
  operatorId: number;
  onChange: (operatorId: number) => void;
}

function PersonSelect({ chat, me, operatorId, onChange }: PersonSelectProps) {
  const { candidates = [] } = useTransferCandidates(chat, me);
  return (
    <Select
      label={t("reminders.for")}
      options={[
        { value: String(me.id), label: t("reminders.me") },
        ...candidates.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      value={String(operatorId)}
      onChange={(event) => onChange(Number(event.target.value))}
    />
  );
}
