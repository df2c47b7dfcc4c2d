import type { Chat } from "@parlour/protocol";
import type { ChatPermission } from "../../../state/live-state.ts";

/** Returns whether the operator may snooze the chat now (SNZ-001). */
export const canSnoozeChat = (chat: Chat, permission: ChatPermission): boolean =>
  permission !== "read" &&
  (chat.state === "open" || (chat.state === "waiting" && chat.wait?.invited_until === undefined));

/** Returns whether a snooze ended and nobody has answered since, unless an operator ended it. */
export const isBackFromSnooze = ({ snooze_ended }: Chat): boolean =>
  snooze_ended !== undefined && snooze_ended.reason !== "operator";
