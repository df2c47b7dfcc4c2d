import type { Chat } from "@parlour/protocol";
import { useNavigate } from "@tanstack/react-router";
import type { RefObject } from "react";
import { useKeys } from "../../app/keys.ts";
import type { Mode } from "../../state/drafts.ts";
import { views, type Footing, type View } from "../../state/live-state.ts";
import type { ChatActions } from "./actions.ts";
import type { ListHandle } from "./ChatList.tsx";
import type { Asked } from "./dialogs/index.tsx";

interface InboxKeys {
  view: View;
  chatId: number | null;
  chat: Chat | undefined;
  footing: Footing | null;
  /** The chat may be transferred and colleagues invited. */
  gives: boolean;
  actions: ChatActions;
  /** False when there is nothing to write in. */
  write: (mode: Mode) => boolean;
  list: RefObject<ListHandle | null>;
  field: RefObject<HTMLTextAreaElement | null>;
  filter: RefObject<HTMLInputElement | null>;
  drawerOpen: boolean;
  closeDrawer: () => void;
  togglePanel: () => void;
}

/** The keys of the inbox (product.md, keyboard). */
export function useInboxKeys(inbox: InboxKeys): void {
  const { chatId, chat, footing, gives, actions, write, list, field, filter, drawerOpen, closeDrawer, togglePanel } = inbox;
  const navigate = useNavigate();
  // Arrows lead into the list only from nowhere: in fields, menus and the feed they have their own work.
  const intoList = () => {
    if (document.activeElement !== document.body) return false;
    list.current?.focusSelected();
    return true;
  };
  const closeChat = () => {
    if (footing !== "reply" && footing !== "take") return false;
    actions.close();
    return true;
  };
  const ask = (what: Asked, can: boolean) => {
    if (can) actions.ask(what);
    return can;
  };
  useKeys({
    j: () => list.current?.step(1, false),
    k: () => list.current?.step(-1, false),
    "shift+j": () => list.current?.step(1, true),
    "shift+k": () => list.current?.step(-1, true),
    arrowdown: () => intoList(),
    arrowup: () => intoList(),
    r: () => write("text"),
    n: () => write("note"),
    e: closeChat,
    a: () => {
      if (footing !== "take" && footing !== "other") return false;
      (footing === "take" ? actions.take : actions.join)();
      return true;
    },
    t: () => ask("transfer", gives),
    i: () => ask("invite", gives),
    b: () => ask("block", footing !== null && footing !== "read"),
    u: () => {
      if (!chat || footing === "read") return false;
      actions.unread();
      return true;
    },
    "/": () => filter.current?.focus(),
    "]": togglePanel,
    escape: () => {
      if (drawerOpen) {
        closeDrawer();
        return true;
      }
      if (document.activeElement === field.current || document.activeElement === filter.current) {
        list.current?.focusSelected();
        return true;
      }
      if (chatId === null) return false;
      void navigate({ to: "/inbox/$view/{-$chat}", params: { view: inbox.view } });
      return true;
    },
    ...Object.fromEntries(
      views.map((name, index) => [
        String(index + 1),
        () => {
          void navigate({ to: "/inbox/$view/{-$chat}", params: { view: name, ...(chatId !== null && { chat: String(chatId) }) } });
        },
      ]),
    ),
  });
}
