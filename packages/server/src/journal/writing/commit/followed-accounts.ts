import type { JournalBases } from "./commit-messages.ts";
import type { AccountEntries } from "./commit-call.ts";
import type { GatewayEntries } from "../gateway-deps.ts";
import type { GatewayJob } from "../jobs.ts";

interface FollowedAccountsDeps {
  readonly connection: { readonly session: number };
  readonly entries: GatewayEntries;
}

/**
 * Accounts whose last batch in the session followed directly on what this node had published. Only
 * their messages are tried in the short form: where another node writes all the time, most tries
 * would fail, and a new session may show an older copy of the database.
 */
export class FollowedAccounts {
  readonly #deps: FollowedAccountsDeps;
  #session = 0;
  readonly #accounts = new Set<number>();

  constructor(deps: FollowedAccountsDeps) {
    this.#deps = deps;
  }

  has(account: number): boolean {
    this.#clearEarlierSession();
    return this.#accounts.has(account);
  }
  /** Returns the published positions of the jobs' accounts that this node follows. */
  readBases(jobs: readonly GatewayJob[]): JournalBases {
    this.#clearEarlierSession();
    const positions = new Map<number, number>();
    for (const { account } of jobs) {
      if (positions.has(account) || !this.#accounts.has(account)) continue;
      const position = this.#deps.entries.published(account);
      if (position !== undefined) positions.set(account, position);
    }
    return { session: this.#session, positions };
  }
  /**
   * Follows the accounts whose entries came directly after what this node had published. Entries of
   * another node that are later than this batch may have been read before the response to it
   * arrived, and the states of this node are then outdated.
   */
  update(written: readonly AccountEntries[]): void {
    this.#clearEarlierSession();
    for (const { account, base, entries } of written)
      if (this.#deps.entries.published(account) === base + entries.length)
        this.#accounts.add(account);
      else this.#accounts.delete(account);
  }

  #clearEarlierSession(): void {
    const { session } = this.#deps.connection;
    if (session === this.#session) return;
    this.#session = session;
    this.#accounts.clear();
  }
}
