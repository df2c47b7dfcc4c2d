export { ImportedTag } from "../../ui/chat/ImportedTag.tsx";
export { DueTime, RowTime } from "../../ui/due/DueTime.tsx";
export { actionLineText } from "../../ui/message/action-line-text.ts";
export { OrderMenu } from "./list/OrderMenu.tsx";
export { BulkBar } from "./bulk/BulkBar.tsx";
export { SelectionKeys } from "./bulk/SelectionKeys.tsx";
export { MineReminders } from "./reminders/MineReminders.tsx";
export { AboveComposer } from "./later/AboveComposer.tsx";
export { SendLaterButton } from "./later/SendLaterButton.tsx";
export { AttachmentList } from "./composer/attach/AttachmentList.tsx";
export { createMoreActions, listMoreEntries } from "./conversation/menus/more-entries.ts";
export {
  createGapCommands,
  editLastMessage,
  MessageEditor,
  MessageTools,
  QuoteBar,
  quoteFocusedMessage,
} from "./conversation/message/message-actions.ts";
export { chatCommands, createPriorityCommands } from "./chat-commands.ts";
export {
  AssistPanel,
  AssistTools,
  prepareReply,
  ReadOnlySummary,
  takeReplyOrigin,
} from "./assist/lazy-assist.ts";
export { PriorityMenu } from "./priority/PriorityMenu.tsx";
export { TimeBars } from "./conversation/TimeBars.tsx";
export { VoiceButton } from "./composer/voice/VoiceButton.tsx";
export { RowSummary } from "./views/RowSummary.tsx";
export { createViewCommands, listViewGroups, openView } from "./views/view-menu.tsx";
