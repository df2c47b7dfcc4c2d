import { useNavigate, useParams, useRouter } from "@tanstack/react-router";
import type { RefObject } from "react";
import { createFocusRequest } from "../../state/inbox/focus-request.ts";
import { useLiveClient } from "../../state/live-context.tsx";
import { inboxViews, type InboxView, type SavedViewName } from "../../state/live-state.ts";
import { parseId } from "../../ui/address/parse-id.ts";

export interface InboxRoute {
  readonly view: InboxView;
  readonly chatId: number | null;
}

/** Returns the view and the chat in the URL. An unknown name is treated as "all". */
export function useInboxRoute(): InboxRoute {
  const params: { view?: string; chat?: string } = useParams({ strict: false });
  return {
    view:
      inboxViews.find((name) => name === params.view) ??
      (/^v[1-9]\d{0,15}$/.test(params.view ?? "") ? (params.view as SavedViewName) : "all"),
    chatId: parseId(params.chat),
  };
}

/**
 * Opens a chat, to read or to write. `isOpening`: the URL names a chat that is not on screen yet.
 */
export function useOpenChat({ view, chatId }: InboxRoute, field: RefObject<HTMLElement | null>) {
  const live = useLiveClient();
  const navigate = useNavigate();
  const router = useRouter();
  const open = (id: number, intent: "look" | "write") => {
    live.preloadChat(id);
    void navigate({
      to: "/inbox/$view/{-$chat}",
      params: { view, chat: String(id) },
      ...(intent === "write" && { state: { focus: createFocusRequest() } }),
    });
    if (intent === "write" && id === chatId) field.current?.focus();
  };
  // The URL changes immediately, but the screen renders the new chat a moment later.
  const isOpening = () => parseId(router.history.location.pathname.split("/")[3]) !== chatId;
  return { open, isOpening };
}
