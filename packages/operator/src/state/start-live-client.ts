import { createSocketOpener } from "@parlour/client/socket/socket-opener";
import type { Operator } from "@parlour/protocol";
import { browserClock } from "./clock.ts";
import { getMaxUploadMib } from "./account.ts";
import { api, queryClient, refetchChanged, setCursorSource } from "./api/api.ts";
import { refetchPersonal } from "./api/personal.ts";
import { createDraftSync } from "./drafts/draft-sync.ts";
import { getDraft, setDraft, trackReadMessages } from "./drafts/drafts.ts";
import { applyViewCounts } from "./inbox/saved-views.ts";
import { createLiveClient, type LiveClient } from "./live/live-client.ts";
import { readMediaDuration } from "./live/sending/media-length.ts";
import { startBatchScheduler } from "./live/sending/batch-scheduler.ts";
import { can } from "./session.tsx";
import { generateId, openOutboxStorage } from "./live/sending/outbox-storage.ts";
import type { QueryClient } from "@tanstack/react-query";
import { isRejection } from "./live-state.ts";

/** Starts the live client of this page with the browser's parts. `stop` ends them all. */
export async function startLiveClient(
  me: Operator,
  onSignedOut: () => void,
): Promise<{ live: LiveClient; stop: () => void }> {
  const tabs =
    typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("parlour.outbox");
  const { store, staged, late } = await openOutboxStorage(me.id, browserClock, () =>
    tabs?.postMessage("changed"),
  );
  const scheduler = startBatchScheduler();
  const live: LiveClient = createLiveClient({
    api,
    me,
    open: createSocketOpener(
      new URL("/api/v1/socket", location.href).href,
      () => import("@parlour/client/socket/request-socket"),
      (problem) => live.setSocketProblem(problem),
    ),
    timers: browserClock,
    random: Math.random,
    outbox: {
      store,
      newId: generateId,
      lock: runExclusive,
    },
    uploads: { store: staged, maxMib: getMaxUploadMib, measure: readMediaDuration },
    schedule: scheduler.schedule,
    onSettings: () => {
      void queryClient.invalidateQueries();
    },
    onErased: (chats) => clearErasedData(me.id, chats),
    onReconnected: (isAnew) => void refetchFailedQueries(queryClient, isAnew),
    onSignedOut,
  });
  if (tabs) tabs.onmessage = () => live.reloadOutbox();
  trackReadMessages((chatId) => live.getReadSeq(chatId) || undefined);
  const drafts = can(me, "chats.answer") ? startDraftSync(live, me.id) : null;
  const stopWatching = watchPage(live, drafts);
  // Fetch the calls again after each change.
  live.onCall(() => refetchChanged(["calls"]));
  live.onPersonal(refetchPersonal);
  live.onViewCounts(applyViewCounts);
  live.start();
  void late?.then(() => live.reloadOutbox());
  setCursorSource(() => {
    const { epoch, position } = live.get().snapshot;
    return epoch === null ? null : { epoch, position };
  });
  return {
    live,
    stop() {
      setCursorSource(() => null);
      stopWatching();
      tabs?.close();
      drafts?.stop();
      scheduler.stop();
      live.stop();
    },
  };
}

/**
 * Removes cached data of an erased visitor (CORE-116), also from queries that are not on screen.
 */
function clearErasedData(operator: number, chats: readonly number[]): void {
  queryClient.removeQueries({ type: "inactive" });
  for (const chat of chats)
    for (const mode of ["text", "note"] as const)
      if (getDraft(operator, chat, mode) !== "") setDraft(operator, chat, mode, "");
}

/**
 * Resumes pending work when the page becomes visible. Sends it immediately when the page closes.
 * Checks the connection when the network changes. Returns a function that stops this.
 */
function watchPage(live: LiveClient, drafts: { flush: () => void } | null): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const handleVisibility = () => {
    if (document.visibilityState === "visible") {
      live.retryNow();
      live.reloadOutbox();
    } else drafts?.flush();
  };
  const handlePageHide = () => {
    live.sendPendingCloses();
    drafts?.flush();
  };
  window.addEventListener("online", handleVisibility, { signal });
  window.addEventListener("offline", () => void live.checkNetwork(), { signal });
  window.addEventListener("pagehide", handlePageHide, { signal });
  document.addEventListener("visibilitychange", handleVisibility, { signal });
  return () => ending.abort();
}

/** Starts to synchronise drafts with the server while the connection is live. */
function startDraftSync(
  live: LiveClient,
  operator: number,
): { flush: () => void; stop: () => void } {
  const isLive = () => live.get().connection.kind === "live";
  const sync = createDraftSync({
    api,
    operator,
    timers: browserClock,
    onDraft: live.onDraft,
    isLive,
  });
  let wasLive = false;
  const checkConnection = () => {
    if (isLive() && !wasLive)
      sync
        .catchUp()
        .catch((error: unknown) =>
          console.warn("drafts of other devices could not be read", error),
        );
    wasLive = isLive();
  };
  const unsubscribe = live.subscribe(checkConnection);
  checkConnection();
  return {
    flush: sync.flush,
    stop() {
      unsubscribe();
      sync.stop();
    },
  };
}

/** Runs `run` in one tab at a time. Without Web Locks, only client ids prevent duplicates. */
async function runExclusive(name: string, run: () => Promise<void>): Promise<void> {
  // `navigator.locks` is not available over plain http, except on localhost.
  const locks = navigator.locks as LockManager | undefined;
  if (locks) await locks.request(name, run);
  else await run();
}

/**
 * Refetches queries after a reconnect (CORE-045). By default, refetches only queries that failed
 * without a response. Queries that the server rejected are not repeated. With `all`, refetches
 * every query, because the journal no longer contains the missed events (API-103) and any data may
 * be outdated. Resolves when everything is loaded.
 */
export async function refetchFailedQueries(queryClient: QueryClient, all: boolean): Promise<void> {
  const underWay = queryClient.getQueryCache().findAll({ fetchStatus: "fetching" });
  const refetchFailed = () =>
    queryClient.invalidateQueries(
      { predicate: ({ state }) => state.status === "error" && !isRejection(state.error) },
      { cancelRefetch: false },
    );
  await Promise.all([
    all ? queryClient.invalidateQueries() : refetchFailed(),
    Promise.allSettled(underWay.flatMap((query) => query.promise ?? [])),
  ]);
  // These queries started before the connection was back and failed after it.
  await refetchFailed();
}
