// oxlint-disable jsx-a11y/prefer-tag-over-role -- a live region is a role, not an <output> of a form.
import type { Operator } from "@parlour/protocol";
import type { Reminder } from "@parlour/protocol/api";
import { IconBellRinging } from "@tabler/icons-react";
import { useOpenChat } from "../open-chat/open-chat.ts";
import { browserClock } from "../../state/clock.ts";
import { useLiveState } from "../../state/live-context.tsx";
import { Button } from "../Button.tsx";
import { getVisitorName } from "../chat/visitor-name.ts";
import { Icon } from "../Icon.tsx";
import { runOrToast } from "../mutation.ts";
import { formatClock, useNow } from "../time.ts";
import { t } from "./text.ts";
import { changeReminder, useDueReminders } from "./use-reminders.ts";

const hourMs = 3_600_000;
/** How long the screen shows a reminder whose time has come. The lists have it until it is done. */
const noticeMs = hourMs;

/** Shows the newest reminder whose time came within an hour, on every screen (REM-010). */
export function ReminderNotices({ me }: { me: Operator }) {
  const now = useNow(60_000);
  const due = useDueReminders(me).filter(({ due_at }) => Date.parse(due_at) > now - noticeMs);
  const latest = due.at(-1);
  if (latest === undefined) return null;
  return (
    <section className="notices" aria-label={t("reminders.notices")}>
      <ReminderNotice key={latest.id} reminder={latest} more={due.length - 1} />
    </section>
  );
}

function ReminderNotice({ reminder, more }: { reminder: Reminder; more: number }) {
  const { id, text, due_at, chat_id } = reminder;
  const openChat = useOpenChat();
  const chat = useLiveState((state) => state.snapshot.chats.get(chat_id ?? -1)?.chat);
  const open = () => chat_id !== null && openChat({ chatId: chat_id, view: "all" });
  const change = (patch: Parameters<typeof changeReminder>[1]) =>
    void runOrToast(() => changeReminder(id, patch));
  return (
    <div className="notice float warn" role="status">
      <Icon of={IconBellRinging} />
      <h2 dir="auto">{text}</h2>
      <span className="t12 soft num">{formatClock(due_at)}</span>
      <p>
        {chat && t("reminders.chat", { name: getVisitorName(chat) })}{" "}
        {more > 0 && t("reminders.more", { n: more })}
      </p>
      <div className="noticeacts">
        {chat_id !== null && (
          <Button small variant="primary" onClick={open}>
            {t("reminders.open")}
          </Button>
        )}
        <Button small onClick={() => change({ state: "done" })}>
          {t("reminders.finish")}
        </Button>
        <Button
          small
          variant="quiet"
          onClick={() => change({ due_at: new Date(browserClock.now() + hourMs).toISOString() })}
        >
          {t("reminders.hour")}
        </Button>
      </div>
    </div>
  );
}
