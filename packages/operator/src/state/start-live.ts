import type { Timers } from "@parlour/client";
import type { Operator } from "@parlour/protocol";
import { mostUploadMib } from "./account.ts";
import { api, queries } from "./api.ts";
import { createDraftSync } from "./draft-sync.ts";
import { draftOf, setDraft } from "./drafts.ts";
import { createLive, type Live } from "./live.ts";
import { lengthOfMedia } from "./media-length.ts";
import { startPace } from "./pace.ts";
import { readAgain } from "./read-again.ts";
import { may } from "./session.tsx";
import { newId, openUnsent, told } from "./unsent.ts";

const timers: Timers = {
  now: () => Date.now(),
  set: (run, ms) => setTimeout(run, ms),
  clear: (timer) => clearTimeout(timer as number | undefined),
};

/**
 * Starts the live client of this page with the browser's socket, database and locks. `stop` ends
 * all of them.
 */
export async function startLive(me: Operator, onSignedOut: () => void): Promise<{ live: Live; stop: () => void }> {
  const { store, staged } = await openUnsent(me.id);
  const tabs = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("parlour.outbox");
  const pace = startPace();
  const live = createLive({
    api,
    me,
    open: () => new WebSocket(new URL("/api/v1/socket", location.href).href.replace(/^http/, "ws")) as never,
    timers,
    random: Math.random,
    outbox: { store: told(store, () => tabs?.postMessage("changed")), newId, lock },
    staged,
    mostUploadMib,
    measure: lengthOfMedia,
    soon: pace.soon,
    onSettings: () => {
      void queries.invalidateQueries();
    },
    onErased: (chats) => forgetErased(me.id, chats),
    onBack: (isAnew) => void readAgain(queries, isAnew),
    onSignedOut,
  });
  if (tabs) tabs.onmessage = () => live.reloadOutbox();
  const drafts = may(me, "chat") ? syncDrafts(live, me.id) : null;
  const unfollow = followPage(live, drafts);
  // Calls are refetched after each change.
  live.onCall(() => void queries.invalidateQueries({ queryKey: ["calls"] }));
  live.start();
  return {
    live,
    stop() {
      unfollow();
      tabs?.close();
      drafts?.stop();
      pace.stop();
      live.stop();
    },
  };
}

/**
 * Clears cached data of an erased visitor (CORE-116). Queries on screen are refetched. Inactive
 * ones are removed, because they would be shown once more before a refetch.
 */
function forgetErased(operator: number, chats: readonly number[]): void {
  queries.removeQueries({ type: "inactive" });
  for (const chat of chats)
    for (const mode of ["text", "note"] as const) if (draftOf(operator, chat, mode) !== "") setDraft(operator, chat, mode, "");
}

/**
 * Resumes pending work when the page becomes visible, and sends it at once when the page closes.
 * Checks the connection when the network changes. Returns a function that stops it.
 */
function followPage(live: Live, drafts: { flush: () => void } | null): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const back = () => {
    if (document.visibilityState === "visible") {
      live.retryNow();
      live.reloadOutbox();
    } else drafts?.flush();
  };
  const away = () => {
    live.sendHeldCloses();
    drafts?.flush();
  };
  window.addEventListener("online", back, { signal });
  // Some systems keep a dead connection open, so only a request detects it. A connection to this
  // machine itself answers and stays.
  window.addEventListener("offline", () => live.retryNow(), { signal });
  window.addEventListener("pagehide", away, { signal });
  document.addEventListener("visibilitychange", back, { signal });
  return () => ending.abort();
}

/** Synchronises drafts with the server while the connection is live. */
function syncDrafts(live: Live, operator: number): { flush: () => void; stop: () => void } {
  const isLive = () => live.get().connection.kind === "live";
  const sync = createDraftSync({ api, operator, timers, onDraft: live.onDraft, isLive });
  let wasLive = false;
  const look = () => {
    if (isLive() && !wasLive) sync.catchUp().catch((error: unknown) => console.warn("drafts of other devices could not be read", error));
    wasLive = isLive();
  };
  const end = live.subscribe(look);
  look();
  return {
    flush: sync.flush,
    stop() {
      end();
      sync.stop();
    },
  };
}

/**
 * Lets one tab at a time send. Without Web Locks only the client id prevents duplicate messages.
 */
async function lock(name: string, run: () => Promise<void>): Promise<void> {
  // `navigator.locks` is absent over plain http, except on localhost.
  const locks = navigator.locks as LockManager | undefined;
  if (locks) await locks.request(name, run);
  else await run();
}
