import { evictOldest } from "../core/bounded-map.ts";

/** Tokens that this node gave for the ask with the number `n` of a message. */
export interface TokenTransfer<N> {
  readonly n: number;
  readonly name: N;
  readonly key: string | number;
  readonly tokens: number;
}
/** Tokens that other nodes gave together for the ask with the number `n` of the message `id`. */
export interface ReceivedTokens {
  readonly id: number;
  readonly n: number;
  readonly tokens: number;
}
/** The fraction of what each node gave for an ask that nobody uses. */
export type UnusedTokens = readonly [id: number, n: number, fraction: number];

/** Maximum number of messages whose tokens can be taken back. The oldest is dropped. */
const maxMessages = 1_000;
/** Fractions of a token below it are rounding errors. */
const tolerance = 1e-6;

/** Tokens that this node gave to other nodes and can take back. */
export class GivenTokens<N extends string> {
  readonly #transfers = new Map<string, readonly TokenTransfer<N>[]>();

  add(node: number, id: number, transfers: readonly TokenTransfer<N>[]): void {
    this.#transfers.set(toKey(node, id), transfers);
    evictOldest(this.#transfers, maxMessages);
  }
  list(node: number, id: number): readonly TokenTransfer<N>[] {
    return this.#transfers.get(toKey(node, id)) ?? [];
  }
  /** Returns the transfers for a message and removes them. */
  remove(node: number, id: number): readonly TokenTransfer<N>[] {
    const transfers = this.list(node, id);
    this.#transfers.delete(toKey(node, id));
    return transfers;
  }
}
const toKey = (node: number, id: number): string => `${node} ${id}`;

/** Returns the tokens that nobody uses if `left` are left, latest first, and their sum. */
export function listUnused(
  received: readonly ReceivedTokens[],
  left: number,
): { readonly tokens: number; readonly parts: readonly UnusedTokens[] } {
  let rest = Math.max(0, left);
  const parts = received.toReversed().flatMap(({ id, n, tokens }): readonly UnusedTokens[] => {
    const part = Math.min(tokens, rest);
    rest -= part;
    return part > tolerance ? [[id, n, part / tokens]] : [];
  });
  return { tokens: Math.max(0, left) - rest, parts };
}
