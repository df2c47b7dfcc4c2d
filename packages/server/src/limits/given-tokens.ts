import { evictOldest } from "../core/bounded-map.ts";

/** Tokens that this node gave for the ask with the number `n` of a message. */
export interface Gift<N> {
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

/** Maximum number of messages whose gifts can be taken back. The oldest is dropped. */
const maxMessages = 1_000;
/** Fractions of a token below it are rounding errors. */
const tolerance = 1e-6;

/** What this node gave to others lately. */
export class GivenTokens<N extends string> {
  readonly #gifts = new Map<string, readonly Gift<N>[]>();

  add(node: number, id: number, gifts: readonly Gift<N>[]): void {
    this.#gifts.set(toKey(node, id), gifts);
    evictOldest(this.#gifts, maxMessages);
  }
  /** Returns the gifts for a message. */
  list(node: number, id: number): readonly Gift<N>[] {
    return this.#gifts.get(toKey(node, id)) ?? [];
  }
  /** Returns the gifts for a message, and forgets them. */
  remove(node: number, id: number): readonly Gift<N>[] {
    const gifts = this.list(node, id);
    this.#gifts.delete(toKey(node, id));
    return gifts;
  }
}
const toKey = (node: number, id: number): string => `${node} ${id}`;

/**
 * Returns which of the received tokens nobody uses if `left` are left, the latest first, and their
 * sum.
 */
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
