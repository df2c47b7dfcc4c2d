import { useNavigate, useParams, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { setShownChat, useShownChat } from "../../state/inbox/openings.ts";
import { inboxViews, type InboxView, type SavedViewName } from "../../state/live-state.ts";
import { parseId } from "../../ui/address/parse-id.ts";
import { toChatPath, viewRoute } from "../../ui/address/chat-routes.ts";

export interface InboxRoute {
  readonly view: InboxView;
  readonly chatId: number | null;
}

/**
 * Returns the view and the chat in the URL. An unknown name is treated as "all". A chat that was
 * opened counts from the press on, before the router has rendered its address (CORE-471).
 */
export function useInboxRoute(): InboxRoute {
  const params: { view?: string; chat?: string } = useParams({ strict: false });
  const { history } = useRouter();
  const shown = useShownChat();
  const view =
    inboxViews.find((name) => name === params.view) ??
    (/^v[1-9]\d{0,15}$/.test(params.view ?? "") ? (params.view as SavedViewName) : "all");
  const chatId = parseId(params.chat);
  const isRendered = shown?.view === view && shown.chatId === chatId;
  useEffect(() => {
    if (isRendered) setShownChat(null);
  }, [isRendered]);
  return shown !== null && history.location.pathname === toChatPath(shown)
    ? shown
    : { view, chatId };
}

/** Returns the function that shows a view, with the chat that stays open. */
export function useShowView(): (view: string, chatId: number | null) => void {
  const navigate = useNavigate();
  return (view, chatId) =>
    void navigate(chatId === null ? viewRoute(view) : viewRoute(view, { chatId }));
}
