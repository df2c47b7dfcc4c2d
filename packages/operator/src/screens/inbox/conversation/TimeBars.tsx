import type { Chat, Operator } from "@parlour/protocol";
import type { ChatPermission } from "../../../state/live-state.ts";
import { ReadOnlySummary } from "../assist/lazy-assist.ts";
import { PromiseBar } from "../promise/PromiseBar.tsx";
import { SnoozeBar } from "../snooze/SnoozeBar.tsx";

interface TimeBarsProps {
  chat: Chat;
  me: Operator;
  permission: ChatPermission;
  /** Opens the dialog for another time. */
  showDialog: (kind: "snooze" | "promise") => void;
}

/** Renders the bars about times of a chat: its snooze and its promise. */
export function TimeBars({ showDialog, ...chat }: TimeBarsProps) {
  return (
    <>
      <SnoozeBar {...chat} onSnooze={() => showDialog("snooze")} />
      {(chat.permission === "read" || chat.permission === "closed") && (
        <ReadOnlySummary chat={chat.chat} me={chat.me} />
      )}
      <PromiseBar {...chat} onPromise={() => showDialog("promise")} />
    </>
  );
}
