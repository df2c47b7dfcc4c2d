import type { Operator } from "@parlour/protocol";
import { IconChevronDown } from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import { chatText } from "../../../ui/chat/chat-text.ts";
import { useLiveState, useLiveClient } from "../../../state/live-context.tsx";
import { computeInboxCounts, type InboxCounts } from "../../../state/inbox/counts.ts";
import { useSavedViews } from "../../../state/inbox/saved-views.ts";
import type { InboxView } from "../../../state/live-state.ts";
import { Icon } from "../../../ui/Icon.tsx";
import { Menu } from "../../../ui/dialog/menu.tsx";
import { useLazyActionParts } from "../lazy-action-parts.ts";
import { t } from "../text.ts";
import { useViewName } from "./view.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { viewRoute } from "../../../ui/address/chat-routes.ts";
import { api, refetchChanged } from "../../../state/api/api.ts";

const tabViews = ["mine", "waiting", "bot", "all"] as const;

/** The tabs of the views with their counts. An open chat stays open. */
export function ViewTabs({
  me,
  view,
  chat,
}: {
  me: Operator;
  view: InboxView;
  chat: number | null;
}) {
  const isLoaded = useLiveState(
    (state) => state.running === "ready" || state.snapshot.chats.size > 0,
  );
  // Serialized as text, so that the value is equal until a count changes.
  const numbers = useLiveState((state) => {
    const { mine, waiting, bot, all, snoozed } = computeInboxCounts(state, me.id);
    return JSON.stringify({ mine, waiting, bot, all, snoozed });
  });
  const counts = JSON.parse(numbers) as InboxCounts;
  return (
    <nav className="head tabs views" aria-label={t("inbox.views")}>
      {tabViews.map((name) => (
        <Link
          key={name}
          {...(chat === null ? viewRoute(name) : viewRoute(name, { chatId: chat }))}
          aria-current={view === name ? "page" : undefined}
          activeProps={{}}
        >
          {chatText(`view.${name}`)}{" "}
          {isLoaded && (
            <span className={name === "waiting" && counts.waiting > 0 ? "n warning" : "n"}>
              {counts[name]}
            </span>
          )}
        </Link>
      ))}
      <MoreViews me={me} view={view} snoozed={counts.snoozed} />
    </nav>
  );
}

/** Menu of the other views. Offline messages and calls show how many wait for an operator. */
function MoreViews({ me, view, snoozed }: { me: Operator; view: InboxView; snoozed: number }) {
  const { offline, calls } = useWaitingCounts();
  const navigate = useNavigate();
  const waiting = offline + calls;
  const savedViews = useSavedViews();
  const viewName = useViewName(view);
  const isChosen = !tabViews.some((tab) => tab === view);
  const name = isChosen ? viewName : t("inbox.more");
  const parts = useLazyActionParts();
  const groups = parts?.listViewGroups(view, savedViews, { snoozed, offline, calls }, me) ?? [];
  return (
    <Menu
      // Voice control finds the button by its visible text, so the label begins with it.
      label={`${name}${waiting > 0 ? ` ${t("inbox.morewait", { n: waiting })}` : ""}, ${t("inbox.moreviews")}`}
      className={isChosen ? "more on" : "more"}
      placement="bottom end"
      onAction={(id) => void parts?.openView(id, navigate)}
      groups={groups}
    >
      <span className="cut">{name}</span>
      {waiting > 0 && <span className="n warning"> {waiting}</span>}{" "}
      <Icon of={IconChevronDown} small />
    </Menu>
  );
}

const waitingCountsKey = ["desk-counts"];

/** Returns how many offline messages and calls wait for an operator (API-029). 0 until loaded. */
function useWaitingCounts(): { readonly offline: number; readonly calls: number } {
  const live = useLiveClient();
  const { data } = useQuery({
    queryKey: waitingCountsKey,
    async queryFn({ signal }) {
      await live.waitUntilLive(signal);
      return api.get<{ views: { offline: number; calls: number } }>("/chats/counters", { signal });
    },
  });
  useEffect(() => {
    const stale = () => refetchChanged(waitingCountsKey);
    const unsubscribes = [live.onOffline(stale), live.onCall(stale)];
    return () => unsubscribes.forEach((stop) => stop());
  }, [live]);
  return { offline: data?.views.offline ?? 0, calls: data?.views.calls ?? 0 };
}
