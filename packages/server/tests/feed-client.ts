import { get, type IncomingMessage } from "node:http";

/** An event of a stream. `id` is its cursor. */
export interface StreamEvent {
  readonly id: string;
  readonly name: string;
  readonly data: any;
}
export interface FeedAnswer {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: any;
}
interface FeedTarget {
  readonly origin: string;
  readonly key: string;
}

/** Requests a long poll, such as `after=…&wait=30`. */
export async function pollEvents({ origin, key }: FeedTarget, query = ""): Promise<FeedAnswer> {
  const answer = await fetch(`${origin}/api/v1/events?${query}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  return {
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    body: await answer.json(),
  };
}

/** A client of server-sent events that a test can cut at any byte. */
export class StreamClient {
  /** Resolves with the status when the headers have arrived. */
  readonly opened: Promise<IncomingMessage>;
  /** Resolves when the connection has ended, also if it was cut. */
  readonly ended: Promise<void>;
  text = "";
  isEnded = false;
  readonly #request: ReturnType<typeof get>;
  readonly #waiters = new Set<() => void>();

  constructor({ origin, key }: FeedTarget, query = "", lastId?: string) {
    this.#request = get(`${origin}/api/v1/events?${query}`, {
      agent: false,
      headers: {
        authorization: `Bearer ${key}`,
        accept: "text/event-stream",
        ...(lastId === undefined ? {} : { "last-event-id": lastId }),
      },
    });
    this.opened = new Promise((resolve, reject) => {
      this.#request.once("response", resolve);
      this.#request.once("error", reject);
    });
    this.opened.catch(() => undefined);
    this.#request.on("error", () => undefined);
    this.ended = new Promise((resolve) => {
      this.#request.once("close", () => {
        this.isEnded = true;
        this.#wakeWaiters();
        resolve();
      });
    });
    this.#request.once("response", (response) => {
      response.on("error", () => undefined);
      response.setEncoding("utf8").on("data", (text: string) => {
        this.text += text;
        this.#wakeWaiters();
      });
    });
  }
  /** Returns the events that have arrived completely. */
  get events(): StreamEvent[] {
    return this.#blocks().flatMap(({ id, event, data }) =>
      event === undefined ? [] : [{ id: id ?? "", name: event, data: JSON.parse(data ?? "null") }],
    );
  }
  /** Id of the last complete block, with which a client resumes. */
  get lastId(): string | undefined {
    return this.#blocks().findLast(({ id }) => id !== undefined)?.id;
  }
  get positions(): number[] {
    return this.events.map(({ data }) => data.position as number);
  }
  /** Waits until the condition is true. Fails if the stream ends before. */
  async waitUntil(condition: () => boolean): Promise<void> {
    while (!condition()) {
      if (this.isEnded) throw new Error(`the stream ended after ${this.text}`);
      await new Promise<void>((resolve) => this.#waiters.add(resolve));
    }
  }
  /** Stops reading, so that the server cannot send any more. */
  async pause(): Promise<void> {
    (await this.opened).pause();
  }
  cut(): void {
    this.#request.destroy();
  }

  #blocks(): { id?: string; event?: string; data?: string }[] {
    return this.text
      .split("\n\n")
      .slice(0, -1)
      .map((block) =>
        Object.fromEntries(
          block.split("\n").flatMap((line) => {
            const [, field, value] = /^(id|event|data): (.*)$/.exec(line) ?? [];
            return field === undefined ? [] : [[field, value ?? ""]];
          }),
        ),
      );
  }
  #wakeWaiters(): void {
    for (const resolve of this.#waiters) resolve();
    this.#waiters.clear();
  }
}
