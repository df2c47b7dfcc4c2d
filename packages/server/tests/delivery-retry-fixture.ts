import type { ReceivedRequest, ScriptedResponse } from "@parlour/testkit";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import type { DeliveryDriver } from "../src/delivery/index.ts";
import { interpretWebhookResponse } from "../src/edges/webhook/interpret-response.ts";
import { toWebhookId } from "../src/edges/webhook/outbound.ts";
import { webhookRetryPolicy } from "../src/edges/webhook/retry-policy.ts";
import type { DeliveryPlanner } from "../src/journal/index.ts";
import type { SlotsPerEndpoint } from "../src/delivery/queue/index.ts";
import {
  openDeliveryFixture,
  signingSecret,
  type DeliveryFixture,
  type DeliveryNode,
} from "./delivery-fixture.ts";
import type { TestAccount } from "./journal-fixture.ts";

/** Plans each operator message as an event for every enabled webhook, in the lane of its chat. */
const planEveryWebhook: DeliveryPlanner = (event, context) => {
  if (event.name !== "message_created" || event.message.author.kind !== "operator") return [];
  return [...context.config.webhooks.values()]
    .filter((webhook) => webhook.enabled)
    .map(({ endpointId }) => ({
      endpointId,
      orderKey: event.message.chat_id,
      deliveryId: context.ids.delivery(),
      event: "chat_updated",
    }));
};
const webhookDriver: DeliveryDriver = {
  policy: webhookRetryPolicy,
  interpretResponse: interpretWebhookResponse,
  buildRequest: ({ source, delivery }) => ({
    url: source.target.endpoint.url,
    headers: { "content-type": "application/json" },
    body: source.entry.body,
    chunked: false,
    webhookId: toWebhookId(delivery.id),
    warning: null,
  }),
};
const slotsPerEndpoint: SlotsPerEndpoint = (kind) => (kind === "webhook" ? 4 : 64);
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;

export interface WebhookDeliveryRow {
  readonly id: number;
  readonly endpoint_id: number;
  readonly order_key: number;
  readonly state: string;
  readonly outcome: string | null;
  readonly attempts: number;
  readonly tries: number;
  readonly due: number;
}

/** Opens one fixture for all tests of a file. Each test has its own account. */
export function useWebhookFixture() {
  let fixture: DeliveryFixture;
  let node: DeliveryNode;
  let testAccount: TestAccount;
  /** The response of the webhook receiver at each path. */
  const answers = new Map<string, ScriptedResponse>();
  beforeAll(async () => {
    fixture = await openDeliveryFixture();
    fixture.integrator.respondWith((request) => answers.get(request.path) ?? "ok");
    node = await startNode();
  });
  beforeEach(async () => {
    answers.clear();
    // Deliveries of earlier tests must not be sent during the next tests.
    await fixture.journalFixture.pools.writer.query(
      "update lane set due_at = null where lease_node is null",
    );
    testAccount = await fixture.createAccount();
    seenCount = fixture.integrator.received.length;
  });
  afterAll(() => fixture.close());

  let seenCount = 0;
  const startNode = (): Promise<DeliveryNode> =>
    fixture.openNode({
      plan: planEveryWebhook,
      atOnce: slotsPerEndpoint,
      drivers: { webhook: webhookDriver },
    });
  const requestsTo = (path: string): readonly ReceivedRequest[] =>
    fixture.integrator.received.slice(seenCount).filter((request) => request.path === path);
  const parseText = (request: ReceivedRequest | undefined): string =>
    (JSON.parse(request?.body ?? "{}") as { text?: string }).text ?? "";

  /** Adds a webhook. Returns its endpoint. */
  async function addWebhook(path: string, onNode = node): Promise<number> {
    return onNode.journal.change(testAccount.id, async (tx) => {
      const [endpoint] = await tx.query<{ id: number }>(
        "insert into endpoint (account_id, kind, url, secret, secret_hint) values ($1, 'webhook', $2, $3, '') returning id",
        [testAccount.id, `${fixture.integrator.url}${path}`, Buffer.from(signingSecret)],
      );
      const [created] = await tx.query<{ id: number }>(
        "insert into webhook (account_id, endpoint_id, events) values ($1, $2, $3) returning id",
        [testAccount.id, endpoint?.id, ["chat_updated"]],
      );
      return { result: endpoint?.id ?? 0, changed: [{ kind: "webhook", id: created?.id ?? 0 }] };
    });
  }
  const readDeliveries = async (endpoint: number): Promise<readonly WebhookDeliveryRow[]> =>
    (
      await fixture.journalFixture.pools.writer.query<WebhookDeliveryRow>(
        `select id, endpoint_id, order_key, state, outcome, attempts, tries, round(extract(epoch from next_at) * 1000)::float8 as due
       from delivery where account_id = $1 and endpoint_id = $2 order by position`,
        [testAccount.id, endpoint],
      )
    ).rows;
  const readOnlyDelivery = async (endpoint: number): Promise<WebhookDeliveryRow> => {
    const [row] = await readDeliveries(endpoint);
    if (!row) throw new Error("nothing is owed");
    return row;
  };
  function setPaused(endpoint: number, isPaused: boolean): Promise<null> {
    return node.journal.change(testAccount.id, async (tx) => {
      await tx.query("update endpoint set paused_at = $2 where id = $1", [
        endpoint,
        isPaused ? new Date(fixture.clock.now()) : null,
      ]);
      return { result: null, changed: [{ kind: "endpoint", id: endpoint }] };
    });
  }
  /** Advances the clock to the next attempt of a lane. Waits until the attempt has ended. */
  async function runNextAttempt(endpoint: number): Promise<void> {
    const { rows } = await fixture.journalFixture.pools.writer.query<{ due: number }>(
      "select round(extract(epoch from min(due_at)) * 1000)::float8 as due from lane where account_id = $1 and endpoint_id = $2",
      [testAccount.id, endpoint],
    );
    const due = rows[0]?.due ?? 0;
    const countAttempts = async () =>
      (await readDeliveries(endpoint)).reduce((sum, row) => sum + row.tries, 0);
    const before = await countAttempts();
    await fixture.jumpTo(Math.max(due, fixture.clock.now()));
    await advanceUntil(async () => (await countAttempts()) > before, "an attempt");
  }
  /**
   * Advances the clock in small steps until the condition is met. A lane that was claimed slightly
   * too early is claimed again after 50 ms.
   */
  async function advanceUntil(isMet: () => Promise<boolean>, description: string): Promise<void> {
    for (let n = 0; n < 100 && !(await isMet()); n++) await fixture.advanceClock(50, 50);
    expect(await isMet(), description).toBe(true);
  }
  const waitForAttempts = (endpoint: number, tries: number): Promise<void> =>
    fixture.waitUntil(
      async () => (await readOnlyDelivery(endpoint)).tries === tries,
      `${tries} attempts`,
    );
  return {
    get fixture() {
      return fixture;
    },
    get node() {
      return node;
    },
    set node(next) {
      node = next;
    },
    get testAccount() {
      return testAccount;
    },
    answers,
    startNode,
    requestsTo,
    parseText,
    addWebhook,
    readDeliveries,
    readOnlyDelivery,
    setPaused,
    runNextAttempt,
    advanceUntil,
    waitForAttempts,
  };
}
