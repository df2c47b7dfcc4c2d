import type { Message } from "@parlour/protocol";

/** A part of the load with promises of its own. `E`: what it records. */
export interface LoadPart<E> {
  /** Ends its own senders. */
  stop(): Promise<void>;
  /** Whether it still expects something that causes messages or deliveries. */
  isBusy(): boolean;
  /** Returns what it has recorded. */
  collect(): E;
}

export type StoredMessages = ReadonlyMap<number, readonly Message[]>;

/** Returns the messages of each chat in which one of these senders wrote `NAME N`. */
export function findSenderChats(
  stored: StoredMessages,
  senders: RegExp,
): readonly (readonly Message[])[] {
  return [...stored.values()].filter((messages) =>
    messages.some(
      ({ author, text }) => author.kind === "visitor" && senders.test(text.split(" ")[0] ?? ""),
    ),
  );
}

/** Returns the code of a system message. */
export const readCode = (message: Message): string | undefined =>
  (message as { line?: { code: string } }).line?.code;

export function countTexts(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/**
 * Returns one sentence for each text that never arrived, or else for the first one whose first
 * arrival was out of order. Repeats are allowed.
 */
export function compareArrivals(
  expected: readonly string[],
  received: readonly string[],
): readonly string[] {
  const first = [...new Set(received)];
  const arrived = new Set(first);
  const missing = expected.filter((text) => !arrived.has(text));
  if (missing.length > 0) return missing.map((text) => `${text} never arrived`);
  const known = new Set(expected);
  const order = first.filter((text) => known.has(text));
  const at = order.findIndex((text, n) => text !== expected[n]);
  return at < 0 ? [] : [`${order[at]} arrived instead of ${expected[at]}`];
}
