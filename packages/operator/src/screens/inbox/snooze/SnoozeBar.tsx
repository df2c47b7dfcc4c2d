// oxlint-disable jsx-a11y/prefer-tag-over-role -- a live region is a role, not an <output> of a form.
import type { Chat, Operator } from "@parlour/protocol";
import { IconAlarm } from "@tabler/icons-react";
import type { ChatPermission } from "../../../state/live-state.ts";
import { Button } from "../../../ui/Button.tsx";
import { getVisitorName } from "../../../ui/chat/visitor-name.ts";
import { useNow } from "../../../ui/time.ts";
import "../../../ui/transfer/transfer.css";
import { TransferBarLayout } from "../transfer/TransferBarLayout.tsx";
import { formatSnoozeEnd } from "./format-end.ts";
import { canSnoozeChat, isBackFromSnooze } from "./snooze-state.ts";
import { t } from "./text.ts";
import { useSnooze } from "./use-snooze.ts";

interface SnoozeBarProps {
  chat: Chat;
  me: Operator;
  permission: ChatPermission;
  /** Opens the dialog that snoozes the chat. */
  onSnooze: () => void;
}

/** Shows that the chat is snoozed, or that it is back and nobody has answered since (SNZ-010). */
export function SnoozeBar(props: SnoozeBarProps) {
  const { chat, permission, onSnooze } = props;
  if (chat.snoozed) return <SnoozedBar {...props} snoozed={chat.snoozed} />;
  if (!isBackFromSnooze(chat)) return null;
  return (
    <TransferBarLayout
      tone="info"
      icon={IconAlarm}
      role="status"
      label={t("snooze.bar")}
      text={
        <>
          <strong className="medium">{t("snooze.ended")}</strong>
          {chat.snooze_ended?.reason === "message" &&
            ` ${t("snooze.ended.message", { name: getVisitorName(chat) })}`}
        </>
      }
    >
      {canSnoozeChat(chat, permission) && (
        <Button small aria-haspopup="dialog" aria-keyshortcuts="H" onClick={onSnooze}>
          {t("snooze.again")}
        </Button>
      )}
    </TransferBarLayout>
  );
}

function SnoozedBar({
  chat,
  me,
  permission,
  snoozed,
  onSnooze,
}: SnoozeBarProps & { snoozed: NonNullable<Chat["snoozed"]> }) {
  const now = useNow(60_000);
  const { wake } = useSnooze(chat);
  const { by, until, stay } = snoozed;
  const values = { time: formatSnoozeEnd(chat, until, now), by: by?.name ?? "" };
  const author = by === null ? "nobody" : by.id === me.id ? "you" : "by";
  return (
    <TransferBarLayout
      tone="info"
      icon={IconAlarm}
      role="status"
      label={t("snooze.bar")}
      text={
        <>
          <strong className="medium">{t(`snooze.bar.${author}`, values)}</strong>{" "}
          {until !== null &&
            t(stay ? "snooze.bar.stay" : "snooze.bar.back", { name: getVisitorName(chat) })}
        </>
      }
    >
      {canSnoozeChat(chat, permission) && (
        <>
          <Button small aria-haspopup="dialog" aria-keyshortcuts="H" onClick={onSnooze}>
            {t("snooze.change")}
          </Button>
          <Button small onClick={() => void wake()}>
            {t("snooze.wake")}
          </Button>
        </>
      )}
    </TransferBarLayout>
  );
}
