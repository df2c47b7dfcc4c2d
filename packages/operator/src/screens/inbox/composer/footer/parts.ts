export { BotInvitation } from "./BotInvitation.tsx";
export { ReadOnlyBar } from "./ReadOnlyBar.tsx";
export { ClosedWindowBar, ReplyWindowNote } from "../window/ReplyWindowBar.tsx";
