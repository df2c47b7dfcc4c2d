import type { ViewCount } from "@parlour/protocol/api/settings/shapes/view";
import type { BoundCondition, Condition } from "@parlour/protocol/conditions/condition";
import type { Principal } from "../auth/index.ts";
import type { AccountConfig, Clock } from "../core/command.ts";
import type { ViewCandidates } from "../store/chats/chat-record.ts";
import type { Reader } from "../store/database/reader.ts";
import { getAccountFacts } from "../core/field/account-facts.ts";
import { AccountCounts, type Counts, type ViewEntry } from "./account-counts.ts";
import { countCondition } from "./count-condition.ts";
import { Ticker, tickMs } from "./ticker.ts";

export { createLiveBoards, type LiveBoards } from "./live-boards.ts";

export interface ViewCountsDeps {
  /** Reads the primary. */
  readonly reader: Reader;
  readonly clock: Clock;
  /** The methods of `Journal` that counts use. `head` makes this node follow the account. */
  readonly journal: {
    config(account: number): Promise<AccountConfig>;
    head(account: number): Promise<unknown>;
    published(account: number): number | undefined;
    subscribe(listener: (account: number, entries: readonly ViewEntry[]) => void): () => void;
    onReset(listener: () => void): () => void;
  };
  /** Operator sockets of this node. */
  readonly sockets: {
    list(account: number): readonly Principal[];
    send(account: number, operatorId: number, frame: object): void;
    onConnected(listener: (principal: Principal) => void): void;
  };
  readonly onFault: (error: unknown) => void;
}
/** Counts of views on one node (VIEW-006, VIEW-007). */
export interface ViewCounts {
  /** Returns the counts of the views that a principal uses. Counts new views at once. */
  read(principal: Principal): Promise<Counts>;
  /**
   * Returns among which chats those of a view with this condition are, or null if this node does
   * not know. Counts the views of the principal for the next minutes.
   */
  findCandidates(
    principal: Principal,
    viewId: number,
    condition: BoundCondition,
  ): ViewCandidates | null;
  /** Counts the chats of a condition that is not stored, as far as a principal sees them. */
  countCondition(principal: Principal, condition: Condition): Promise<ViewCount>;
  /** Resolves when the counts that run have ended. */
  settle(): Promise<void>;
  close(): void;
}

/** Time after a request for counts during which an operator without a socket uses them. */
const useMs = 5 * 60_000;

interface CountedAccount {
  readonly counts: AccountCounts;
  /** Operators who asked for counts, with the time until which they use them. */
  readonly readers: Map<number, { readonly principal: Principal; readonly until: number }>;
  /** What the sockets of each operator have received. */
  readonly sent: Map<number, Counts>;
  isChanged: boolean;
}

/** Counts the views of the operators who are connected to this node, or who ask for them. */
export function createViewCounts(deps: ViewCountsDeps): ViewCounts {
  const counter = new ViewCounter(deps);
  const stops = [
    deps.journal.subscribe((account, entries) => counter.receive(account, entries)),
    deps.journal.onReset(() => counter.clear()),
  ];
  deps.sockets.onConnected((principal) => counter.open(principal.accountId));
  return {
    read: (principal) => counter.read(principal),
    findCandidates: (principal, viewId, condition) =>
      counter.findCandidates(principal, viewId, condition),
    async countCondition(principal, condition) {
      const [bound, config] = await bind(deps, principal, condition);
      return countCondition(deps.reader, bound, principal, config);
    },
    settle: () => counter.settle(),
    close() {
      for (const stop of stops) stop();
      counter.clear();
    },
  };
}

/** Returns the condition with the facts of the account, whose settings are the second value. */
async function bind(
  { journal, clock }: ViewCountsDeps,
  principal: Principal,
  condition: Condition,
): Promise<readonly [BoundCondition, AccountConfig]> {
  const config = await journal.config(principal.accountId);
  return [{ condition, facts: getAccountFacts(config), now: clock.now() }, config];
}

class ViewCounter {
  readonly #deps: ViewCountsDeps;
  readonly #accounts = new Map<number, CountedAccount>();
  readonly #ticker: Ticker;
  #queriedAt = -Infinity;
  /** The running query. A node runs one at a time. */
  #query: Promise<void> = Promise.resolve();

  constructor(deps: ViewCountsDeps) {
    this.#deps = deps;
    this.#ticker = new Ticker(deps.clock, () => this.#tick());
  }

  receive(account: number, entries: readonly ViewEntry[]): void {
    const counted = this.#accounts.get(account);
    if (counted === undefined) return;
    counted.counts.receive(entries);
    if (counted.counts.hasChanges()) this.#ticker.wake();
  }
  open(account: number): CountedAccount {
    let counted = this.#accounts.get(account);
    if (counted === undefined) {
      const { reader, journal } = this.#deps;
      const counts = new AccountCounts(account, {
        reader,
        loadConfig: () => journal.config(account),
      });
      counted = { counts, readers: new Map(), sent: new Map(), isChanged: true };
      this.#accounts.set(account, counted);
    }
    counted.isChanged = true;
    this.#ticker.wake();
    return counted;
  }
  settle(): Promise<void> {
    return this.#ticker.settle();
  }
  clear(): void {
    this.#accounts.clear();
    this.#ticker.cancel();
  }

  async read(principal: Principal): Promise<Counts> {
    const { clock, journal } = this.#deps;
    const counted = this.#use(principal);
    const { counts } = counted;
    await journal.head(principal.accountId);
    await counts.load();
    counts.use(this.#listUsers(counted));
    counts.apply(clock.now());
    if (counts.hasUncounted([principal], clock.now()) || this.#mayQuery()) {
      await this.#run(counted);
      counts.apply(clock.now());
    }
    return counts.count(principal);
  }

  findCandidates(
    principal: Principal,
    viewId: number,
    condition: BoundCondition,
  ): ViewCandidates | null {
    const { counts } = this.#use(principal);
    const position = this.#deps.journal.published(principal.accountId);
    const candidates = counts.findCandidates(viewId, condition);
    return candidates === null || position === undefined ? null : { ...candidates, position };
  }

  /** Counts the views of an operator for the next minutes. */
  #use(principal: Principal): CountedAccount {
    const counted = this.open(principal.accountId);
    const until = this.#deps.clock.now() + useMs;
    counted.readers.set(principal.operatorId, { principal, until });
    return counted;
  }
  /** A node runs at most one query in the time of a tick. */
  #mayQuery = (): boolean => this.#deps.clock.now() >= this.#queriedAt + tickMs;

  /** Runs the next query of an account after the running one. Faults are reported. */
  async #run({ counts }: CountedAccount): Promise<void> {
    const { clock, onFault } = this.#deps;
    this.#query = this.#query.then(async () => {
      if (counts.nextQueryAt() > clock.now()) return;
      this.#queriedAt = clock.now();
      await counts.query(clock.now()).catch(onFault);
    });
    await this.#query;
  }

  #listUsers({ counts, readers }: CountedAccount): readonly Principal[] {
    const now = this.#deps.clock.now();
    for (const [operator, { until }] of readers) if (until <= now) readers.delete(operator);
    return [
      ...this.#deps.sockets.list(counts.account),
      ...[...readers.values()].map(({ principal }) => principal),
    ];
  }

  /** Applies what changed, runs at most one query, and sends changed counts. */
  async #tick(): Promise<void> {
    const { clock, journal, onFault } = this.#deps;
    for (const [account, counted] of this.#accounts) {
      const { counts } = counted;
      try {
        const users = this.#listUsers(counted);
        if (users.length === 0) {
          this.#accounts.delete(account);
          continue;
        }
        if (counts.hasChanges()) counted.isChanged = true;
        await journal.head(account);
        await counts.load();
        counts.use(users);
        counts.apply(clock.now());
      } catch (error) {
        onFault(error);
      }
    }
    const due = [...this.#accounts.values()].find(
      ({ counts }) => counts.nextQueryAt() <= clock.now(),
    );
    if (due !== undefined && this.#mayQuery()) {
      // The account takes its turn after the others.
      this.#accounts.delete(due.counts.account);
      this.#accounts.set(due.counts.account, due);
      due.isChanged = true;
      await this.#run(due);
    }
    for (const counted of this.#accounts.values()) if (counted.isChanged) this.#send(counted);
    this.#schedule();
  }

  /** Sends the counts that differ from those that the sockets of each operator have. */
  #send(counted: CountedAccount): void {
    const { counts, sent } = counted;
    counted.isChanged = false;
    const principals = this.#deps.sockets.list(counts.account);
    const connected = new Set(principals.map(({ operatorId }) => operatorId));
    for (const operator of sent.keys()) if (!connected.has(operator)) sent.delete(operator);
    for (const principal of principals) {
      const { operatorId } = principal;
      const before = sent.get(operatorId);
      const now = counts.count(principal);
      const changed = [...now].filter(([id, count]) => before?.get(id) !== count);
      sent.set(operatorId, now);
      if (changed.length === 0) continue;
      const views = changed.map(([id, count]) => ({ id, count }));
      this.#deps.sockets.send(counts.account, operatorId, { type: "view_counts", views });
    }
  }

  #schedule(): void {
    const times = [...this.#accounts.values()].map(({ counts, readers }) =>
      counts.hasChanges()
        ? 0
        : Math.min(counts.nextQueryAt(), ...[...readers.values()].map(({ until }) => until)),
    );
    const at = Math.min(...times);
    this.#ticker.wake(at);
  }
}
