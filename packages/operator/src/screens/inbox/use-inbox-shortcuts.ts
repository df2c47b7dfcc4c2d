import type { Chat } from "@parlour/protocol";
import type { View } from "@parlour/protocol/api";
import type { RefObject } from "react";
import { isFocusIdle } from "../../ui/keyboard/use-restore-focus.ts";
import { useShortcuts, type ShortcutMap } from "../../ui/keyboard/shortcuts.ts";
import { useLiveClient } from "../../state/live-context.tsx";
import { useCurrentOperator } from "../../state/session.tsx";
import type { DraftMode } from "../../state/drafts/drafts.ts";
import { inboxViews, type ChatPermission } from "../../state/live-state.ts";
import type { ChatActions } from "./use-chat-actions.ts";
import type { ListHandle } from "./list/ChatList.tsx";
import type { ChatDialogKind } from "./dialogs/index.tsx";
import { useShowView, type InboxRoute } from "./use-inbox-route.ts";
import { useCommands } from "../../ui/keyboard/commands.ts";
import { maxViewKeys, toSavedViewName, useSavedViews } from "../../state/inbox/saved-views.ts";
import { t } from "./text.ts";
import { useLazyActionParts } from "./lazy-action-parts.ts";
import { canSnoozeChat } from "./snooze/snooze-state.ts";
import { getVisitorName } from "../../ui/chat/visitor-name.ts";

interface FocusTargets {
  list: RefObject<ListHandle | null>;
  field: RefObject<HTMLTextAreaElement | null>;
  filter: RefObject<HTMLInputElement | null>;
}

interface ChatShortcutDeps {
  chat: Chat | undefined;
  permission: ChatPermission | null;
  /** Whether the operator may transfer the chat and invite others. */
  canTransfer: boolean;
  actions: ChatActions;
  /** Starts writing. Returns false if there is no text field in this mode. */
  write: (mode: DraftMode) => boolean;
  /** Returns whether the server has not confirmed yet that the chat is the operator's. */
  isOpening: () => boolean;
}

interface QuoteShortcut {
  /** Quotes the message that has the focus in the next answer (CORE-434). */
  quoteFocused: () => void;
}

interface InboxShortcutDeps extends ChatShortcutDeps {
  route: InboxRoute;
  focusTargets: FocusTargets;
  panel: { toggle: () => void; closeDrawer: () => boolean };
}

/** Registers the keyboard shortcuts of the inbox (product.md, keyboard). */
export function useInboxShortcuts(inbox: InboxShortcutDeps): void {
  const { route, focusTargets, panel } = inbox;
  const go = useShowView();
  const savedViews = useSavedViews();
  const openView = (view: View) => go(toSavedViewName(view), route.chatId);
  const parts = useLazyActionParts();
  const live = useLiveClient();
  const me = useCurrentOperator();
  const quoteFocused = () => {
    const { chat } = inbox;
    const log = chat && live.get().snapshot.logs.get(chat.id);
    if (log) parts?.quoteFocusedMessage(log.messages, chat, me);
  };
  useCommands(() =>
    parts
      ? [
          {
            title: t("inbox.views"),
            kind: "views",
            commands: parts.createViewCommands(savedViews, openView),
          },
        ]
      : [],
  );
  useShortcuts({
    ...createListShortcuts(focusTargets),
    ...createChatShortcuts({ ...inbox, quoteFocused }),
    "]": panel.toggle,
    escape: () =>
      panel.closeDrawer() ||
      focusList(focusTargets) ||
      (route.chatId !== null && closeChat(go, route)),
    ...Object.fromEntries(
      inboxViews.map((name, index) => [String(index + 1), () => go(name, route.chatId)]),
    ),
    ...Object.fromEntries(
      savedViews
        .slice(0, maxViewKeys)
        .map((view, index) => [`g ${index + 1}`, () => openView(view)]),
    ),
  });
}

function closeChat(go: (view: string, chat: null) => void, { view }: InboxRoute): boolean {
  go(view, null);
  return true;
}

/** Creates the shortcuts that move between chats. */
function createListShortcuts({ list, filter }: FocusTargets): ShortcutMap {
  // Only if nothing has the focus: fields, menus and the feed handle arrow keys themselves.
  const focusSelectedRow = () => {
    if (!isFocusIdle()) return false;
    list.current?.focusSelected();
    return true;
  };
  return {
    j: () => list.current?.step(1, false),
    k: () => list.current?.step(-1, false),
    "shift+j": () => list.current?.step(1, true),
    "shift+k": () => list.current?.step(-1, true),
    arrowdown: focusSelectedRow,
    arrowup: focusSelectedRow,
    "/": () => filter.current?.focus(),
  };
}

/** Moves the focus from the composer or the filter to the list. */
function focusList({ list, field, filter }: FocusTargets): boolean {
  const { activeElement } = document;
  if (activeElement !== field.current && activeElement !== filter.current) return false;
  list.current?.focusSelected();
  return true;
}

/**
 * Creates the shortcuts of the open chat. The key of a forbidden action passes to other handlers.
 */
function createChatShortcuts(chat: ChatShortcutDeps & QuoteShortcut): ShortcutMap {
  // Ignores shortcuts while the chat opens: what is typed is text for it (CORE-471).
  const guarded = Object.entries(createActionShortcuts(chat)).map(
    ([key, run]) => [key, () => chat.isOpening() || run()] as const,
  );
  return Object.fromEntries(guarded);
}

function createActionShortcuts({
  chat,
  permission,
  canTransfer,
  actions,
  write,
  quoteFocused,
}: ChatShortcutDeps & QuoteShortcut): ShortcutMap {
  const runIf = (isAllowed: boolean, action: () => void) => () => {
    if (isAllowed) action();
    return isAllowed;
  };
  const showDialogIf = (kind: ChatDialogKind, isAllowed: boolean) =>
    runIf(isAllowed, () => actions.showDialog(kind));
  const canRest = chat !== undefined && permission !== null && canSnoozeChat(chat, permission);
  return {
    r: () => {
      quoteFocused();
      return write("text");
    },
    n: () => write("note"),
    e: runIf(permission === "reply" || permission === "take", () => actions.close()),
    // A chat that nobody has can only be taken (ACT-012).
    a: canTransfer
      ? () => actions.showDialog("assign")
      : runIf(
          permission === "take" || permission === "other",
          permission === "take" ? actions.take : actions.join,
        ),
    t: showDialogIf("transfer", canTransfer),
    i: showDialogIf("invite", canTransfer),
    h: showDialogIf("snooze", canRest),
    p: showDialogIf("promise", canRest),
    l: showDialogIf("tags", permission !== null && permission !== "read"),
    m: showDialogIf("macro", permission !== null && permission !== "read"),
    b: showDialogIf("block", permission !== null && permission !== "read"),
    u: runIf(chat !== undefined && permission !== "read", actions.unread),
  };
}

interface InboxCommandDeps {
  chat: Chat | undefined;
  permission: ChatPermission | null;
  canTransfer: boolean;
  actions: ChatActions;
  write: (mode: DraftMode) => boolean;
}

/** Adds the actions of the open chat to the palette. */
export function useInboxCommands({
  chat,
  permission,
  canTransfer,
  actions,
  write,
}: InboxCommandDeps): void {
  const parts = useLazyActionParts();
  const live = useLiveClient();
  const me = useCurrentOperator();
  useCommands(() =>
    chat && permission && parts
      ? [
          {
            title: getVisitorName(chat),
            kind: "chat",
            commands: [
              ...parts.chatCommands(permission, actions, write, {
                canTransfer,
                canSnooze: canSnoozeChat(chat, permission),
              }),
              ...(permission === "read" || permission === "closed"
                ? []
                : parts.createPriorityCommands(chat.id)),
              ...parts.createGapCommands(chat, me, live),
            ],
          },
        ]
      : [],
  );
}
