import type { ConversationPartProps } from "../conversation-props.ts";
import { LazySnoozeBar } from "../lazy-action-parts.ts";
import { TransferBar } from "../transfer/TransferBar.tsx";

/** Renders the bars below the header of a chat: its transfer and its snooze. */
export function ChatBars({ chat, me, permission, actions }: ConversationPartProps) {
  return (
    <>
      {permission !== "read" && <TransferBar chat={chat} me={me} />}
      <LazySnoozeBar {...{ chat, me, permission }} onSnooze={() => actions.showDialog("snooze")} />
    </>
  );
}
