import type { BoundCondition } from "@parlour/protocol/conditions/condition";
import type { Facts } from "@parlour/protocol/conditions/facts";
import type { Principal } from "../auth/index.ts";
import type { AccountConfig } from "../core/command.ts";
import type { ChatEntity } from "../core/entity.ts";
import { readMatches, type MatchSource } from "../store/chats/list/view-matches.ts";
import type { ViewCandidates } from "../store/chats/chat-record.ts";
import { getAccountFacts } from "../core/field/account-facts.ts";
import type { Reader } from "../store/database/reader.ts";
import { viewStore } from "../store/settings/content/view.ts";
import { MatchingChats } from "./matching-chats.ts";
import { TrackedView } from "./tracked-view.ts";

/** The part of a journal entry that counts need. */
export interface ViewEntry {
  readonly name: string;
  readonly chatId: number | null;
  readonly visitorId: number | null;
  /** The event frame of API-102. */
  readonly frame: string;
}
/** Counts by view, as one operator sees them. null: not counted. */
export type Counts = ReadonlyMap<number, number | null>;

interface AccountCountsDeps {
  readonly reader: Reader;
  readonly loadConfig: () => Promise<AccountConfig>;
}
/** Maximum number of chats, and of visitors, that one query compares again. */
const maxRechecked = 500;

/** The chats of an account's views in memory (VIEW-006). */
export class AccountCounts {
  readonly account: number;
  readonly #deps: AccountCountsDeps;
  #views: ReadonlyMap<number, TrackedView> = new Map();
  #config: AccountConfig | null = null;
  #facts: Facts = {};
  /** Whether the views or the rights of operators may have changed. */
  #isStale = true;
  #load: Promise<void> | null = null;
  /** Operators whose views are counted. */
  #users: readonly Principal[] = [];
  /** The latest frame of each chat that is not applied. */
  #frames = new Map<number, string>();
  /** Chats that were applied while a query ran. Its result may be older. */
  #duringQuery: Map<number, ChatEntity> | null = null;
  readonly #recheckedChats = new Set<number>();
  readonly #recheckedVisitors = new Set<number>();
  #isRechecking = false;
  /** The last chat of the archive that the present count has compared. */
  #scannedTo = 0;

  constructor(account: number, deps: AccountCountsDeps) {
    this.account = account;
    this.#deps = deps;
  }

  /** Takes the entries of the journal. Does not parse chats. */
  receive(entries: readonly ViewEntry[]): void {
    for (const { name, chatId, visitorId, frame } of entries) {
      if (name === "settings_changed") {
        this.#isStale = true;
        // After an erasure, the visitor's chats do not exist any more (CORE-116).
        if (frame.includes('"kind":"visitor"'))
          for (const view of this.#views.values()) view.restart();
      } else if (chatId !== null && name.startsWith("chat_")) this.#frames.set(chatId, frame);
      else if (name === "visitor_updated" && visitorId !== null && this.#usesVisitors())
        this.#recheckedVisitors.add(visitorId);
    }
  }

  /** Reads the views and the settings again if they changed. */
  async load(): Promise<void> {
    this.#load ??= this.#read().finally(() => {
      this.#load = null;
    });
    await this.#load;
  }
  /** Sets the operators whose views are counted. Forgets the chats of other views. */
  use(users: readonly Principal[]): void {
    this.#users = users;
    for (const view of this.#views.values()) if (!this.#isUsed(view)) view.clear();
  }

  /** Applies the changed chats. `now`: ms since 1970. */
  apply(now: number): void {
    const frames = this.#frames;
    this.#frames = new Map();
    const views = [...this.#views.values()].filter(({ chats, next }) => (chats ?? next) !== null);
    if (views.length === 0 && this.#duringQuery === null) return;
    for (const [id, frame] of frames) {
      const { chat } = (JSON.parse(frame) as { readonly data: { readonly chat: ChatEntity } }).data;
      this.#duringQuery?.set(id, chat);
      this.#set(chat, views, now);
    }
  }

  /** Whether a view of these operators has not been counted. */
  hasUncounted(users: readonly Principal[], now: number): boolean {
    return [...this.#views.values()].some(
      (view) => view.chats === null && view.dueAt <= now && this.#isUsed(view, users),
    );
  }
  /** Whether the counts differ from the database. */
  hasChanges(): boolean {
    return (
      this.#isStale ||
      this.#frames.size + this.#recheckedChats.size + this.#recheckedVisitors.size > 0
    );
  }
  /** Returns the time of the next query, in ms since 1970. Infinity: none. */
  nextQueryAt(): number {
    if (this.#recheckedChats.size + this.#recheckedVisitors.size > 0) return 0;
    const used = [...this.#views.values()].filter((view) => this.#isUsed(view));
    return Math.min(...used.map(({ next, dueAt }) => (next === null ? dueAt : 0)));
  }

  /** Runs one query, if one is due. Rejects if it failed. */
  async query(now: number): Promise<void> {
    if (this.#recheckedChats.size + this.#recheckedVisitors.size > 0) return this.#recheck(now);
    const views = this.#selectDue(now);
    const [first] = views;
    if (first === undefined) return;
    if (!first.isRunningOnly && views.every(({ next }) => next === null)) this.#scannedTo = 0;
    for (const view of views) view.next ??= new MatchingChats();
    try {
      const source: MatchSource = first.isRunningOnly
        ? { of: "running" }
        : { of: "archive", after: this.#scannedTo };
      const next = await this.#compare(source, views, now);
      const isComplete = next === null || views.every((view) => view.next?.isFull !== false);
      if (isComplete) for (const view of views) view.complete(now);
      else this.#scannedTo = next;
    } catch (error) {
      for (const view of views) view.fail(now, views.length === 1);
      throw error;
    }
  }

  /**
   * Returns chats and visitors among which are all chats of a view with this condition, as far as
   * entries were received, or null if this is not known.
   */
  findCandidates(
    viewId: number,
    condition: BoundCondition,
  ): Omit<ViewCandidates, "position"> | null {
    const ids = this.#views.get(viewId)?.listExactIds(condition) ?? null;
    if (this.#isStale || this.#isRechecking || ids === null) return null;
    return {
      chats: [...ids, ...this.#frames.keys(), ...this.#recheckedChats],
      visitors: [...this.#recheckedVisitors],
    };
  }
  /** Returns the counts of the views that an operator uses. */
  count(principal: Principal): Counts {
    const config = this.#config;
    if (config === null) return new Map();
    const used = [...this.#views.values()].filter((view) => view.isUsedBy(principal, config));
    return new Map(used.map(({ id, chats }) => [id, chats?.count(principal, config) ?? null]));
  }

  async #read(): Promise<void> {
    while (this.#isStale) {
      this.#isStale = false;
      try {
        const [rows, config] = await Promise.all([
          viewStore.list(this.#deps.reader, this.account, { of: "all" }),
          this.#deps.loadConfig(),
        ]);
        const facts = getAccountFacts(config);
        const views = rows.map((row) => new TrackedView(row, facts));
        for (const view of views) view.continue(this.#views.get(view.id));
        this.#views = new Map(views.map((view) => [view.id, view]));
        this.#config = config;
        this.#facts = facts;
      } catch (error) {
        this.#isStale = true;
        throw error;
      }
    }
  }

  #isUsed(view: TrackedView, users = this.#users): boolean {
    const config = this.#config;
    return config !== null && users.some((principal) => view.isUsedBy(principal, config));
  }
  #usesVisitors(): boolean {
    return [...this.#views.values()].some(
      ({ usesVisitor, chats, next }) => usesVisitor && (chats ?? next) !== null,
    );
  }

  /** For one query: a count that has begun, views of running chats, then the others. */
  #selectDue(now: number): readonly TrackedView[] {
    const used = [...this.#views.values()].filter((view) => this.#isUsed(view));
    const begun = used.filter(({ next }) => next !== null);
    if (begun.length > 0) return begun;
    const due = used.filter(({ dueAt }) => dueAt <= now);
    const alone = due.find(({ isAlone }) => isAlone);
    if (alone !== undefined) return [alone];
    const running = due.filter(({ isRunningOnly }) => isRunningOnly);
    return running.length > 0 ? running : due;
  }

  async #recheck(now: number): Promise<void> {
    const ids = take(this.#recheckedChats, maxRechecked);
    const visitors = take(this.#recheckedVisitors, maxRechecked);
    const views = [...this.#views.values()].filter(
      ({ usesTookPart, usesVisitor }) => usesTookPart || usesVisitor,
    );
    if (views.length === 0) return;
    this.#isRechecking = true;
    try {
      await this.#compare({ of: "chats", ids, visitors }, views, now);
    } catch (error) {
      for (const id of ids) this.#recheckedChats.add(id);
      for (const visitor of visitors) this.#recheckedVisitors.add(visitor);
      throw error;
    } finally {
      this.#isRechecking = false;
    }
  }

  /** Applies the chats of a source to views, and then what changed meanwhile. */
  async #compare(
    source: MatchSource,
    views: readonly TrackedView[],
    now: number,
  ): Promise<number | null> {
    this.#duringQuery = new Map();
    try {
      const conditions = views.map(({ condition }) => ({ condition, facts: this.#facts, now }));
      const { chats, next } = await readMatches(
        this.#deps.reader,
        this.account,
        source,
        conditions,
      );
      for (const { holds, ...chat } of chats)
        for (const [n, view] of views.entries()) view.set(chat, holds[n] === true);
      for (const chat of this.#duringQuery.values()) this.#set(chat, views, now);
      return next;
    } finally {
      this.#duringQuery = null;
    }
  }

  #set(chat: ChatEntity, views: readonly TrackedView[], now: number): void {
    const operators = new Set(chat.participants.map(({ id }) => id));
    if (chat.assignee !== null) operators.add(chat.assignee.id);
    const viewed = { id: chat.id, channelId: chat.channel.id, operators: [...operators] };
    for (const view of views)
      if (view.usesTookPart) this.#recheckedChats.add(chat.id);
      else view.set(viewed, view.holds(chat, this.#facts, now));
  }
}

/** Removes at most `max` elements of a set and returns them. */
function take(set: Set<number>, max: number): readonly number[] {
  const taken = [...set].slice(0, max);
  for (const element of taken) set.delete(element);
  return taken;
}
