import type pg from "pg";
import type { Clock } from "../../core/command.ts";
import type { DeliveryLane } from "../../core/delivery/planner.ts";
import { runningNodesQuery } from "../../store/database/nodes.ts";
import {
  claimDeliveries,
  releaseEmptyLane,
  type ClaimResult,
  type EndpointGroup,
} from "./claim.ts";
import { deliveryLeaseMs, type Claim } from "../../store/deliveries/claim.ts";
import { findChannelTarget, findChatTarget, findEndpointTarget } from "./find-target.ts";
import { ConcurrencyLimiter, type EndpointSignal, type SlotsPerEndpoint } from "./concurrency.ts";
import type { ChatDeliveryTarget, DeliveryTarget } from "../../store/deliveries/delivery-source.ts";

export type { Claim } from "../../store/deliveries/claim.ts";
export type { EndpointGroup } from "./claim.ts";
export type { EndpointSignal, SlotsPerEndpoint } from "./concurrency.ts";
export {
  combinePlanners,
  type PlannedDelivery,
  type DeliveryPlanner,
} from "../../core/delivery/planner.ts";
export type { AttemptReport, AttemptRow } from "../../store/deliveries/delivery-row.ts";
export type { DeliverySource, DeliveryTarget } from "../../store/deliveries/delivery-source.ts";

/** Number of waiting and running lanes per endpoint, for metrics and the system page. */
interface DeliveryQueueStats {
  readonly endpoints: readonly {
    readonly account: number;
    readonly endpointId: number;
    /** Number of lanes that wait for a slot (CORE-122), and the longest wait in ms. */
    readonly waiting: number;
    readonly oldestMs: number;
    /** Number of lanes with a running request, on all nodes. */
    readonly underWay: number;
  }[];
}

export interface EndpointTargets {
  /** Finds an endpoint without channel or customer, for test events (BOT-087, WH-070). */
  findEndpointTarget(account: number, endpointId: number): Promise<DeliveryTarget | null>;
}
/** The request slots of endpoints (CORE-122). */
export interface ClaimSlots {
  /** Takes a slot for a claim that came with the report of the one before. */
  acquire(claim: Claim): void;
  /**
   * Returns whether a new delivery of the lane cannot be claimed before a running claim of this
   * node ends, because the lane is claimed or its endpoint has no free slot. In the second case it
   * waits, so the endpoint counts as crowded.
   */
  isBusy(lane: DeliveryLane): boolean;
  /** Returns whether lanes wait for a slot. Runs then end, and slots are released early. */
  isCrowded(endpointId: number): boolean;
  /**
   * Releases the slot of a claim whose request has ended. At a failing endpoint the slot stays
   * reserved for a short time. Must be called once per claim. Returns true if all slots were in
   * use, because lanes may then be waiting. `startedAt`: start of the attempt, in milliseconds
   * since 1970.
   */
  release(lane: DeliveryLane, ended?: EndpointSignal, startedAt?: number): boolean;
}
/** The queue as the worker uses it. */
export interface ClaimQueue extends ClaimSlots {
  /**
   * Claims up to `limit` due lanes of one group of endpoints, each with its first pending delivery.
   * Endpoints take turns, oldest lane first, and never exceed their slots. A claim of one group
   * does not wait for a claim of the other.
   */
  claim(limit: number, group: EndpointGroup): Promise<Omit<ClaimResult, "empty" | "crowded">>;
}
/** Durable queue of deliveries over the tables `lane` and `delivery`. */
export interface DeliveryQueue extends EndpointTargets, ClaimQueue {
  /**
   * Releases the leases of nodes that neither count as running nor have a lock (CORE-377). Their
   * running attempts get `interruptedAt`. Resolves with the number of leases.
   */
  releaseDeadLeases(): Promise<number>;
  /** Finds the target of a running chat, or null, for requests without a row (CH-077). */
  findChatTarget(
    account: number,
    chatId: number,
    operatorId: number,
  ): Promise<ChatDeliveryTarget | null>;
  /** Finds the endpoint of a channel, for a test message (CH-113). */
  findChannelTarget(account: number, channelId: number): Promise<DeliveryTarget | null>;
  /** Ends the delay of delayed webhook deliveries of the chat (WH-080). */
  releaseChat(account: number, chatId: number): Promise<void>;
  /** Releases a waiting message and those before it (CORE-353). Resolves with false otherwise. */
  releaseMessage(account: number, deliveryId: number): Promise<boolean>;
  stats(): Promise<DeliveryQueueStats>;
}

export interface DeliveryQueueDeps {
  readonly pool: pg.Pool;
  readonly nodeId: number;
  /**
   * Returns the ids of the other nodes that count as running. After a crash of the database, these
   * are also nodes that do not have their locks yet (CORE-375).
   */
  readonly listOtherNodes: () => readonly number[];
  readonly clock: Clock;
  /**
   * Returns the maximum number of concurrent requests of one endpoint (`webhook_at_once`,
   * `endpoint_at_once`, CFG-030). It is read at each claim.
   */
  readonly slotsPerEndpoint: SlotsPerEndpoint;
}

/**
 * Creates the durable queue over the tables `lane` and `delivery`. This node counts its own claims
 * per endpoint, and counts those of other nodes by their leases. Two nodes that claim at the same
 * time can therefore exceed the limit for the length of an attempt.
 */
export function createDeliveryQueue({
  pool,
  nodeId,
  listOtherNodes,
  clock,
  slotsPerEndpoint,
}: DeliveryQueueDeps): DeliveryQueue {
  const limiter = new ConcurrencyLimiter(slotsPerEndpoint);
  const acquire = (claim: Claim): void => limiter.acquire(claim, claim.source.target.endpoint.kind);
  let otherNodes: readonly number[] = [];
  const releaseDeadLeases = (): Promise<number> =>
    releaseLeases(pool, [nodeId, ...listOtherNodes()]);

  return {
    async claim(limit, group) {
      const now = clock.now();
      const running = listOtherNodes();
      if (otherNodes.some((id) => !running.includes(id))) await releaseDeadLeases();
      otherNodes = running;
      const { claims, empty, crowded, nextDue, failingDue } = await claimDeliveries(pool, {
        group,
        limit,
        now,
        nodeId,
        leaseUntil: now + deliveryLeaseMs,
        maxSlots: slotsPerEndpoint("channel"),
        maxWebhookSlots: slotsPerEndpoint("webhook"),
        usedSlots: limiter.getUsedSlots(now),
        hasOtherNodes: running.length > 0,
      });
      for (const claim of claims) {
        acquire(claim);
        limiter.setCrowded(claim.endpointId, crowded.has(claim.endpointId));
      }
      // A lane that cannot be released now is claimed again when its lease ends.
      for (const lane of empty) await releaseEmptyLane(pool, lane).catch(() => undefined);
      // Only failing endpoints have reserved slots.
      const nextFree = group === "failing" ? limiter.getNextFreeAt() : null;
      return {
        claims,
        nextDue: nextFree === null ? nextDue : Math.min(nextDue ?? nextFree, nextFree),
        failingDue,
      };
    },
    acquire,
    isBusy: (lane) => limiter.isBusy(lane),
    isCrowded: (endpointId) => limiter.isCrowded(endpointId),
    release: (lane, signal = null, startedAt = clock.now()) =>
      limiter.release(lane, signal, startedAt, clock.now()),
    releaseDeadLeases,
    findChatTarget: (account, chatId, operatorId) =>
      findChatTarget(pool, account, chatId, operatorId),
    findChannelTarget: (account, channelId) => findChannelTarget(pool, account, channelId),
    findEndpointTarget: (account, endpointId) => findEndpointTarget(pool, account, endpointId),
    releaseChat: async (account, chatId) =>
      void (await pool.query("select release_chat($1, $2, $3)", [account, chatId, clock.now()])),
    releaseMessage: (account, deliveryId) => releaseMessage(pool, account, deliveryId, clock.now()),
    stats: () => readStats(pool, clock.now()),
  };
}

async function releaseMessage(
  pool: pg.Pool,
  account: number,
  deliveryId: number,
  now: number,
): Promise<boolean> {
  const { rows } = await pool.query<{ released: boolean }>(
    "select release_message($1, $2, $3) as released",
    [account, deliveryId, now],
  );
  return rows[0]?.released === true;
}

/** Releases the leases of all nodes but those that count as running or have a lock. */
async function releaseLeases(pool: pg.Pool, running: readonly number[]): Promise<number> {
  const { rowCount } = await pool.query(
    `update lane set lease_node = null, lease_until = null
     where due_at is not null and lease_node <> all($1::bigint[]) and lease_node not in (${runningNodesQuery})`,
    [running],
  );
  return rowCount ?? 0;
}

async function readStats(pool: pg.Pool, now: number): Promise<DeliveryQueueStats> {
  const { rows } = await pool.query<DeliveryQueueStats["endpoints"][number]>(
    `select account_id as account, endpoint_id as "endpointId", (count(*) filter (where lease_until is null or lease_until <= t.now))::int as waiting,
       greatest(0, $1::float8 - (extract(epoch from min(due_at) filter (where lease_until is null or lease_until <= t.now)) * 1000)::float8) as "oldestMs",
       (count(*) filter (where lease_until > t.now))::int as "underWay"
     from lane, (select to_timestamp($1::float8 / 1000) as now) t where due_at <= t.now group by account_id, endpoint_id`,
    [now],
  );
  return { endpoints: rows };
}
