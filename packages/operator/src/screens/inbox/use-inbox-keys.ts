import type { Chat } from "@parlour/protocol";
import { useNavigate } from "@tanstack/react-router";
import type { RefObject } from "react";
import { isAtRest } from "../../ui/kept-focus.ts";
import { useKeys, type KeyMap } from "../../ui/keys.ts";
import type { Mode } from "../../state/drafts.ts";
import { views, type Footing } from "../../state/live-state.ts";
import type { ChatActions } from "./actions.ts";
import type { ListHandle } from "./ChatList.tsx";
import type { Asked } from "./dialogs/index.tsx";
import type { Place } from "./use-place.ts";

interface Parts {
  list: RefObject<ListHandle | null>;
  field: RefObject<HTMLTextAreaElement | null>;
  filter: RefObject<HTMLInputElement | null>;
}

interface OnChat {
  chat: Chat | undefined;
  footing: Footing | null;
  /** Whether the chat may be transferred and operators invited. */
  gives: boolean;
  actions: ChatActions;
  /** Starts writing. Returns false if there is no field for it. */
  write: (mode: Mode) => boolean;
  /** Returns whether another chat was requested and is not on screen yet. */
  isOpening: () => boolean;
}

interface InboxKeys extends OnChat {
  place: Place;
  parts: Parts;
  panel: { toggle: () => void; closeDrawer: () => boolean };
}

/** Registers the shortcuts of the inbox (product.md, keyboard). */
export function useInboxKeys(inbox: InboxKeys): void {
  const { place, parts, panel } = inbox;
  const navigate = useNavigate();
  const go = (view: string, chat: number | null) =>
    void navigate({ to: "/inbox/$view/{-$chat}", params: { view, ...(chat !== null && { chat: String(chat) }) } });
  useKeys({
    ...listKeys(parts),
    ...chatKeys(inbox),
    "]": panel.toggle,
    escape: () => panel.closeDrawer() || leaveField(parts) || (place.chatId !== null && closeChat(go, place)),
    ...Object.fromEntries(views.map((name, index) => [String(index + 1), () => go(name, place.chatId)])),
  });
}

function closeChat(go: (view: string, chat: null) => void, { view }: Place): boolean {
  go(view, null);
  return true;
}

/** Shortcuts that move between chats. */
function listKeys({ list, filter }: Parts): KeyMap {
  // Arrows move into the list only if nothing has the focus. Fields, menus and the feed handle them
  // themselves.
  const intoList = () => {
    if (!isAtRest()) return false;
    list.current?.focusSelected();
    return true;
  };
  return {
    j: () => list.current?.step(1, false),
    k: () => list.current?.step(-1, false),
    "shift+j": () => list.current?.step(1, true),
    "shift+k": () => list.current?.step(-1, true),
    arrowdown: intoList,
    arrowup: intoList,
    "/": () => filter.current?.focus(),
  };
}

/** Moves the focus from the composer or the filter to the list. */
function leaveField({ list, field, filter }: Parts): boolean {
  const { activeElement } = document;
  if (activeElement !== field.current && activeElement !== filter.current) return false;
  list.current?.focusSelected();
  return true;
}

/**
 * Shortcuts that act on the open chat. If an action is not allowed, the key is left to other
 * handlers.
 */
function chatKeys(open: OnChat): KeyMap {
  // Ignored while another chat opens, because they would act on the chat that is leaving the
  // screen.
  const guarded = Object.entries(actionKeys(open)).map(([key, run]) => [key, () => open.isOpening() || run()] as const);
  return Object.fromEntries(guarded);
}

function actionKeys({ chat, footing, gives, actions, write }: OnChat): KeyMap {
  const doing = (can: boolean, work: () => void) => () => {
    if (can) work();
    return can;
  };
  const asking = (what: Asked, can: boolean) => doing(can, () => actions.ask(what));
  return {
    r: () => write("text"),
    n: () => write("note"),
    e: doing(footing === "reply" || footing === "take", () => actions.close()),
    a: doing(footing === "take" || footing === "other", footing === "take" ? actions.take : actions.join),
    t: asking("transfer", gives),
    i: asking("invite", gives),
    b: asking("block", footing !== null && footing !== "read"),
    u: doing(chat !== undefined && footing !== "read", actions.unread),
  };
}
