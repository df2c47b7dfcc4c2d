/** Times in ms in which a client had no live connection. */
export interface LineLosses {
  readonly count: number;
  readonly totalMs: number;
  readonly longestMs: number;
}

/** Records when a client has a live connection. Times are machine microseconds. */
export interface LineRecord {
  /** Returns when the client last became live. 0: not live. */
  liveAt(): number;
  /** Records that the client is live. A client that is live already stays so. */
  live(at: number): void;
  /** Records that the client lost its connection, or that it tries to open one. */
  lose(at: number): void;
  /** Forgets the losses so far. */
  reset(): void;
  /** Returns the losses since `reset`. One that is not over counts until `now`. */
  sum(now: number): LineLosses;
}

export function createLineRecord(): LineRecord {
  let liveAt = 0;
  /** null: live, or never live yet. */
  let lostAt: number | null = null;
  let losses: number[] = [];
  return {
    liveAt: () => liveAt,
    live(at) {
      if (lostAt !== null) losses.push(at - lostAt);
      lostAt = null;
      liveAt ||= at;
    },
    lose(at) {
      if (liveAt > 0) lostAt = at;
      liveAt = 0;
    },
    reset() {
      losses = [];
    },
    sum(now) {
      const all = [...losses, ...(lostAt === null ? [] : [now - lostAt])].map((us) => us / 1_000);
      return {
        count: all.length,
        totalMs: all.reduce((sum, ms) => sum + ms, 0),
        longestMs: Math.max(0, ...all),
      };
    },
  };
}
