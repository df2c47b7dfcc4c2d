import { createHmac } from "node:crypto";
import http from "node:http";

/** The answer to one webhook request. 0: no answer arrived. */
interface WebhookAnswer {
  readonly status: number;
  readonly body: string;
}

/** Sends webhooks to the address of the receiver until it answers 200. */
export interface WebhookSender {
  /** Values with one key are sent in order. Resolves after the receiver answered 200. */
  push(value: unknown, key: string): Promise<void>;
  /** Sends a body once, with the given headers. Returns the answer. */
  post(body: string | Buffer, headers: Readonly<Record<string, string>>): Promise<WebhookAnswer>;
  /** Number of webhooks that wait for an answer with 200. */
  pending(): number;
  /** Collects pushed values until `release`, which sends them in one request. */
  pause(): void;
  release(order?: "same" | "reversed"): void;
  close(): void;
}

export interface WebhookSenderOptions {
  readonly appSecret: string;
  /** Returns the body of a request with these values. */
  readonly describe: (values: readonly unknown[]) => unknown;
  readonly getAddress: () => string | null;
  /** Pause after an answer other than 200, in milliseconds. */
  readonly retryMs: number;
  /** Number of requests per webhook after an answer with 200. The service may repeat webhooks. */
  readonly repeats: () => number;
}

/** Signs a body as `X-Hub-Signature-256` has it. */
export function signWebhook(body: string | Buffer, appSecret: string): string {
  return `sha256=${createHmac("sha256", appSecret).update(body).digest("hex")}`;
}

export function createWebhookSender(options: WebhookSenderOptions): WebhookSender {
  const { appSecret, describe, getAddress, retryMs } = options;
  const agent = new http.Agent({ keepAlive: true, maxSockets: 8 });
  let isClosed = false;
  let delayed: { readonly value: unknown; readonly done: () => void }[] | null = null;
  let pendingCount = 0;
  const timers = new Set<NodeJS.Timeout>();
  /** The last webhook of each key. */
  const tails = new Map<string, Promise<void>>();

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        resolve();
      }, ms);
      timers.add(timer);
    });
  const post: WebhookSender["post"] = (body, headers) => {
    const address = getAddress();
    return address === null
      ? Promise.resolve({ status: 0, body: "" })
      : sendRequest(agent, address, body, headers);
  };
  const sendUntilAccepted = async (values: readonly unknown[]): Promise<void> => {
    const body = JSON.stringify(describe(values));
    const headers = {
      "content-type": "application/json",
      "x-hub-signature-256": signWebhook(body, appSecret),
    };
    for (let accepted = 0; !isClosed;) {
      const { status } = await post(body, headers);
      if (status === 200) accepted += 1;
      else await pause(retryMs);
      if (accepted > options.repeats()) return;
    }
  };
  const enqueue = (values: readonly unknown[], key: string): Promise<void> => {
    pendingCount += values.length;
    const tail = (tails.get(key) ?? Promise.resolve())
      .then(() => sendUntilAccepted(values))
      .then(() => {
        pendingCount -= values.length;
        if (tails.get(key) === tail) tails.delete(key);
      });
    tails.set(key, tail);
    return tail;
  };
  return {
    push(value, key) {
      if (delayed === null) return enqueue([value], key);
      const { promise, resolve } = Promise.withResolvers<void>();
      delayed.push({ value, done: resolve });
      return promise;
    },
    post,
    pending: () => pendingCount + (delayed?.length ?? 0),
    pause: () => void (delayed ??= []),
    release(order = "same") {
      const batch = order === "same" ? (delayed ?? []) : (delayed ?? []).toReversed();
      delayed = null;
      if (batch.length > 0)
        void enqueue(
          batch.map(({ value }) => value),
          "batch",
        ).then(() => batch.forEach(({ done }) => done()));
    },
    close() {
      isClosed = true;
      for (const timer of timers) clearTimeout(timer);
      agent.destroy();
    },
  };
}

/** Sends one POST. Resolves with status 0 if no complete answer arrives. */
function sendRequest(
  agent: http.Agent,
  address: string,
  body: string | Buffer,
  headers: Readonly<Record<string, string>>,
): Promise<WebhookAnswer> {
  return new Promise((resolve) => {
    const failed = (): void => resolve({ status: 0, body: "" });
    const request = http.request(
      address,
      {
        method: "POST",
        agent,
        timeout: 20_000,
        headers: { ...headers, "content-length": Buffer.byteLength(body) },
      },
      (response) => {
        const parts: Buffer[] = [];
        response
          .on("data", (part: Buffer) => parts.push(part))
          .on("error", failed)
          .on("close", failed)
          .on("end", () =>
            resolve({
              status: response.statusCode ?? 0,
              body: Buffer.concat(parts).toString("utf8"),
            }),
          );
      },
    );
    request
      .on("error", failed)
      .on("timeout", () => request.destroy())
      .end(body);
  });
}
