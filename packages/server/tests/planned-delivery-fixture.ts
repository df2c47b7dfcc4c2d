import type { Pools } from "../src/store/database/pools.ts";
import type { NewMessage } from "../src/core/event.ts";
import type { DeliveryPlanner } from "../src/journal/index.ts";
import type { Command } from "../src/core/command.ts";
import type { AttemptReport, Claim } from "../src/delivery/queue/index.ts";
import type { TestAccount } from "./journal-fixture.ts";

/**
 * A delivery that a test message requests. The text of the message is a JSON array of these
 * objects.
 */
export interface PlannedSpec {
  readonly event: string;
  readonly first?: true;
  readonly merge?: true;
  readonly delayMs?: number;
  readonly chatId?: number;
}

/**
 * Plans the deliveries in the message text: to the endpoint of the first channel, in the lane of
 * the chat.
 */
export const planFromMessage: DeliveryPlanner = (event, context) => {
  if (event.name !== "message_created" || event.message.author.kind !== "operator") return [];
  const channel = [...context.config.channels.values()][0];
  if (!channel) return [];
  return (JSON.parse(event.message.text ?? "[]") as PlannedSpec[]).map((spec) => ({
    ...spec,
    endpointId: channel.endpointId ?? 0,
    orderKey: event.message.chat_id,
    deliveryId: context.ids.delivery(),
  }));
};

/** Builds a command that stores an operator message with the given deliveries. */
export function createDeliveryCommand(
  testAccount: TestAccount,
  chat: number,
  ...specs: readonly PlannedSpec[]
): Command {
  return {
    account: testAccount.id,
    subject: { chat },
    handler: (context) => {
      const message: NewMessage = {
        id: context.ids.message(),
        chat_id: chat,
        author: { kind: "operator", id: testAccount.operatorIds[0] ?? 0, name: "o" },
        kind: "text",
        text: JSON.stringify(specs),
        created_at: new Date(context.now).toISOString(),
      };
      return { events: [{ name: "message_created", message }], answer: "{}" };
    },
  };
}

/** Builds the report of a delivered attempt. `overrides` replaces its fields. */
export function createSuccessReport(
  claim: Claim,
  at: number,
  overrides: Partial<AttemptReport> = {},
): AttemptReport {
  const { account, endpointId, orderKey, token, delivery } = claim;
  return {
    account,
    endpointId,
    orderKey,
    token,
    delivery,
    attempt: {
      startedAt: at,
      durationMs: 1,
      outcome: "delivered",
      status: 200,
      errorCode: null,
      errorMessage: null,
      request: null,
      reply: null,
    },
    next: { state: "delivered", dueAt: null, anchorAt: at },
    error: null,
    unconfirmed: false,
    ...overrides,
  };
}

/** Records that the last attempt at the endpoint of the account succeeded. */
export async function markEndpointHealthy(
  { writer }: Pick<Pools, "writer">,
  { id, endpointId }: TestAccount,
): Promise<void> {
  await writer.query(
    "insert into endpoint_health (account_id, endpoint_id, last_success_at) values ($1, $2, now())",
    [id, endpointId],
  );
}

export interface LaneRow {
  readonly due: number | null;
  readonly leased: boolean;
  readonly token: number;
}
/**
 * Reads the lanes of an account by order key, with the events of their pending deliveries in order.
 */
export async function readLanes(
  pools: Pools,
  testAccount: TestAccount,
): Promise<ReadonlyMap<number, LaneRow & { readonly pending: readonly string[] }>> {
  const { rows } = await pools.writer.query<LaneRow & { key: number; pending: string[] }>(
    `select l.order_key as key, round(extract(epoch from l.due_at) * 1000)::float8 as due, l.lease_node is not null as leased, l.token,
       array(select d.event from delivery d where d.account_id = l.account_id and d.endpoint_id = l.endpoint_id and d.order_key = l.order_key
         and d.state = 'pending' order by d.lane_place) as pending
     from lane l where l.account_id = $1`,
    [testAccount.id],
  );
  return new Map(rows.map(({ key, ...row }) => [key, row]));
}
