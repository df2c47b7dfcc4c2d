import type { ReceivedRequest, ScriptedResponse } from "@parlour/testkit";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import type { DeliveryDriver } from "../src/delivery/index.ts";
import { interpretWebhookResponse } from "../src/edges/webhook/interpret-response.ts";
import { toWebhookId } from "../src/edges/webhook/outbound.ts";
import { webhookRetryPolicy } from "../src/edges/webhook/retry-policy.ts";
import type { DeliveryPlanner } from "../src/journal/index.ts";
import type { SlotsPerEndpoint } from "../src/queue/index.ts";
import { openBed, secretText, type Bed, type Node } from "./delivery-bed.ts";
import type { Place } from "./journal-kit.ts";

/** Plans each operator message as an event for every enabled webhook, in the lane of its chat. */
const plan: DeliveryPlanner = (event, scene) => {
  if (event.name !== "message_created" || event.message.author.kind !== "operator") return [];
  return [...scene.config.webhooks.values()]
    .filter((webhook) => webhook.enabled)
    .map(({ endpointId }) => ({ endpointId, orderKey: event.message.chat_id, deliveryId: scene.ids.delivery(), event: "chat_updated" }));
};
const outbound: DeliveryDriver = {
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
const atOnce: SlotsPerEndpoint = (kind) => (kind === "webhook" ? 4 : 64);
export const minute = 60_000;
export const hour = 60 * minute;

export interface Row {
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
export function useSeries() {
  let bed: Bed;
  let node: Node;
  let place: Place;
  /** The response of the receiver at each path. */
  const answers = new Map<string, ScriptedResponse>();
  beforeAll(async () => {
    bed = await openBed();
    bed.integrator.respondWith((request) => answers.get(request.path) ?? "ok");
    node = await start();
  });
  beforeEach(async () => {
    answers.clear();
    // Deliveries of the previous tests must not become due.
    await bed.ground.pools.writer.query("update lane set due_at = null where lease_node is null");
    place = await bed.place();
    seen = bed.integrator.received.length;
  });
  afterAll(() => bed.close());

  let seen = 0;
  const start = (): Promise<Node> => bed.node({ plan, atOnce, drivers: { webhook: outbound } });
  const requests = (path: string): readonly ReceivedRequest[] =>
    bed.integrator.received.slice(seen).filter((request) => request.path === path);
  const textOf = (request: ReceivedRequest | undefined): string => (JSON.parse(request?.body ?? "{}") as { text?: string }).text ?? "";

  /** Adds a webhook. Returns its endpoint. */
  async function webhook(path: string, at = node): Promise<number> {
    return at.journal.change(place.account, async (tx) => {
      const [endpoint] = await tx.query<{ id: number }>(
        "insert into endpoint (account_id, kind, url, secret, secret_hint) values ($1, 'webhook', $2, $3, '') returning id",
        [place.account, `${bed.integrator.url}${path}`, Buffer.from(secretText)],
      );
      const [made] = await tx.query<{ id: number }>(
        "insert into webhook (account_id, endpoint_id, events) values ($1, $2, $3) returning id",
        [place.account, endpoint?.id, ["chat_updated"]],
      );
      return { result: endpoint?.id ?? 0, changed: [{ kind: "webhook", id: made?.id ?? 0 }] };
    });
  }
  const ledger = async (endpoint: number): Promise<readonly Row[]> =>
    (
      await bed.ground.pools.writer.query<Row>(
        `select id, endpoint_id, order_key, state, outcome, attempts, tries, round(extract(epoch from next_at) * 1000)::float8 as due
       from delivery where account_id = $1 and endpoint_id = $2 order by position`,
        [place.account, endpoint],
      )
    ).rows;
  const only = async (endpoint: number): Promise<Row> => {
    const [row] = await ledger(endpoint);
    if (!row) throw new Error("nothing is owed");
    return row;
  };
  function pause(endpoint: number, isPaused: boolean): Promise<null> {
    return node.journal.change(place.account, async (tx) => {
      await tx.query("update endpoint set paused_at = $2 where id = $1", [endpoint, isPaused ? new Date(bed.clock.now()) : null]);
      return { result: null, changed: [{ kind: "endpoint", id: endpoint }] };
    });
  }
  /** Moves the clock to the next due time of a lane and waits until the attempt has ended. */
  async function nextAttempt(endpoint: number): Promise<void> {
    const { rows } = await bed.ground.pools.writer.query<{ due: number }>(
      "select round(extract(epoch from min(due_at)) * 1000)::float8 as due from lane where account_id = $1 and endpoint_id = $2",
      [place.account, endpoint],
    );
    const due = rows[0]?.due ?? 0;
    const tries = async () => (await ledger(endpoint)).reduce((sum, row) => sum + row.tries, 0);
    const before = await tries();
    await bed.jump(Math.max(due, bed.clock.now()));
    await shortly(async () => (await tries()) > before, "an attempt");
  }
  /**
   * Moves the clock in small steps until the condition is met. A lane that was claimed a moment too
   * early is claimed again after 50 ms.
   */
  async function shortly(holds: () => Promise<boolean>, what: string): Promise<void> {
    for (let n = 0; n < 100 && !(await holds()); n++) await bed.pass(50, 50);
    expect(await holds(), what).toBe(true);
  }
  const settledWith = (endpoint: number, tries: number): Promise<void> =>
    bed.until(async () => (await only(endpoint)).tries === tries, `${tries} attempts`);
  return {
    get bed() {
      return bed;
    },
    get node() {
      return node;
    },
    set node(next) {
      node = next;
    },
    get place() {
      return place;
    },
    answers,
    start,
    requests,
    textOf,
    webhook,
    ledger,
    only,
    pause,
    nextAttempt,
    shortly,
    settledWith,
  };
}
