/** A request or socket in the log of HAProxy. */
export interface BalancerEntry {
  /** Unix ms at which the node had answered. A client sends its hello right after it. */
  readonly at: number;
  /** Name of the node in the configuration of HAProxy, or `<NOSRV>`. */
  readonly node: string;
  /** Status of the response. 101: a socket was opened. -1: none. */
  readonly status: number;
}

const months = "JanFebMarAprMayJunJulAugSepOctNovDec";
const line =
  / \[(\d+)\/(\w{3})\/(\d+):(\d+):(\d+):(\d+)\.(\d+)\] \S+ [^/ ]+\/(\S+) (-?\d+)\/(-?\d+)\/(-?\d+)\/(-?\d+)\/\S+ (-?\d+) /;

/**
 * Reads the log that HAProxy writes with `option httplog` and times in UTC. Lines of another form
 * are skipped, for example those about nodes.
 */
export function parseBalancerLog(text: string): readonly BalancerEntry[] {
  return text.split("\n").flatMap((row) => {
    const match = line.exec(row);
    if (match === null) return [];
    const [, day, month = "", year, hours, minutes, seconds, ms, node = "", ...rest] = match;
    // Times of the request, the queue, the connection and the response. -1: aborted before.
    const [status = -1, ...durations] = rest.map(Number).toReversed();
    const accepted = Date.UTC(
      Number(year),
      months.indexOf(month) / 3,
      Number(day),
      Number(hours),
      Number(minutes),
      Number(seconds),
      Number(ms),
    );
    return [{ at: durations.reduce((at, d) => at + Math.max(0, d), accepted), node, status }];
  });
}

/** Returns the largest number of sockets that one node opened within any second. */
export function findPeakPerSecond(entries: readonly BalancerEntry[]): number {
  const byNode = Map.groupBy(
    entries.filter(({ status }) => status === 101),
    ({ node }) => node,
  );
  let peak = 0;
  for (const opened of byNode.values()) {
    const times = opened.map(({ at }) => at).toSorted((a, b) => a - b);
    let first = 0;
    for (const [n, at] of times.entries()) {
      while ((times[first] ?? at) <= at - 1_000) first++;
      peak = Math.max(peak, n - first + 1);
    }
  }
  return peak;
}
