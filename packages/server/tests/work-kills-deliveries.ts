import type { Delivery, Message } from "@parlour/protocol";
import type { DeliveryWithAttempts } from "@parlour/protocol/api";
import type { WorkFixture } from "./work-kills-fixture.ts";

/** The delivery log, compared with what receivers got. */
export interface DeliveryComparison {
  /** Number of deliveries of each event. */
  readonly counts: ReadonlyMap<string, number>;
  /** Deliveries that several kills in a row interrupted, and that wait for hours (CORE-340). */
  readonly putOff: readonly DeliveryWithAttempts[];
  /** Number of deliveries that arrived again, because a kill interrupted them. */
  readonly repeated: number;
  /** What must not be, each with all facts: what is lost, repeated without a reason, or unknown. */
  readonly faults: readonly string[];
}

/** Compares every delivery with what its receiver got. */
export async function compareDeliveries(
  fixture: WorkFixture,
  messages: readonly Message[],
): Promise<DeliveryComparison> {
  const arrivals = countArrivals(fixture);
  const messageIds = new Map(messages.map(({ chat_id, seq, id }) => [`${chat_id} ${seq}`, id]));
  const counts = new Map<string, number>();
  const putOff: DeliveryWithAttempts[] = [];
  const faults: string[] = [];
  let repeated = 0;
  for (const delivery of await listDeliveries(fixture)) {
    counts.set(delivery.event, (counts.get(delivery.event) ?? 0) + 1);
    const key = toKey(delivery, messageIds);
    const times = arrivals.get(key) ?? 0;
    arrivals.delete(key);
    if (times === 1 && delivery.state === "delivered") continue;
    if (times === 0 && isSettled(delivery)) continue;
    const details = await readDelivery(fixture, delivery.id);
    const failed = details.attempts_made.filter(({ outcome }) => outcome !== "delivered").length;
    if (times > 1 && times <= failed + 1) repeated++;
    if (isPutOff(details)) putOff.push(details);
    else if (details.state !== "delivered" || times === 0 || times > failed + 1)
      faults.push(`${key} arrived ${times} times: ${describe(details)}`);
  }
  for (const [key, times] of arrivals)
    faults.push(`${key} arrived ${times} times and is not in the delivery log`);
  return { counts, putOff, repeated, faults };
}

/** Returns what is wrong with deliveries that were put off, when their times have passed. */
export async function findMissing(
  fixture: WorkFixture,
  deliveries: readonly Delivery[],
  messages: readonly Message[],
): Promise<readonly string[]> {
  const messageIds = new Map(messages.map(({ chat_id, seq, id }) => [`${chat_id} ${seq}`, id]));
  const arrivals = countArrivals(fixture);
  const missing: string[] = [];
  for (const delivery of deliveries) {
    const key = toKey(delivery, messageIds);
    const details = await readDelivery(fixture, delivery.id);
    if (details.state !== "delivered" || !arrivals.has(key))
      missing.push(`${key} arrived ${arrivals.get(key) ?? 0} times: ${describe(details)}`);
  }
  return missing;
}

/** Returns whether another email contains this one, or nobody needs it any more. */
const isSettled = ({ state, event, outcome, error }: Delivery): boolean =>
  (state === "delivered" && ["sent_together", "merged"].includes(error?.code ?? "")) ||
  (event === "chat_waiting" && outcome === "withdrawn");

/** Returns whether kills alone delayed the delivery, and its next attempt has a time. */
const isPutOff = ({ state, attempts_made, next_at }: DeliveryWithAttempts): boolean =>
  state === "pending" &&
  attempts_made.length > 1 &&
  attempts_made.every(({ outcome }) => outcome === "interrupted") &&
  next_at !== null &&
  Date.parse(next_at) > Date.now();

/** Returns all facts about a delivery, without requests and replies. */
const describe = ({ attempts_made, ...delivery }: DeliveryWithAttempts): string =>
  JSON.stringify({
    ...delivery,
    attempts_made: attempts_made.map(
      ({ n, started_at, duration_ms, outcome, error }) =>
        `${n} ${started_at} ${duration_ms} ms ${outcome} ${error?.message}`,
    ),
  });

/** Returns the id under which a delivery arrives, as in {@link countArrivals}. */
function toKey({ id, endpoint, chat_id, seq }: Delivery, messageIds: ReadonlyMap<string, number>) {
  if (endpoint.kind === "mail") return `parlour.${id}`;
  if (endpoint.kind === "webhook") return `evt_${id}`;
  const message = messageIds.get(`${chat_id} ${seq}`);
  return endpoint.name === "Mail" ? `mail_${message}` : `msg_${message}`;
}

/** Counts what receivers got, by the id that an attempt and its repeats share. */
function countArrivals({ crash, mail }: WorkFixture): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const { headers } of crash.integrator.received) add(String(headers["webhook-id"]));
  for (const { headers } of mail.received) {
    // Emails to operators contain the id of their delivery, answers the id of their first message.
    const [start = "", id = ""] = (headers["message-id"] ?? "").slice(1).split(/[.@]/);
    add(start === "parlour" ? `parlour.${id}` : `mail_${Number.parseInt(id, 36)}`);
  }
  return counts;
}

async function readDelivery(fixture: WorkFixture, id: number): Promise<DeliveryWithAttempts> {
  const details = await fixture.call<DeliveryWithAttempts>("GET", `/deliveries/${id}`);
  if (details === null) throw new Error(`no answer about the delivery ${id}`);
  return details;
}

async function listDeliveries(fixture: WorkFixture): Promise<readonly Delivery[]> {
  const deliveries: Delivery[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const path: string = `/deliveries?limit=200${cursor === "" ? "" : `&cursor=${cursor}`}`;
    const page: { items: readonly Delivery[]; next_cursor: string | null } | null =
      await fixture.call("GET", path);
    if (page === null) throw new Error(`no answer to ${path}`);
    deliveries.push(...page.items);
    cursor = page.next_cursor;
  }
  return deliveries;
}
