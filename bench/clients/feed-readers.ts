import { serveControlChannel } from "../harness/control-channel.ts";
import { openFeedReader, type FeedKind, type FeedReader } from "../harness/raw-feed.ts";
import { getMachineMicros } from "../harness/raw-socket.ts";
import { getQuantile } from "../harness/stats.ts";

/**
 * A process with many readers of one account's event feed, so that their CPU is separate from the
 * server's. Controlled over the control channel.
 */
export interface FeedReadersJob {
  readonly port: number;
  readonly key: string;
  readonly streams: number;
  readonly polls: number;
}
/** Messages since `open`. */
export interface FeedCounts {
  /** Number of messages by reader. */
  readonly messages: readonly number[];
  /** Number of answers to long polls. */
  readonly answers: number;
  /** Age of messages on arrival, ms. */
  readonly ages: Readonly<Record<FeedKind | "all", { readonly p50: number; readonly p99: number }>>;
  /** Why readers ended. */
  readonly ends: readonly string[];
  readonly cpuMicros: number;
}

const maxConcurrentOpens = 32;
let readers: FeedReader[] = [];
let messages: number[] = [];
let answers = 0;
let ages: Record<FeedKind, number[]> = { stream: [], poll: [] };
let ends: string[] = [];

serveControlChannel({
  /** Opens the readers, with all counters at 0. Streams and polls alternate. */
  async open(value) {
    const { port, key, streams, polls } = value as FeedReadersJob;
    const kinds = Array.from({ length: Math.max(streams, polls) }).flatMap(
      (_none, i): FeedKind[] => [
        ...(i < streams ? (["stream"] as const) : []),
        ...(i < polls ? (["poll"] as const) : []),
      ],
    );
    messages = kinds.map(() => 0);
    answers = 0;
    ages = { stream: [], poll: [] };
    ends = [];
    let next = 0;
    await Promise.all(
      Array.from({ length: maxConcurrentOpens }, async () => {
        for (let i = next++; i < kinds.length; i = next++) {
          const kind = kinds[i] ?? "stream";
          const reader = await openFeedReader({
            port,
            key,
            kind,
            onMark(micros) {
              messages[i] = (messages[i] ?? 0) + 1;
              ages[kind].push((getMachineMicros() - micros) / 1_000);
            },
            onAnswer: () => void answers++,
            onEnd: (reason) => void ends.push(reason),
          });
          readers.push(reader);
        }
      }),
    );
  },
  /** Returns the lowest number of messages of a reader. */
  slowest: () => Math.min(...messages),
  counts(): FeedCounts {
    const { user, system } = process.cpuUsage();
    const toFigures = (values: readonly number[]) => {
      const sorted = Float64Array.from(values).sort();
      return { p50: getQuantile(sorted, 0.5), p99: getQuantile(sorted, 0.99) };
    };
    return {
      messages,
      answers,
      ages: {
        stream: toFigures(ages.stream),
        poll: toFigures(ages.poll),
        all: toFigures(ages.stream.concat(ages.poll)),
      },
      ends,
      cpuMicros: user + system,
    };
  },
  close() {
    for (const reader of readers.splice(0)) reader.close();
  },
});
console.log("ready");
