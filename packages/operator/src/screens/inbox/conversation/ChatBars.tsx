import type { ConversationPartProps } from "../conversation-props.ts";
import { LazyTimeBars } from "../lazy-action-parts.ts";
import { TransferBar } from "../transfer/TransferBar.tsx";

/** Renders the bars below the header of a chat: its transfer, snooze and promise. */
export function ChatBars({ chat, me, permission, actions }: ConversationPartProps) {
  return (
    <>
      {permission !== "read" && <TransferBar chat={chat} me={me} />}
      <LazyTimeBars {...{ chat, me, permission }} showDialog={actions.showDialog} />
    </>
  );
}
