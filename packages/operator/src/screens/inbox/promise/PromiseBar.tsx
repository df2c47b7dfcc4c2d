// oxlint-disable jsx-a11y/prefer-tag-over-role -- a live region is a role, not an <output> of a form.
import type { Chat, Operator } from "@parlour/protocol";
import { IconClock, IconClockExclamation } from "@tabler/icons-react";
import { api } from "../../../state/api/api.ts";
import type { ChatPermission } from "../../../state/live-state.ts";
import { Button } from "../../../ui/Button.tsx";
import { runOrToast } from "../../../ui/mutation.ts";
import { formatUpcoming, useNow } from "../../../ui/time.ts";
import "../../../ui/transfer/transfer.css";
import { canSnoozeChat } from "../snooze/snooze-state.ts";
import { TransferBarLayout } from "../transfer/TransferBarLayout.tsx";
import { t } from "./text.ts";

interface PromiseBarProps {
  chat: Chat;
  me: Operator;
  permission: ChatPermission;
  /** Opens the dialog that promises an answer. */
  onPromise: () => void;
}

/** Shows the promise that nobody has answered yet, with Change and Take back (PROM-013). */
export function PromiseBar({ chat, me, permission, onPromise }: PromiseBarProps) {
  const { promise } = chat;
  const now = useNow(60_000);
  if (promise === undefined || promise.answered_at !== undefined || chat.state === "closed")
    return null;
  const { until, by, state } = promise;
  const isLate = state === "broken";
  const isMine = by.kind === "operator" && by.id === me.id;
  const author = isLate ? "late" : isMine ? "you" : "by";
  const withdraw = () => runOrToast(() => api.delete(`/chats/${chat.id}/promise`), chat);
  return (
    <TransferBarLayout
      tone={isLate ? "bad" : "info"}
      icon={isLate ? IconClockExclamation : IconClock}
      role="status"
      label={t("promise.bar")}
      text={t(`promise.bar.${author}`, { by: by.name, time: formatUpcoming(until, now, "long") })}
    >
      {canSnoozeChat(chat, permission) && (
        <>
          <Button small aria-haspopup="dialog" aria-keyshortcuts="P" onClick={onPromise}>
            {t(isLate ? "promise.again" : "promise.change")}
          </Button>
          {!isLate && (
            <Button small onClick={() => void withdraw()}>
              {t("promise.withdraw")}
            </Button>
          )}
        </>
      )}
    </TransferBarLayout>
  );
}
