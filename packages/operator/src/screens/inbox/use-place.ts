import { useNavigate, useParams, useRouter } from "@tanstack/react-router";
import type { RefObject } from "react";
import { nextFocus } from "../ring/focus-wish.ts";
import { useLiveStore } from "../../state/live-context.tsx";
import { views, type View } from "../../state/live-state.ts";
import { idOf } from "../../ui/address-id.ts";

export interface Place {
  readonly view: View;
  readonly chatId: number | null;
}

/** Where the address leads: a view, that of all chats when it names none, and a chat or none. */
export function usePlace(): Place {
  const params: { view?: string; chat?: string } = useParams({ strict: false });
  return { view: views.find((name) => name === params.view) ?? "all", chatId: idOf(params.chat) };
}

/** Opens a chat in the view, to look at it or with the caret in its field. `isOpening`: another chat was asked for than the one on the screen. */
export function useOpenChat({ view, chatId }: Place, field: RefObject<HTMLElement | null>) {
  const live = useLiveStore();
  const navigate = useNavigate();
  const router = useRouter();
  const open = (id: number, how: "look" | "write") => {
    live.warmChat(id);
    void navigate({
      to: "/inbox/$view/{-$chat}",
      params: { view, chat: String(id) },
      ...(how === "write" && { state: { focus: nextFocus() } }),
    });
    if (how === "write" && id === chatId) field.current?.focus();
  };
  // The address changes at once, the screen a moment later.
  const isOpening = () => idOf(router.history.location.pathname.split("/")[3]) !== chatId;
  return { open, isOpening };
}
