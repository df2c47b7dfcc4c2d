import type { Chat, Operator } from "@parlour/protocol";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { can } from "../../../state/session.tsx";
import { Button } from "../../../ui/Button.tsx";
import { LazyReminderDialog } from "../../../ui/reminders/LazyReminderDialog.tsx";
import { ReminderList } from "../../../ui/reminders/ReminderList.tsx";
import { t } from "../../../ui/reminders/text.ts";
import { useReminders } from "../../../ui/reminders/use-reminders.ts";

/** Shows the operator's reminders about a chat in its panel (REM-009). */
export function ChatReminders({ chat, me }: { chat: Chat; me: Operator }) {
  const reminders = useReminders(me).filter(({ chat_id }) => chat_id === chat.id);
  const [isAdding, setAdding] = useState(false);
  if (!can(me, "chats.answer")) return null;
  return (
    <section className="part" aria-labelledby="reminders-h">
      <div className="line">
        <h3 className="grow t13 medium" id="reminders-h">
          {t("reminders.title")}
        </h3>
        <Button
          variant="quiet"
          small
          icon={IconPlus}
          aria-label={t("reminders.add")}
          aria-haspopup="dialog"
          onClick={() => setAdding(true)}
        />
      </div>
      <ReminderList me={me} reminders={reminders} />
      {isAdding && <LazyReminderDialog chat={chat} me={me} onClose={() => setAdding(false)} />}
    </section>
  );
}
