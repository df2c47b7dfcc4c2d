import { retryUnlessMissing } from "../../ui/loading/DetailsBody.tsx";
import { ApiError } from "@parlour/client";
import type { MailPreferences, OfflineMessageWithDeliveries } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api, queryClient } from "../../state/api/api.ts";
import { useLiveClient } from "../../state/live-context.tsx";
import { getConflictWinner } from "../../state/inbox/conflict-winner.ts";
import { useOlderPages } from "../../ui/loading/use-older-pages.ts";
import { getErrorDetails, getErrorText } from "../../ui/loading/ErrorMessage.tsx";
import { toast } from "../../ui/dialog/toast.tsx";
import { t } from "./text.ts";

export const stateFilters = ["all", "new", "taken", "done"] as const;
export type StateFilter = (typeof stateFilters)[number];
interface Page {
  items: OfflineMessageWithDeliveries[];
  next_cursor: string | null;
}
const pageSize = 30;

/**
 * Loads messages of one state, newest first. While `isPaused` is true, new messages are not
 * inserted but counted in `changes`.
 */
export function useOfflineMessages(filter: StateFilter, isPaused: boolean) {
  useRefreshOnChange();
  const query = { limit: pageSize, state: filter === "all" ? undefined : filter };
  const head = useQuery({
    queryKey: ["offline", "list", filter],
    queryFn: ({ signal }) => api.get<Page>("/offline-messages", { query, signal }),
  });
  const [shown, setShown] = useState<{ filter: StateFilter; page: Page } | null>(null);
  const shownPage = shown?.filter === filter ? shown.page : undefined;
  const fresh = head.data;
  const isSame =
    shownPage !== undefined && fresh !== undefined && joinIds(shownPage) === joinIds(fresh);
  // Updates rows in place if the list contains the same messages. Otherwise new messages are
  // inserted when the operator leaves the list.
  if (
    fresh !== undefined &&
    fresh !== shownPage &&
    (!isPaused || shownPage === undefined || isSame)
  )
    setShown({ filter, page: fresh });
  const { items, ...older } = useOlderPages(
    filter,
    shownPage,
    (cursor) => api.get<Page>("/offline-messages", { query: { ...query, cursor } }),
    ({ created_at, id }) => [created_at, id],
  );
  const shownIds = new Set(shownPage?.items.map((one) => one.id));
  return {
    head,
    rows: shownPage && [...shownPage.items, ...items.filter((one) => !shownIds.has(one.id))],
    changes:
      fresh?.items.filter((one) => shownPage !== undefined && !shownIds.has(one.id)).length ?? 0,
    show: () => {
      if (fresh !== undefined) setShown({ filter, page: fresh });
    },
    ...older,
  };
}
const joinIds = (page: Page): string => page.items.map((one) => one.id).join();

export function useOfflineMessage(id: number) {
  useRefreshOnChange();
  return useQuery({
    queryKey: ["offline", "one", id],
    retry: retryUnlessMissing,
    queryFn: ({ signal }) =>
      api.get<OfflineMessageWithDeliveries>(`/offline-messages/${id}`, { signal }),
  });
}

/** Returns whether the server can send email. */
export function useMailAvailable(): boolean | undefined {
  return useQuery({
    queryKey: ["me", "mail"],
    queryFn: ({ signal }) => api.get<MailPreferences>("/me/mail", { signal }),
  }).data?.available;
}

/** Reloads the messages whenever an offline message or the delivery of an answer changes. */
function useRefreshOnChange(): void {
  const live = useLiveClient();
  useEffect(() => {
    const invalidate = () => void queryClient.invalidateQueries({ queryKey: ["offline"] });
    const unsubscribes = [
      live.onOffline(invalidate),
      live.onDelivery((delivery) => delivery.endpoint.kind === "mail" && invalidate()),
    ];
    return () => unsubscribes.forEach((stop) => stop());
  }, [live]);
}

/** Runs an action on a message. If the action is refused, shows why and returns undefined. */
export async function runMessageAction<T>(run: () => Promise<T>): Promise<T | undefined> {
  try {
    return await run();
  } catch (error) {
    const isAlreadyTaken = error instanceof ApiError && error.code === "already_accepted";
    const message = isAlreadyTaken
      ? t("offlinemessage.faster", { name: getConflictWinner(error) })
      : `${getErrorText(error)} ${getErrorDetails(error)}`;
    toast(message, { tone: "bad" });
    return undefined;
  } finally {
    void queryClient.invalidateQueries({ queryKey: ["offline"] });
  }
}

/** Returns the name that the sender gave. Otherwise returns an address or the visitor's number. */
export function senderName({ contacts, visitor }: OfflineMessageWithDeliveries): string {
  return (
    contacts.name || visitor.name?.value || contacts.email || contacts.phone || `#${visitor.number}`
  );
}
