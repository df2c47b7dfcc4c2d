import type { Chat } from "@parlour/protocol";
import { createElement, type ComponentProps, type FunctionComponent } from "react";
import { PriorityMark } from "../../ui/chat/PriorityMark.tsx";
import { createLazyValue, useLoadedValue } from "../../ui/loading/lazy-value.ts";
import type * as actionParts from "./action-parts.ts";

type ActionParts = typeof actionParts;

/**
 * Parts for actions, menus, selections, edits, schedules, reminders and recordings, which the first
 * chunk does not contain.
 */
const lazyActionParts = createLazyValue(() => import("./action-parts.ts"));

/** Returns the parts, or null until they are loaded, which begins with the first rendering. */
export const useLazyActionParts = (): ActionParts | null => useLoadedValue(lazyActionParts);

/** Shows the mark of the priority until the menu is loaded. */
export function LazyPriorityMenu({ chat }: { chat: Chat }) {
  const parts = useLazyActionParts();
  return parts === null
    ? createElement(PriorityMark, { priority: chat.priority })
    : createElement(parts.PriorityMenu, { chat });
}

/** Shows the last message of a chat until the columns of views are loaded. */
export function LazyRowSummary(props: ComponentProps<ActionParts["RowSummary"]>) {
  const parts = useLazyActionParts();
  return parts === null
    ? createElement("span", { className: "last cut" }, props.children)
    : createElement(parts.RowSummary, props);
}

/** Creates a component that shows nothing until its part is loaded. */
function createLazyPart<Props extends object>(
  select: (parts: ActionParts) => FunctionComponent<Props>,
): FunctionComponent<Props> {
  return (props) => {
    const parts = useLazyActionParts();
    return parts && createElement(select(parts), props);
  };
}

export const LazyAboveComposer = createLazyPart((parts) => parts.AboveComposer);
export const LazyAssistPanel = createLazyPart((parts) => parts.AssistPanel);
export const LazyAssistTools = createLazyPart((parts) => parts.AssistTools);
export const LazyAttachmentList = createLazyPart((parts) => parts.AttachmentList);
export const LazyBulkBar = createLazyPart((parts) => parts.BulkBar);
export const LazyDueTime = createLazyPart((parts) => parts.DueTime);
export const LazyImportedTag = createLazyPart((parts) => parts.ImportedTag);
export const LazyMessageEditor = createLazyPart((parts) => parts.MessageEditor);
export const LazyMessageTools = createLazyPart((parts) => parts.MessageTools);
export const LazyMineReminders = createLazyPart((parts) => parts.MineReminders);
export const LazyOrderMenu = createLazyPart((parts) => parts.OrderMenu);
export const LazyQuoteBar = createLazyPart((parts) => parts.QuoteBar);
export const LazyRowTime = createLazyPart((parts) => parts.RowTime);

export const LazySelectionKeys = createLazyPart((parts) => parts.SelectionKeys);
export const LazySendLaterButton = createLazyPart((parts) => parts.SendLaterButton);
export const LazyTimeBars = createLazyPart((parts) => parts.TimeBars);
export const LazyVoiceButton = createLazyPart((parts) => parts.VoiceButton);
