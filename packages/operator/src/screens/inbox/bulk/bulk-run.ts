import type { Action } from "@parlour/protocol/actions/actions";
import type { Bulk } from "@parlour/protocol/api";
import { useSyncExternalStore } from "react";
import { api } from "../../../state/api/api.ts";
import { createEventEmitter } from "../../../state/api/event-emitter.ts";
import { browserClock } from "../../../state/clock.ts";
import { isRejection } from "../../../state/live-state.ts";
import { runOrToast } from "../../../ui/mutation.ts";

export type BulkProgress = Omit<Bulk, "do" | "created_at" | "ended_at" | "items" | "next_cursor">;

/** The bulk action of this page, which continues while other views and screens are open. */
let progress: BulkProgress | null = null;
const listeners = createEventEmitter();
const setProgress = (next: BulkProgress | null): void => {
  progress = next;
  listeners.emit();
};

export const useBulkProgress = (): BulkProgress | null =>
  useSyncExternalStore(listeners.subscribe, () => progress);

const pollMs = 500;
const failedPollMs = 5_000;

/** Chats by their ids, or all chats of a list (ACT-039). `count`: how many they are. */
export type BulkChats = { readonly count: number } & (
  | { readonly chats: readonly number[] }
  | { readonly list: Readonly<Record<string, string>> }
);

/** Runs an action on chats in the background (ACT-030). `keepalive`: it outlives the page. */
export async function startBulk(
  { count, ...which }: BulkChats,
  action: Action,
  keepalive: boolean,
): Promise<void> {
  const body = { ...which, do: [action] };
  const { id } = await api.post<{ id: number }>("/chats/bulk", body, { keepalive });
  setProgress({ id, state: "running", total: count, processed: 0, refused: 0 });
  void poll(id);
}

/** Loads the progress until the bulk action has ended. */
async function poll(id: number): Promise<void> {
  let waitMs = pollMs;
  try {
    const bulk = await api.get<Bulk>(`/chats/bulk/${id}`, { query: { limit: 1 } });
    if (progress?.id !== id) return;
    setProgress(bulk);
    if (bulk.state !== "running") return;
  } catch (error) {
    // Without a response, the bulk action continues all the same.
    if (isRejection(error)) return dismissBulk();
    waitMs = failedPollMs;
  }
  browserClock.after(waitMs, () => void poll(id));
}

/** Ends the bulk action. What is done stays (ACT-034). */
export const cancelBulk = (id: number): Promise<boolean> =>
  runOrToast(() => api.delete(`/chats/bulk/${id}`));

/** Forgets the bulk action and its result. */
export const dismissBulk = (): void => setProgress(null);

export interface BulkRefusal {
  readonly chatId: number;
  readonly message: string;
}
/** Loads the chats of which the action was refused, with the reasons. */
export async function loadRefusals(id: number): Promise<readonly BulkRefusal[]> {
  const items = await api.list<Bulk["items"][number]>(`/chats/bulk/${id}`);
  return items.flatMap((item) => {
    const message = item.results.find(({ error }) => error !== undefined)?.error?.message;
    return message === undefined ? [] : [{ chatId: item.chat_id, message }];
  });
}
