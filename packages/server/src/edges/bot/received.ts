import type { Warning } from "./format/message.ts";

/** One request of a provider and what became of it (BOT-087); filled while it is handled. */
export interface Received {
  readonly at: number;
  readonly requestId: string;
  readonly account: number;
  readonly botId: number;
  event: string | null;
  id: string | null;
  chatId: number | null;
  status: number;
  /** Of a refusal. */
  code: string | null;
  field: string | null;
  rule: string | null;
  durationMs: number;
  readonly warnings: Warning[];
}

/** The last requests of each connection, in memory of this node: what somebody who connects a bot needs to see. */
export interface RecentlyReceived {
  add(one: Received): void;
  /** Newest first. */
  of(botId: number): readonly Received[];
}

export function openRecent(perBot = 20, bots = 1_000): RecentlyReceived {
  const lists = new Map<number, Received[]>();
  return {
    add(one) {
      const list = lists.get(one.botId) ?? [];
      // Set again, so that the connection that is silent longest is the first to go.
      lists.delete(one.botId);
      if (lists.size >= bots)
        for (const oldest of lists.keys()) {
          lists.delete(oldest);
          break;
        }
      lists.set(one.botId, [one, ...list].slice(0, perBot));
    },
    of: (botId) => lists.get(botId) ?? [],
  };
}
