import { waitForPoll, testTimeoutMs, startIntegrator, type Integrator } from "@parlour/testkit";
import { ManualClock } from "../src/clock.ts";
import { acceptChat } from "../src/core/chat/accept.ts";
import { receiveCustomerMessage } from "../src/core/chat/receive-message.ts";
import { sendOperatorMessage } from "../src/core/chat/send-message.ts";
import { createSender, startDeliveryWorker, type DeliveryWorker, type DeliveryWorkerDeps } from "../src/delivery/index.ts";
import { createChannelOutbound } from "../src/edges/channel/outbound.ts";
import { planChannelDeliveries } from "../src/edges/channel/deliveries.ts";
import { startOutboundTyping, type OutboundTyping } from "../src/edges/channel/outbound-typing.ts";
import { createEgress, type Egress } from "../src/egress/index.ts";
import type { Journal, DeliveryPlanner } from "../src/journal/index.ts";
import { createDeliveryQueue, type SlotsPerEndpoint, type DeliveryQueue } from "../src/queue/index.ts";
import { openGround, type Ground, type Place } from "./journal-kit.ts";

export const secretText = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
export const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** The parts of a Parlour process that take part in deliveries. */
export interface Node {
  readonly journal: Journal;
  readonly queue: DeliveryQueue;
  readonly worker: DeliveryWorker;
  readonly typing: OutboundTyping;
  readonly egress: Egress;
  /** Ends like a killed process: open requests are not reported, and locks are released. */
  kill(): Promise<void>;
}
export interface Bed {
  readonly ground: Ground;
  readonly clock: ManualClock;
  readonly integrator: Integrator;
  /** Clock times of the requests that carry a message, in milliseconds since `startMs`. */
  starts(): readonly number[];
  startAt: number;
  node(
    more?: Partial<DeliveryWorkerDeps> & { readonly atOnce?: number | SlotsPerEndpoint; readonly plan?: DeliveryPlanner },
  ): Promise<Node>;
  place(): Promise<Place>;
  /** Sends a message as the customer and accepts the chat as the operator. Returns the chat id. */
  chat(node: Node, place: Place, customer?: string, recipient?: string): Promise<number>;
  /** Sends a message as the operator. Returns the ids of message and delivery. */
  say(node: Node, place: Place, chatId: number, text: string): Promise<{ id: number; delivery: { id: number } }>;
  delivery(id: number): Promise<Record<string, unknown>>;
  attempts(id: number): Promise<readonly Record<string, unknown>[]>;
  /** Polls until the condition is met. Throws after the timeout of a test. */
  until(holds: () => boolean | Promise<boolean>, what?: string): Promise<void>;
  /** Moves the clock by `ms` in small steps. After each step, waits until all workers wait. */
  pass(ms: number, stepMs?: number): Promise<void>;
  /**
   * Sets the clock to `at` (ms since 1970) in one step, as after a long sleep, and waits as
   * `advanceClock` does.
   */
  jump(at: number): Promise<void>;
  close(): Promise<void>;
}

export async function openBed(): Promise<Bed> {
  const ground = await openGround();
  const clock = new ManualClock();
  const integrator = await startIntegrator();
  const times: number[] = [];
  const nodes: { node: Node; queries: () => number }[] = [];
  /** Requests of all nodes that have not ended. */
  let posts = 0;
  let answerWith: Parameters<Integrator["respondWith"]>[0] = "ok";
  const note = (): void =>
    integrator.respondWith((request) => {
      if (!/"type":"type(in|out)"/.test(request.body)) times.push(clock.now());
      return typeof answerWith === "function" ? answerWith(request) : answerWith;
    });
  note();
  const said: Integrator = {
    ...integrator,
    respondWith: (reply) => {
      answerWith = reply;
    },
  };

  const bed: Bed = {
    ground,
    clock,
    integrator: said,
    startAt: clock.now(),
    starts: () => times.map((at) => at - bed.startAt),
    async node({ atOnce = 64, plan = planChannelDeliveries, ...more } = {}) {
      const journal = await ground.node({ clock, plan });
      clock.settleBefore(() => journal.settle());
      const places = typeof atOnce === "number" ? () => atOnce : atOnce;
      const queue = createDeliveryQueue({ pool: ground.pools.writer, nodeId: journal.node, clock, slotsPerEndpoint: places });
      const dialler = createEgress({ clock, allowed: () => [`127.0.0.1:${integrator.port}`] });
      const egress: Egress = {
        ...dialler,
        async post(request) {
          posts += 1;
          return dialler.post(request).finally(() => (posts -= 1));
        },
      };
      const open = (sealed: Buffer): string => sealed.toString("utf8");
      const send = createSender({ egress, unseal: open, clock });
      let isDead = false;
      const never = new Promise<never>(() => undefined);
      // Counted, so that `advanceClock` knows when the database has answered every query.
      let asking = 0;
      const counted = async <T>(run: () => Promise<T>): Promise<T> => {
        if (isDead) return never;
        asking += 1;
        try {
          return await run();
        } finally {
          asking -= 1;
        }
      };
      const chatTarget: DeliveryQueue["findChatTarget"] = (...chat) => counted(() => queue.findChatTarget(...chat));
      const typing = startOutboundTyping({ clock, send, chatTarget, version: "test", log: quiet });
      const worker = startDeliveryWorker({
        queue: { claim: (limit) => counted(() => queue.claim(limit)), release: (...of) => queue.release(...of) },
        report: (result) => counted(() => journal.report(result)),
        egress,
        unseal: open,
        clock,
        drivers: { channel: createChannelOutbound({ version: "test", beforeMessage: (claim) => typing.beforeMessage(claim) }) },
        log: quiet,
        onFault: () => undefined,
        ...more,
      });
      const stop = journal.subscribe(() => worker.wake());
      const node: Node = {
        journal,
        queue,
        worker,
        typing,
        egress,
        async kill() {
          isDead = true;
          stop();
          egress.close();
          await journal.close();
        },
      };
      nodes.push({ node, queries: () => (isDead ? 0 : asking) });
      return node;
    },
    async place() {
      const place = await ground.account(2);
      await ground.pools.writer.query("update operator set chat_limit = 0 where account_id = $1", [place.account]);
      await ground.pools.writer.query("update endpoint set url = $2, secret = $3 where id = $1", [
        place.endpoint,
        `${integrator.url}/hook`,
        Buffer.from(secretText),
      ]);
      return place;
    },
    async chat(node, place, customer = "7", recipient = JSON.stringify(customer)) {
      const written = await node.journal.write({
        account: place.account,
        subject: { customer: { channelId: place.channel, key: customer } },
        handler: receiveCustomerMessage({ channelId: place.channel, customer, recipient, text: "Hello" }),
      });
      const { chat_id: chatId } = JSON.parse(written.answer) as { chat_id: number };
      const operator = place.operators[0] ?? 0;
      await node.journal.write({
        account: place.account,
        subject: { chat: chatId, operator },
        handler: acceptChat({ operatorId: operator }),
      });
      return chatId;
    },
    async say(node, place, chatId, text) {
      const operator = place.operators[0] ?? 0;
      const written = await node.journal.write({
        account: place.account,
        subject: { chat: chatId, operator },
        handler: sendOperatorMessage({ operatorId: operator, kind: "text", text }),
      });
      return JSON.parse(written.answer) as { id: number; delivery: { id: number } };
    },
    async delivery(id) {
      const { rows } = await ground.pools.writer.query<Record<string, unknown>>("select * from delivery where id = $1", [id]);
      return rows[0] ?? {};
    },
    async attempts(id) {
      const { rows } = await ground.pools.writer.query<Record<string, unknown>>("select * from attempt where delivery_id = $1 order by n", [
        id,
      ]);
      return rows;
    },
    async until(holds, what = "the condition") {
      for (const endAt = performance.now() + testTimeoutMs; !(await holds()); await waitForPoll())
        if (performance.now() > endAt) throw new Error(`${what} never held`);
    },
    async pass(ms, stepMs = 100) {
      for (let left = ms; left > 0; left -= stepMs) {
        await clock.advance(Math.min(stepMs, left));
        await quietened();
      }
    },
    async jump(at) {
      // An open request must not see that hours have passed.
      await quietened();
      clock.set(at);
      await clock.advance(0);
      await quietened();
    },
    async close() {
      for (const { node } of nodes) {
        const closing = node.worker.close();
        node.typing.close();
        await clock.advance(3_000);
        await Promise.race([closing, turns(200)]);
        node.egress.close();
      }
      await integrator.close();
      await ground.drop();
    },
  };
  return bed;

  /**
   * Waits until, for six turns of the event loop, no query is open and every open request has
   * arrived without an answer.
   */
  async function quietened(): Promise<void> {
    for (let calm = 0, endAt = performance.now() + testTimeoutMs; calm < 6; await (calm === 0 ? waitForPoll() : turn())) {
      calm = posts === integrator.pendingCount() && nodes.every(({ queries }) => queries() === 0) ? calm + 1 : 0;
      if (performance.now() > endAt) throw new Error("the workers never came to rest");
    }
  }
}

export function turn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
async function turns(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await turn();
}

/**
 * Opens a fixture with one node and one chat. The customer's id is a number of maximum length. Time
 * counts from here.
 */
export async function openChatBed(): Promise<{ bed: Bed; node: Node; place: Place; chat: number }> {
  const bed = await openBed();
  const node = await bed.node();
  const place = await bed.place();
  const chat = await bed.chat(node, place, "12345678901234567890", "12345678901234567890");
  bed.startAt = bed.clock.now();
  return { bed, node, place, chat };
}
