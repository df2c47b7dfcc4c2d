import { waitForPoll, testTimeoutMs, startIntegrator, type FakeIntegrator } from "@parlour/testkit";
import { ManualClock } from "../src/clock.ts";
import { acceptChat } from "../src/core/chat/accept.ts";
import { receiveCustomerMessage } from "../src/core/chat/message/receive-message.ts";
import { sendOperatorMessage } from "../src/core/chat/message/send-message.ts";
import {
  createSender,
  createDeliveryWorker,
  type DeliveryWorker,
  type DeliveryWorkerDeps,
} from "../src/delivery/index.ts";
import { createChannelDeliveryDriver } from "../src/edges/channel/outbound.ts";
import { planChannelDeliveries } from "../src/edges/channel/deliveries.ts";
import {
  startOutboundTyping,
  type OutboundTyping,
} from "../src/edges/channel/typing/outbound-typing.ts";
import { createEgress, type Egress } from "../src/egress/index.ts";
import type { DeliveryPlanner } from "../src/journal/index.ts";
import {
  createDeliveryQueue,
  type SlotsPerEndpoint,
  type DeliveryQueue,
} from "../src/delivery/queue/index.ts";
import {
  openJournalFixture,
  type JournalFixture,
  type TestAccount,
  type TestNode,
} from "./journal-fixture.ts";
import { startSingleNodeCluster } from "./single-node-cluster.ts";

export const signingSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
export const silentLog = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** The parts of a Parlour process that deliver messages. */
export interface DeliveryNode {
  readonly journal: TestNode;
  readonly queue: DeliveryQueue;
  readonly worker: DeliveryWorker;
  readonly typing: OutboundTyping;
  readonly egress: Egress;
  /** Ends like a killed process: open requests are not reported, and locks are released. */
  kill(): Promise<void>;
}
export interface DeliveryFixture {
  readonly journalFixture: JournalFixture;
  readonly clock: ManualClock;
  readonly integrator: FakeIntegrator;
  /** Times of the requests with a message, in ms after `startMs`. */
  messageTimes(): readonly number[];
  startMs: number;
  openNode(
    more?: Partial<DeliveryWorkerDeps> & {
      readonly atOnce?: number | SlotsPerEndpoint;
      readonly plan?: DeliveryPlanner;
    },
  ): Promise<DeliveryNode>;
  createAccount(): Promise<TestAccount>;
  /** Sends a message as the customer and accepts the chat as the operator. Returns the chat id. */
  startChat(
    node: DeliveryNode,
    testAccount: TestAccount,
    customer?: string,
    recipient?: string,
  ): Promise<number>;
  /** Sends a message as the operator. Returns the ids of message and delivery. */
  sendOperatorMessage(
    node: DeliveryNode,
    testAccount: TestAccount,
    chatId: number,
    text: string,
  ): Promise<{ id: number; delivery: { id: number } }>;
  readDelivery(id: number): Promise<Record<string, unknown>>;
  readAttempts(id: number): Promise<readonly Record<string, unknown>[]>;
  /** Polls until the condition is met. Throws after the timeout of a test. */
  waitUntil(isMet: () => boolean | Promise<boolean>, description?: string): Promise<void>;
  /**
   * Advances the clock by `ms` in small steps. After each step, waits until all workers are
   * waiting.
   */
  advanceClock(ms: number, stepMs?: number): Promise<void>;
  /**
   * Sets the clock to `at` (ms since 1970) in one step, as after a long sleep, and waits as
   * `advanceClock` does.
   */
  jumpTo(at: number): Promise<void>;
  close(): Promise<void>;
}

export async function openDeliveryFixture(): Promise<DeliveryFixture> {
  const journalFixture = await openJournalFixture();
  const clock = new ManualClock();
  const integrator = await startIntegrator();
  const requestTimes: number[] = [];
  const nodes: { node: DeliveryNode; queries: () => number }[] = [];
  /** Number of requests of all nodes that have not ended. */
  let openPosts = 0;
  let answerWith: Parameters<FakeIntegrator["respondWith"]>[0] = "ok";
  const recordRequests = (): void =>
    integrator.respondWith((request) => {
      if (!/"type":"type(in|out)"/.test(request.body)) requestTimes.push(clock.now());
      return typeof answerWith === "function" ? answerWith(request) : answerWith;
    });
  recordRequests();
  const scriptedIntegrator: FakeIntegrator = {
    ...integrator,
    respondWith: (reply) => {
      answerWith = reply;
    },
  };

  const fixture: DeliveryFixture = {
    journalFixture,
    clock,
    integrator: scriptedIntegrator,
    startMs: clock.now(),
    messageTimes: () => requestTimes.map((at) => at - fixture.startMs),
    async openNode({ atOnce: slots = 64, plan = planChannelDeliveries, ...more } = {}) {
      const journal = await journalFixture.openNode({ clock, plan });
      clock.settleBefore(() => journal.settle());
      const slotsPerEndpoint = typeof slots === "number" ? () => slots : slots;
      let otherNodes: readonly number[] = [];
      journal.onOtherNodesChange((running) => (otherNodes = running));
      const queue = createDeliveryQueue({
        pool: journalFixture.pools.writer,
        nodeId: journal.node,
        listOtherNodes: () => otherNodes,
        clock,
        slotsPerEndpoint: slotsPerEndpoint,
      });
      const realEgress = createEgress({ clock, allowed: () => [`127.0.0.1:${integrator.port}`] });
      const egress: Egress = {
        ...realEgress,
        async post(request) {
          openPosts += 1;
          return realEgress.post(request).finally(() => (openPosts -= 1));
        },
      };
      const unseal = (sealed: Buffer): string => sealed.toString("utf8");
      const send = createSender({ egress, unseal: unseal, clock });
      let isDead = false;
      const never = new Promise<never>(() => undefined);
      // Number of queries without a result, so that `advanceClock` can wait for them.
      let openQueries = 0;
      const countQuery = async <T>(run: () => Promise<T>): Promise<T> => {
        if (isDead) return never;
        openQueries += 1;
        try {
          return await run();
        } finally {
          openQueries -= 1;
        }
      };
      const chatTarget: DeliveryQueue["findChatTarget"] = (...chat) =>
        countQuery(() => queue.findChatTarget(...chat));
      const typing = startOutboundTyping({
        clock,
        cluster: startSingleNodeCluster(clock),
        send,
        chatTarget,
        sendConnectorTyping: () => Promise.resolve(),
        version: "test",
        log: silentLog,
      });
      const worker = createDeliveryWorker({
        queue: {
          claim: (...args) => countQuery(() => queue.claim(...args)),
          acquire: (claim) => queue.acquire(claim),
          isBusy: (lane) => queue.isBusy(lane),
          isCrowded: (claim) => queue.isCrowded(claim),
          release: (...args) => queue.release(...args),
        },
        report: (result) => countQuery(() => journal.report(result)),
        egress,
        unseal: unseal,
        clock,
        drivers: {
          channel: createChannelDeliveryDriver({
            version: "test",
            beforeMessage: (claim) => typing.beforeMessage(claim),
            wasSent: () => Promise.resolve(true),
          }),
        },
        log: silentLog,
        onFault: () => undefined,
        ...more,
      });
      worker.start();
      const stop = journal.subscribe((_account, entries) => {
        worker.handleEntries(entries);
        worker.wake();
      });
      journal.onDeliveriesPlanned((lanes) => worker.wake(lanes));
      const node: DeliveryNode = {
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
      nodes.push({ node, queries: () => (isDead ? 0 : openQueries) });
      return node;
    },
    async createAccount() {
      const testAccount = await journalFixture.addAccount(2);
      await journalFixture.pools.writer.query(
        "update operator set chat_limit = 0 where account_id = $1",
        [testAccount.id],
      );
      await journalFixture.pools.writer.query(
        "update endpoint set url = $2, secret = $3 where id = $1",
        [testAccount.endpointId, `${integrator.url}/hook`, Buffer.from(signingSecret)],
      );
      return testAccount;
    },
    async startChat(node, testAccount, customer = "7", recipient = JSON.stringify(customer)) {
      const result = await node.journal.write({
        account: testAccount.id,
        subject: { customer: { channelId: testAccount.channelId, key: customer } },
        handler: receiveCustomerMessage({
          channelId: testAccount.channelId,
          customer,
          recipient,
          text: "Hello",
        }),
      });
      const { chat_id: chatId } = result.answer;
      const operator = testAccount.operatorIds[0] ?? 0;
      await node.journal.write({
        account: testAccount.id,
        subject: { chat: chatId, operator },
        handler: acceptChat({ operatorId: operator }),
      });
      return chatId;
    },
    async sendOperatorMessage(node, testAccount, chatId, text) {
      const operator = testAccount.operatorIds[0] ?? 0;
      const result = await node.journal.write({
        account: testAccount.id,
        subject: { chat: chatId, operator },
        handler: sendOperatorMessage({ operatorId: operator, kind: "text", text }),
      });
      return result.answer as { id: number; delivery: { id: number } };
    },
    async readDelivery(id) {
      const { rows } = await journalFixture.pools.writer.query<Record<string, unknown>>(
        "select * from delivery where id = $1",
        [id],
      );
      return rows[0] ?? {};
    },
    async readAttempts(id) {
      const { rows } = await journalFixture.pools.writer.query<Record<string, unknown>>(
        "select * from attempt where delivery_id = $1 order by n",
        [id],
      );
      return rows;
    },
    async waitUntil(isMet, description = "the condition") {
      for (
        const timeoutAtMs = performance.now() + testTimeoutMs;
        !(await isMet());
        await waitForPoll()
      )
        if (performance.now() > timeoutAtMs) throw new Error(`${description} never held`);
    },
    async advanceClock(ms, stepMs = 100) {
      for (let remainingMs = ms; remainingMs > 0; remainingMs -= stepMs) {
        await clock.advance(Math.min(stepMs, remainingMs));
        await waitUntilIdle();
      }
    },
    async jumpTo(at) {
      // The clock must not advance by hours during an open request.
      await waitUntilIdle();
      clock.set(at);
      await clock.advance(0);
      await waitUntilIdle();
    },
    async close() {
      for (const { node } of nodes) {
        const closing = node.worker.close();
        node.typing.close();
        await clock.advance(3_000);
        await Promise.race([closing, waitTurns(200)]);
        node.egress.close();
      }
      await integrator.close();
      await journalFixture.drop();
    },
  };
  return fixture;

  /**
   * Waits until for six turns of the event loop no query is running and every open request waits
   * for a response.
   */
  async function waitUntilIdle(): Promise<void> {
    for (
      let idleTurns = 0, timeoutAtMs = performance.now() + testTimeoutMs;
      idleTurns < 6;
      await (idleTurns === 0 ? waitForPoll() : nextTurn())
    ) {
      idleTurns =
        openPosts === integrator.pendingCount() && nodes.every(({ queries }) => queries() === 0)
          ? idleTurns + 1
          : 0;
      if (performance.now() > timeoutAtMs) throw new Error("the workers never came to rest");
    }
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
async function waitTurns(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await nextTurn();
}

/**
 * Opens a fixture with one node and one chat. The customer's id is a number of maximum length.
 * Times are counted from here.
 */
export async function openChatFixture(): Promise<{
  bed: DeliveryFixture;
  node: DeliveryNode;
  place: TestAccount;
  chat: number;
}> {
  const fixture = await openDeliveryFixture();
  const node = await fixture.openNode();
  const testAccount = await fixture.createAccount();
  const chat = await fixture.startChat(
    node,
    testAccount,
    "12345678901234567890",
    "12345678901234567890",
  );
  fixture.startMs = fixture.clock.now();
  return { bed: fixture, node, place: testAccount, chat };
}
