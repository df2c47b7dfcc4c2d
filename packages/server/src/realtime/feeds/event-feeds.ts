import type { IncomingMessage, ServerResponse } from "node:http";
import { can, type Auth, type Principal } from "../../auth/index.ts";
import { refuse, Refusal } from "../../core/failure.ts";
import type { Clock } from "../../core/command.ts";
import type { Limits, ReleaseSlot, SharedSlots } from "../../limits/index.ts";
import { getSendBufferLimits } from "../buffered-stream.ts";
import type { AccountHub, AccountHubs } from "../operators/account-hub.ts";
import { sendMissedEntries } from "../operators/send-missed-entries.ts";
import type { PublishedEntry } from "../operators/visibility.ts";
import { formatCursor } from "./cursor.ts";
import type { Feed } from "./feed.ts";
import { PollFeed } from "./poll-feed.ts";
import { StreamFeed } from "./stream-feed.ts";

export interface EventFeedsDeps {
  /** The methods of `Journal` that feeds use. */
  readonly journal: {
    head(account: number, atLeast?: number): Promise<{ epoch: string; position: number }>;
    translateCursor(
      account: number,
      cursor: { epoch: string; position: number },
    ): Promise<{ epoch: string; position: number }>;
    read(account: number, after: number, limit: number): Promise<readonly PublishedEntry[]>;
    onReset(listener: () => void): () => void;
  };
  readonly hubs: AccountHubs;
  readonly auth: Auth;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly log: { error(fields: object, message: string): void };
}
/** An authorised request of the event feed. */
export interface FeedRequest {
  readonly principal: Principal;
  readonly request: IncomingMessage;
  /** The feed ends when this response is closed. */
  readonly response: ServerResponse;
  /** Null: the feed starts at the head. */
  readonly after: { readonly epoch: string; readonly position: number } | null;
  /** Names of the events to send. Null: all. */
  readonly types: ReadonlySet<string> | null;
}
export interface PollRequest extends FeedRequest {
  readonly limit: number;
  readonly waitMs: number;
}
export interface StreamRequest extends FeedRequest {
  /** Sends the headers. Called once, when the cursor is known to be good. */
  readonly open: () => ServerResponse;
}

const tickMs = 1_000;
/** `Retry-After` of a key that has too many feeds. */
const retryAfterMs = 5_000;

/** The event feeds over HTTP of one node (API-387 – API-392). */
export class EventFeeds {
  readonly #deps: EventFeedsDeps;
  readonly #slots: SharedSlots;
  readonly #feeds = new Set<Feed>();
  readonly #stopReset: () => void;
  #isAccepting = true;
  #cancelTick: (() => void) | null = null;

  constructor(deps: EventFeedsDeps) {
    this.#deps = deps;
    this.#slots = deps.limits.openSlots("feeds", () => deps.limits.value("feeds_per_key"));
    this.#stopReset = deps.journal.onReset(() => {
      for (const feed of this.#feeds) feed.reset();
    });
  }

  /**
   * Answers a long poll with the JSON text of API-387. Refusals: `cursor_gone` (API-388),
   * `rate_limited` (API-391), `temporarily_unavailable`.
   */
  async poll(poll: PollRequest): Promise<string> {
    const { clock } = this.#deps;
    // Without a cursor, the client asks where to begin. There is nothing to wait for.
    const waitMs = poll.after === null ? 0 : poll.waitMs;
    const feed = await this.#admit(
      poll,
      (principal, hub) => new PollFeed({ ...poll, waitMs, hub, principal, clock }),
    );
    const run = this.#run(feed, poll.after);
    const answer = await Promise.race([feed.answer, run.then(() => feed.answer)]).finally(() =>
      feed.abort(),
    );
    if (answer === "reset") {
      const start = await this.#deps.journal.head(feed.hub.account);
      return refuseCursor("The numbering of events has changed.", start);
    }
    if (!feed.isStarted) return refuseFeed();
    const { frames, position } = answer ?? { frames: [], position: feed.position };
    const cursor = formatCursor({ epoch: feed.epoch, position });
    const hasMore = position < Math.max(feed.head, feed.hub.delivered);
    return `{"epoch":"${feed.epoch}","events":[${frames.join(",")}],"cursor":"${cursor}","more":${hasMore}}`;
  }
  /** Starts server-sent events (API-390). Rejects with the refusals of `poll`. */
  async stream(stream: StreamRequest): Promise<void> {
    const { clock, limits, journal, log } = this.#deps;
    const feed = await this.#admit(
      stream,
      (principal, hub) =>
        new StreamFeed({
          ...stream,
          hub,
          principal,
          clock,
          limits: () => getSendBufferLimits(limits),
          findStart: () => journal.head(hub.account),
        }),
    );
    try {
      await this.#run(feed, stream.after);
    } catch (error) {
      feed.abort();
      if (!feed.isStarted) throw error;
      // The client reconnects with its cursor.
      if (!(error instanceof Refusal)) log.error({ err: error }, "realtime.feed_failed");
    }
    if (!feed.isStarted) refuseFeed();
  }
  /** Returns the number of feeds that have caught up. */
  countLive(): number {
    return [...this.#feeds].filter(({ isLive }) => isLive).length;
  }
  /** While false, feeds end and new ones are refused, so that clients reach another node. */
  setAccepting(isAccepting: boolean): void {
    this.#isAccepting = isAccepting;
    if (!isAccepting) for (const feed of this.#feeds) feed.end();
  }
  /** Ends all feeds and accepts no more. */
  close(): void {
    this.setAccepting(false);
    this.#stopReset();
    this.#cancelTick?.();
  }

  /** Takes a slot of the key (API-391), and adds the feed to the hub of its account. */
  async #admit<F extends Feed>(
    { principal: { credential }, request, response }: FeedRequest,
    create: (principal: Principal, hub: AccountHub) => F,
  ): Promise<F> {
    if (!this.#isAccepting) refuseFeed();
    const release = await this.#slots.acquire(`${credential.kind} ${credential.id}`);
    if (release === null)
      return refuse("rate_limited", "This key has too many event feeds open.", { retryAfterMs });
    try {
      // Read again, because permissions that change before the feed is registered do not renew it.
      const principal = await this.#deps.auth.authenticate(request);
      if (!can(principal, "chats.read"))
        refuse("forbidden", "The rights do not include reading chats.");
      if (!this.#isAccepting || response.closed) refuseFeed();
      return this.#register(create(principal, this.#deps.hubs.open(principal.accountId)), {
        response,
        release,
      });
    } catch (error) {
      release();
      throw error;
    }
  }
  #register<F extends Feed>(
    feed: F,
    { response, release }: { readonly response: ServerResponse; readonly release: ReleaseSlot },
  ): F {
    const { hub, principal } = feed;
    const releaseAccess = this.#deps.auth.access.register({
      principal,
      action: "chats.read",
      onRenewed: (renewed) => void (feed.principal = renewed),
      onEnded: () => feed.abort(),
    });
    hub.feeds.add(feed);
    this.#feeds.add(feed);
    feed.onClosed = () => {
      release();
      releaseAccess();
      this.#feeds.delete(feed);
      this.#deps.hubs.release(hub.account);
    };
    response.once("close", () => feed.abort());
    this.#scheduleTick();
    return feed;
  }
  /** Sends what the client has missed, and makes the feed live. */
  async #run(feed: Feed, sent: FeedRequest["after"]): Promise<void> {
    const { hub } = feed;
    const { journal } = this.#deps;
    const after = sent && (await journal.translateCursor(hub.account, sent));
    const [head] = await Promise.all([journal.head(hub.account, after?.position), hub.ready()]);
    if (feed.isClosed()) return;
    if (after !== null && after.epoch !== head.epoch)
      refuseCursor("The cursor belongs to an earlier numbering of events.", head);
    if (after !== null && after.position > head.position)
      refuseCursor("There are no events at the position of the cursor.", head);
    const position = after?.position ?? head.position;
    feed.start(head.epoch, position, head.position);
    await sendMissedEntries(
      {
        read: (account, from, limit) => journal.read(account, from, limit),
        send: (_feed, run) => feed.receive(run),
        onProgress: (_feed, read) => feed.advance(read),
        onCaughtUp: (_feed, sent) => {
          if (!feed.isClosed()) feed.goLive(sent);
        },
      },
      feed,
      position,
      head.position,
    );
  }
  #scheduleTick(): void {
    const { clock } = this.#deps;
    this.#cancelTick ??= clock.scheduleAt(clock.now() + tickMs, () => {
      this.#cancelTick = null;
      const now = clock.monotonic();
      for (const feed of this.#feeds) if (feed instanceof StreamFeed) feed.tick(now);
      if (this.#feeds.size > 0) this.#scheduleTick();
    });
  }
}

/** Refuses a cursor after which this journal has no events (API-388). */
function refuseCursor(
  reason: string,
  start: { readonly epoch: string; readonly position: number },
): never {
  return refuse("cursor_gone", `${reason} Read your data again, and continue from "start".`, {
    start: formatCursor(start),
  });
}
const refuseFeed = (): never =>
  refuse("temporarily_unavailable", "This server has too many event feeds. Try again shortly.", {
    retryAfterMs: 1_000,
  });
