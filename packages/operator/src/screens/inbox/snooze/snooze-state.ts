import type { Chat } from "@parlour/protocol";
import type { ChatPermission } from "../../../state/live-state.ts";

/** `stay`: messages do not end the snooze. `promise`: the customer is promised its end. */
export interface SnoozeOptions {
  readonly stay: boolean;
  readonly promise: boolean;
}

/** Returns whether the operator may snooze the chat, or promise an answer, now (SNZ-001). */
export const canSnoozeChat = (chat: Chat, permission: ChatPermission): boolean =>
  permission !== "read" &&
  (chat.state === "open" || (chat.state === "waiting" && chat.wait?.invited_until === undefined));

/** Returns whether a snooze ended and nobody has answered since, unless an operator ended it. */
export const isBackFromSnooze = ({ snooze_ended }: Chat): boolean =>
  snooze_ended !== undefined && snooze_ended.reason !== "operator";
