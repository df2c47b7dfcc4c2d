import { maxViewCount } from "@parlour/protocol/api/settings/shapes/view";
import { canSeeAllChats, canSeeChannel, type Principal } from "../auth/index.ts";
import type { AccountConfig } from "../core/command.ts";

/** Above it, a list finds a page sooner in its order than by ids (PERF-28). */
const maxListedIds = 2_000;

/** A chat of a view, with what decides who sees it (CORE-001). */
export interface ViewedChat {
  readonly id: number;
  readonly channelId: number;
  readonly operators: readonly number[];
}

/**
 * The chats of one view. Counts them for each operator without a walk over all of them. Above
 * {@link maxViewCount} chats it is full and forgets them.
 */
export class MatchingChats {
  readonly #chats = new Map<number, ViewedChat>();
  readonly #byChannel = new Map<number, number>();
  /** By operator and channel: an operator also sees their chats of other channels. */
  readonly #byOperator = new Map<number, Map<number, number>>();
  #isFull = false;

  get isFull(): boolean {
    return this.#isFull;
  }

  /** Returns the ids of all chats, or null if there are more than {@link maxListedIds}. */
  listIds(): readonly number[] | null {
    return this.#isFull || this.#chats.size > maxListedIds ? null : [...this.#chats.keys()];
  }
  /** Adds, changes or removes a chat. */
  set(chat: ViewedChat, holds: boolean): void {
    if (this.#isFull) return;
    const before = this.#chats.get(chat.id);
    if (before !== undefined) {
      this.#chats.delete(chat.id);
      this.#add(before, -1);
    }
    if (!holds) return;
    this.#chats.set(chat.id, chat);
    this.#add(chat, 1);
    if (this.#chats.size <= maxViewCount) return;
    this.#isFull = true;
    for (const map of [this.#chats, this.#byChannel, this.#byOperator]) map.clear();
  }

  /** null: the view is full, and the principal sees a part of it. */
  count(principal: Principal, config: AccountConfig): number | null {
    if (this.#isFull) return canSeeAllChats(principal) ? maxViewCount : null;
    if (canSeeAllChats(principal)) return this.#chats.size;
    const isSeen = (channelId: number): boolean => canSeeChannel(principal, channelId, config);
    const inChannels = sum(this.#byChannel, isSeen);
    const ofOperator = this.#byOperator.get(principal.operatorId);
    return (
      inChannels +
      (ofOperator === undefined ? 0 : sum(ofOperator, (channelId) => !isSeen(channelId)))
    );
  }

  #add({ channelId, operators }: ViewedChat, step: 1 | -1): void {
    addTo(this.#byChannel, channelId, step);
    for (const operator of operators) {
      let counts = this.#byOperator.get(operator);
      if (counts === undefined) this.#byOperator.set(operator, (counts = new Map()));
      addTo(counts, channelId, step);
      if (counts.size === 0) this.#byOperator.delete(operator);
    }
  }
}

function addTo(counts: Map<number, number>, key: number, step: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + step;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}
const sum = (counts: ReadonlyMap<number, number>, isCounted: (key: number) => boolean): number =>
  [...counts].reduce((total, [key, count]) => total + (isCounted(key) ? count : 0), 0);
