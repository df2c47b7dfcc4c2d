import type { WidgetMessage } from "@parlour/protocol/widget";
import type { ChatWindowState } from "../../state/state.ts";

/** Returns the quoted message, if it is loaded and was not deleted. */
export const findQuoted = (
  { messages }: ChatWindowState,
  chatId: number | undefined,
  quotedSeq: number | undefined,
): WidgetMessage | undefined =>
  messages.find(
    ({ chat_id, seq, from }) => chat_id === chatId && seq === quotedSeq && from !== "system",
  );
