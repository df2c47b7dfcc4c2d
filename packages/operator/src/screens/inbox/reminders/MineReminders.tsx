import type { Operator } from "@parlour/protocol";
import { IconBell, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import type { InboxView } from "../../../state/live-state.ts";
import { can } from "../../../state/session.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { useCommands } from "../../../ui/keyboard/commands.ts";
import { LazyReminderDialog } from "../../../ui/reminders/LazyReminderDialog.tsx";
import { ReminderList } from "../../../ui/reminders/ReminderList.tsx";
import { t } from "../../../ui/reminders/text.ts";
import { useDueReminders, useReminders } from "../../../ui/reminders/use-reminders.ts";

/** Shows due reminders in Mine. The list and a new reminder open in every view (REM-009). */
export function MineReminders({ me, view }: { me: Operator; view: InboxView }) {
  const reminders = useReminders(me);
  const due = useDueReminders(me);
  const [isListed, setListed] = useState(false);
  const [isAdding, setAdding] = useState(false);
  const hasReminders = can(me, "chats.answer");
  useCommands(() =>
    hasReminders
      ? [
          {
            title: t("reminders.title"),
            kind: "reminders",
            commands: [
              {
                id: "reminders",
                label: t("reminders.all"),
                icon: IconBell,
                run: () => setListed(true),
              },
              {
                id: "new-reminder",
                label: t("reminders.new"),
                icon: IconPlus,
                run: () => setAdding(true),
              },
            ],
          },
        ]
      : [],
  );
  return (
    <>
      {view === "mine" && reminders.length > 0 && (
        <section className="minereminders" aria-label={t("reminders.title")}>
          <Button variant="text" aria-haspopup="dialog" onClick={() => setListed(true)}>
            {t("reminders.all")} <span className="n num">{reminders.length}</span>
          </Button>
          {due.length > 0 && <ReminderList me={me} reminders={due} withChats />}
        </section>
      )}
      {isListed && (
        <Dialog
          title={t("reminders.all")}
          open
          onClose={() => setListed(false)}
          actions={<Button onClick={() => setAdding(true)}>{t("reminders.new")}</Button>}
        >
          <ReminderList me={me} reminders={reminders} withChats />
        </Dialog>
      )}
      {isAdding && <LazyReminderDialog me={me} onClose={() => setAdding(false)} />}
    </>
  );
}
