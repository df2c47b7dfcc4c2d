import type { WidgetMessage } from "@parlour/protocol/widget";
import { getSystemMessageText } from "../../text/system-message-text.ts";
import { formatTime } from "../../text/time.ts";
import type { TextProps } from "../view-props.ts";

/** A line of the conversation about the chat itself: who joined, how it ended. */
export function SystemMessage({ message, t }: { readonly message: WidgetMessage } & TextProps) {
  const text = getSystemMessageText(message, t);
  return text === "" ? null : (
    <li class="pw-sys pw-num">
      <bdi>{text}</bdi>
      {message.code === "closed" ? ` · ${formatTime(message.at, t)}` : ""}
    </li>
  );
}
