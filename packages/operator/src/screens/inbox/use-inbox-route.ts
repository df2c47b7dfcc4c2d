import { useParams, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { setShownChat, useShownChat } from "../../state/inbox/openings.ts";
import { inboxViews, type InboxView, type SavedViewName } from "../../state/live-state.ts";
import { parseId } from "../../ui/address/parse-id.ts";
import { toChatPath } from "../../ui/open-chat/routes.ts";

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
