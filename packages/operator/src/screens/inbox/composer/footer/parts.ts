export { BotInvitation } from "./BotInvitation.tsx";
export { ConflictingReplyBar } from "../ConflictingReplyBar.tsx";
export { LostChatBar } from "./LostChatBar.tsx";
export { ReadOnlyBar } from "./ReadOnlyBar.tsx";
export {
  AnsweredElsewhereBar,
  ClosedWindowBar,
  ReplyWindowNote,
} from "../window/ReplyWindowBar.tsx";
