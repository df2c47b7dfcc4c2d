import type pg from "pg";
import type { Clock } from "../core/ports.ts";
import { countOtherNodes, liveNodes } from "../store/nodes.ts";
import { claimDeliveries, releaseEmpty } from "./claim.ts";
import { findChannelTarget, findChatTarget, findEndpointTarget } from "./find-target.ts";
import { Places, type Ended, type PlacesOf } from "./places.ts";
import type { DeliveryRow } from "./rows.ts";
import type { DeliverySource, Target } from "./source.ts";

export type { Ended, PlacesOf } from "./places.ts";
export { joinPlanners, type Owed, type Planner } from "./plan.ts";
export type { AttemptReport, AttemptRow, DeliveryRow } from "./rows.ts";
export type { DeliverySource, Target } from "./source.ts";

/** The first pending delivery of a lane that this node holds until `leaseUntil` (CORE-051). */
export interface Claim {
  readonly account: number;
  readonly endpointId: number;
  readonly orderKey: number;
  /** Fencing token: a report under an older one writes nothing. */
  readonly token: number;
  readonly leaseUntil: number;
  readonly delivery: DeliveryRow;
  /** Set when a dead process left an attempt under way: its start. Report it as `interrupted` first (CH-087). */
  readonly interruptedAt: number | null;
  readonly source: DeliverySource;
}

export interface QueueStats {
  readonly endpoints: readonly {
    readonly account: number;
    readonly endpointId: number;
    /** Lanes that are due and wait for a place (CORE-122), and how long the oldest has waited. */
    readonly waiting: number;
    readonly oldestMs: number;
    /** Lanes under way on all nodes. */
    readonly underWay: number;
  }[];
}

export interface Queue {
  /**
   * Takes up to `limit` due lanes, never more per endpoint than its places, its oldest first, endpoints in turn; each with its first pending delivery.
   * `nextDue`: when the next lane that this node may take is due (ms); null: none.
   */
  claim(limit: number): Promise<{ readonly claims: readonly Claim[]; readonly nextDue: number | null }>;
  /**
   * The request of a claim of this node has ended: its place is free, at an endpoint that is dead a moment later. Once for each claim.
   * True when all were taken: lanes may wait for it. `startedAt`: of the attempt, milliseconds since 1970.
   */
  release(claim: Pick<Claim, "endpointId">, ended?: Ended, startedAt?: number): boolean;
  /** Lets go of the leases of nodes that no longer run; their attempts under way become `interruptedAt`. Resolves with their number. */
  freeDead(): Promise<number>;
  /** Endpoint, customer and operator of a running chat, for what is sent without a row (CH-077); null when there is none. `isRetrying`: his first pending message has failed before. */
  chatTarget(
    account: number,
    chatId: number,
    operatorId: number,
  ): Promise<{ readonly target: Target; readonly orderKey: number; readonly isRetrying: boolean } | null>;
  /** Endpoint of a channel, for a test message (CH-113). */
  channelTarget(account: number, channelId: number): Promise<Target | null>;
  /** An endpoint without channel or customer, for test events (BOT-087, WH-070). */
  endpointTarget(account: number, endpointId: number): Promise<Target | null>;
  /** Makes due now what waits for its delay in the chat's lanes of webhooks (WH-080). */
  releaseChat(account: number, chatId: number): Promise<void>;
  stats(): Promise<QueueStats>;
}

export interface QueueDeps {
  readonly pool: pg.Pool;
  readonly nodeId: number;
  readonly clock: Clock;
  /** Lanes of one endpoint under way at once (`webhook_at_once`, `endpoint_at_once`, CFG-030), asked at each claim. */
  readonly atOnce: PlacesOf;
}

/** How long a claim lasts without a report. */
export const leaseMs = 30_000;

/** How often other nodes are counted: only beside them are leases of others looked at, and fewer of them means that leases are free (P16). */
const countNodesMs = 5_000;

/**
 * Durable work over the tables `lane` and `delivery`. Places per endpoint: this node's claims are counted here, those of other nodes by
 * their leases, so two claims at the same moment can exceed the cap for the length of an attempt.
 */
export function openQueue({ pool, nodeId, clock, atOnce }: QueueDeps): Queue {
  const places = new Places(atOnce);
  let nodesCountedAt = Number.NEGATIVE_INFINITY;
  let others = 0;

  return {
    async claim(limit) {
      const now = clock.now();
      if (clock.monotonic() - nodesCountedAt >= countNodesMs) {
        nodesCountedAt = clock.monotonic();
        const before = others;
        others = await countOtherNodes(pool, nodeId);
        if (others < before) await freeDead(pool);
      }
      const { claims, empty, nextDue } = await claimDeliveries(pool, {
        limit,
        now,
        nodeId,
        leaseUntil: now + leaseMs,
        cap: atOnce("channel"),
        webhookCap: atOnce("webhook"),
        busy: places.taken(now),
        isShared: others > 0,
      });
      for (const { endpointId, source } of claims) places.take(endpointId, source.target.endpoint.kind);
      // One that cannot be put to rest now is claimed again when its lease ends.
      for (const lane of empty) await releaseEmpty(pool, lane).catch(() => undefined);
      const nextFree = places.nextFree();
      return { claims, nextDue: nextFree === null ? nextDue : Math.min(nextDue ?? nextFree, nextFree) };
    },
    release: (claim, ended = null, startedAt = clock.now()) => places.release(claim.endpointId, ended, startedAt, clock.now()),
    freeDead: () => freeDead(pool),
    chatTarget: (account, chatId, operatorId) => findChatTarget(pool, account, chatId, operatorId),
    channelTarget: (account, channelId) => findChannelTarget(pool, account, channelId),
    endpointTarget: (account, endpointId) => findEndpointTarget(pool, account, endpointId),
    releaseChat: async (account, chatId) => void (await pool.query("select release_chat($1, $2, $3)", [account, chatId, clock.now()])),
    stats: () => readStats(pool, clock.now()),
  };
}

async function freeDead(pool: pg.Pool): Promise<number> {
  const { rowCount } = await pool.query(
    `update lane set lease_node = null, lease_until = null where due_at is not null and lease_node is not null and lease_node not in (${liveNodes})`,
  );
  return rowCount ?? 0;
}

async function readStats(pool: pg.Pool, now: number): Promise<QueueStats> {
  const { rows } = await pool.query<{
    account_id: number;
    endpoint_id: number;
    waiting: number;
    oldest: number | null;
    under_way: number;
  }>(
    `select account_id, endpoint_id, (count(*) filter (where lease_until is null or lease_until <= t.now))::int as waiting,
       (extract(epoch from min(due_at) filter (where lease_until is null or lease_until <= t.now)) * 1000)::float8 as oldest,
       (count(*) filter (where lease_until > t.now))::int as under_way
     from lane, (select to_timestamp($1::float8 / 1000) as now) t where due_at <= t.now group by account_id, endpoint_id`,
    [now],
  );
  return {
    endpoints: rows.map((r) => ({
      account: r.account_id,
      endpointId: r.endpoint_id,
      waiting: r.waiting,
      oldestMs: r.oldest === null ? 0 : Math.max(0, now - r.oldest),
      underWay: r.under_way,
    })),
  };
}
