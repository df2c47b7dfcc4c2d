import type { Message } from "@parlour/protocol";
import type { TimeInterval } from "../cluster/time-interval.ts";
import { countTexts } from "./parts/load-part.ts";
import type { WindowClient } from "../cluster/window-client.ts";

/** What the chat window of a visitor showed. The texts of the visitor begin with the name. */
export interface WindowEvidence extends Pick<
  WindowClient,
  "sent" | "replies" | "offline" | "lost"
> {
  readonly name: string;
  /** Whether the window was connected at the end, and how many messages it did not show as sent. */
  readonly isLive: boolean;
  readonly unsent: number;
}
type StoredMessages = ReadonlyMap<number, readonly Message[]>;

/** Maximum time until a window knows that an operator is online, in milliseconds. */
const maxAvailabilityMs = 5_000;

/** Returns one sentence for each promise that a window's evidence contradicts. */
export function checkWindow(
  evidence: WindowEvidence,
  stored: StoredMessages,
  /** The times without a connection, for each socket of an operator. */
  operatorSockets: readonly (readonly TimeInterval[])[],
): readonly string[] {
  const { name, isLive, unsent, offline } = evidence;
  const messages = findWindowChats(name, stored);
  return [
    ...findUnstored(evidence.sent, messages),
    ...compareReplies(evidence.replies, listReplies(messages)),
    ...offline
      .filter((interval) => operatorSockets.some((lost) => wasLiveDuring(lost, interval)))
      .map(
        ({ from, to }) =>
          `shows no operator from ${format(from)} to ${format(to)}, although one had an open socket`,
      ),
    ...(isLive ? [] : ["is not connected at the end"]),
    ...(unsent === 0 ? [] : [`has ${unsent} messages at the end that are not sent`]),
  ].map((finding) => `window of ${name}: ${finding}`);
}

/** Returns the messages of all chats in which the visitor of a window has written. */
export function findWindowChats(name: string, stored: StoredMessages): readonly Message[] {
  return [...stored.values()]
    .filter((messages) =>
      messages.some(({ author, text }) => author.kind === "visitor" && text.startsWith(`${name} `)),
    )
    .flat();
}
export const listReplies = (messages: readonly Message[]): readonly string[] =>
  messages.flatMap(({ author, text }) => (author.kind === "operator" ? [text] : []));

function findUnstored(sent: readonly string[], messages: readonly Message[]): readonly string[] {
  const counts = countTexts(messages.map(({ text }) => text));
  return sent
    .filter((text) => counts.get(text) !== 1)
    .map((text) => `${text} is shown as sent and stored ${counts.get(text) ?? 0} times`);
}

function compareReplies(received: readonly string[], stored: readonly string[]): readonly string[] {
  const counts = countTexts(received);
  const wrong = stored
    .filter((text) => counts.get(text) !== 1)
    .map((text) => `${text} arrived ${counts.get(text) ?? 0} times`);
  if (wrong.length > 0 || received.join("\n") === stored.join("\n")) return wrong;
  const at = received.findIndex((text, n) => text !== stored[n]);
  return [`${received[at]} arrived as reply ${at + 1} instead of ${stored[at] ?? "none"}`];
}

/** Returns whether a socket was live for 5 s up to some time within the interval. */
function wasLiveDuring(lost: readonly TimeInterval[], { from, to }: TimeInterval): boolean {
  const starts = lost.flatMap((interval) =>
    interval.to === null ? [] : [interval.to + maxAvailabilityMs],
  );
  return [from, ...starts].some(
    (at) =>
      at >= from &&
      (to === null || at < to) &&
      lost.every(
        (interval) =>
          interval.from >= at || (interval.to !== null && interval.to <= at - maxAvailabilityMs),
      ),
  );
}
const format = (at: number | null): string =>
  at === null ? "the end" : new Date(at).toISOString();
