import type { Chat } from "@parlour/protocol";
import { createElement, useEffect, type ComponentProps, type ReactNode } from "react";
import { PriorityMark } from "../../ui/chat/PriorityMark.tsx";
import { createLazyValue, useLazyValue } from "../../ui/loading/lazy-value.ts";
import type * as actionParts from "./action-parts.ts";

/**
 * Menu of the priority, bar of a snooze, entries of the menu and palette commands of a chat, the
 * menu of views, the selection of chats, and changes of messages. The first chunk does not contain
 * them.
 */
const lazyActionParts = createLazyValue(() => import("./action-parts.ts"));

/** Shows the mark of the priority until the menu is loaded. */
export function LazyPriorityMenu({ chat }: { chat: Chat }): ReactNode {
  const parts = useLazyActionParts();
  return parts === null
    ? createElement(PriorityMark, { priority: chat.priority })
    : createElement(parts.PriorityMenu, { chat });
}

export function LazyBulkBar(props: ComponentProps<(typeof actionParts)["BulkBar"]>): ReactNode {
  const parts = useLazyActionParts();
  return parts && createElement(parts.BulkBar, props);
}

export function LazySelectionKeys(
  props: ComponentProps<(typeof actionParts)["SelectionKeys"]>,
): ReactNode {
  const parts = useLazyActionParts();
  return parts && createElement(parts.SelectionKeys, props);
}

export function LazyChangeMenu(
  props: ComponentProps<(typeof actionParts)["ChangeMenu"]>,
): ReactNode {
  const parts = useLazyActionParts();
  return parts && createElement(parts.ChangeMenu, props);
}

export function LazyMessageEditor(
  props: ComponentProps<(typeof actionParts)["MessageEditor"]>,
): ReactNode {
  const parts = useLazyActionParts();
  return parts && createElement(parts.MessageEditor, props);
}

export function LazySnoozeBar(props: ComponentProps<(typeof actionParts)["SnoozeBar"]>): ReactNode {
  const parts = useLazyActionParts();
  return parts && createElement(parts.SnoozeBar, props);
}

/** Returns the parts, or null until they are loaded, which begins with the first rendering. */
export function useLazyActionParts(): typeof actionParts | null {
  const parts = useLazyValue(lazyActionParts);
  useEffect(() => lazyActionParts.load(), []);
  return parts;
}
