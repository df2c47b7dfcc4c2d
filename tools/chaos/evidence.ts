import type { Delivery, Message } from "@parlour/protocol";
import {
  findLostMessages,
  type ReceivedRequest,
  type SentLog,
} from "../../packages/testkit/src/index.ts";
import type { TimeInterval } from "../cluster/time-interval.ts";
import { checkParts, type PartsEvidence } from "./parts/index.ts";
import { countTexts } from "./parts/load-part.ts";
import { checkWindow, findWindowChats, type WindowEvidence } from "./window-evidence.ts";

/** What one client received, compared with what is stored at the end. */
interface ClientEvidence {
  readonly name: string;
  readonly texts: readonly string[];
  readonly faults: readonly string[];
}
/** An operator who has chats: the times without an open socket, by id. */
interface OwnerEvidence {
  readonly name: string;
  /** The times without a connection, of each socket of the operator. */
  readonly sockets: readonly (readonly TimeInterval[])[];
  /** Longest time between two events of a socket, in milliseconds. */
  readonly longestPauseMs: number;
}
/** A fault, and what the probes measured during and after it. */
export interface FaultRecord {
  /** Seconds since the start of the run. */
  readonly at: number;
  /** The same as a time, in Unix milliseconds. */
  readonly startedAt: number;
  readonly name: string;
  readonly node: number | null;
  /** Duration until the fault had ended and all nodes ran again. */
  readonly seconds: number;
  /** Messages and replies that were acknowledged until the next fault. */
  readonly acknowledged: number;
  /** Longest time without an acknowledged message, and its promised maximum or null. */
  readonly pauseMs: number;
  readonly maxPauseMs: number | null;
  /** Lost connections of operators' sockets, and the longest one, in milliseconds. */
  readonly lostSockets: number;
  readonly lostMs: number;
  /** Names of the primary before and after, if it must be another one. Null: not checked. */
  readonly primaries: readonly [string, string] | null;
  /** Milliseconds after the end until presence was equal on all nodes. Null: never. */
  readonly presenceMs: number | null;
  /** What the nodes showed 1 s after the end, if it was not equal. */
  readonly presenceDifference: string | null;
  /** Milliseconds until the ended session had no socket, for each node. Null: never. */
  readonly revocationMs: readonly (number | null)[];
  /** Nodes that ended by themselves during the fault, with their exit code. */
  readonly ended: readonly string[];
}
/** How many of 300 requests at once a limit with a burst of 20 allowed over all nodes. */
export interface LimitRecord {
  /** State of the installation. */
  readonly name: string;
  readonly allowed: number;
  /** How far `allowed` may be from the burst, besides the tokens gained meanwhile. */
  readonly tolerance: number;
  /** Duration in which the limit gained one token per second. */
  readonly seconds: number;
  /** Number of nodes, and their longest response meanwhile, in milliseconds. */
  readonly nodes: number;
  readonly slowestMs: number;
}
/** Everything that a run recorded. The checks read nothing else. */
export interface Evidence {
  readonly sentLog: SentLog;
  readonly stored: ReadonlyMap<number, readonly Message[]>;
  readonly received: readonly ReceivedRequest[];
  readonly clients: readonly ClientEvidence[];
  readonly windows: readonly WindowEvidence[];
  readonly parts: PartsEvidence;
  /** By name, as system messages contain it. */
  readonly owners: readonly OwnerEvidence[];
  readonly faults: readonly FaultRecord[];
  readonly limits: readonly LimitRecord[];
  /** Deliveries that were still pending at the end. Null: the API did not answer. */
  readonly pendingDeliveries: readonly PendingDelivery[] | null;
}
/** A pending delivery, as the API returns it. */
export type PendingDelivery = Pick<Delivery, "chat_id" | "attempts"> & {
  readonly endpoint: Pick<Delivery["endpoint"], "name">;
};

/** Burst of the limit that is probed. It gains one token per second. */
export const limitBurst = 20;
/** Promised maxima, in milliseconds. */
const maxPresenceMs = 5_000;
const maxRevocationMs = 2_000;
/** Time in which nodes must answer each other to exchange tokens, in milliseconds. */
const maxExchangeMs = 150;
/**
 * An operator without a socket stays online for 20 s (CORE-010). The margin is for the time that a
 * client needs to notice.
 */
const offlineAfterMs = 20_000 - 3_000;

/** Returns one sentence for each promise that the evidence contradicts. */
export function findBrokenPromises(evidence: Evidence): readonly string[] {
  const { stored, received, owners, faults, pendingDeliveries } = evidence;
  const lost = findLostMessages(listDelivered(evidence), stored, received);
  const findings = Object.entries(lost).flatMap(([kind, list]: [string, readonly string[]]) =>
    list.map((item) => `${kind}: ${item}`),
  );
  const operatorSockets = owners.flatMap(({ sockets }) => sockets);
  return [
    ...findings,
    ...describePending(pendingDeliveries),
    ...findUnorderedDeliveries(stored, received),
    ...evidence.clients.flatMap((client) => compareClient(client, listTexts(stored))),
    ...evidence.windows.flatMap((window) => checkWindow(window, stored, operatorSockets)),
    ...checkParts(evidence.parts, stored, received),
    ...findTakenChats(stored, owners, faults),
    ...faults.flatMap(checkProbes),
    ...evidence.limits.flatMap(checkLimit),
  ];
}

/** Returns one sentence for each lane with pending deliveries. */
function describePending(pending: Evidence["pendingDeliveries"]): readonly string[] {
  if (pending === null) return ["pending: unknown, because the API did not answer"];
  const lanes = Map.groupBy(
    pending,
    ({ endpoint, chat_id: chat }) => `${endpoint.name}, chat ${chat}`,
  );
  return [...lanes].map(
    ([lane, deliveries]) =>
      `pending: ${lane}: ${deliveries.length} deliveries, at most ${Math.max(...deliveries.map(({ attempts }) => attempts))} attempts of one`,
  );
}

/** Returns the log without the replies in the chats of windows and of Telegram. */
function listDelivered({ sentLog, stored, windows, parts }: Evidence): SentLog {
  const ids = new Set(
    [...windows, ...parts.telegram].flatMap(({ name }) =>
      findWindowChats(name, stored).map(({ id }) => id),
    ),
  );
  return {
    ...sentLog,
    replies: new Map([...sentLog.replies].filter(([, id]) => !ids.has(id))),
  };
}

function listTexts(stored: Evidence["stored"]): readonly string[] {
  return [...stored.values()]
    .flat()
    .flatMap(({ author, text }) =>
      author.kind === "visitor" || author.kind === "operator" ? [text] : [],
    );
}

/** Compares the first arrivals of each chat's deliveries with the order of its messages. */
function findUnorderedDeliveries(
  stored: Evidence["stored"],
  received: Evidence["received"],
): readonly string[] {
  const messages = new Map([...stored.values()].flat().map((message) => [message.id, message]));
  const lastSeqs = new Map<number, number>();
  const seen = new Set<number>();
  const findings: string[] = [];
  for (const { body } of received) {
    const { message } = JSON.parse(body) as { message: { id?: string } };
    const sent = messages.get(Number(message.id));
    if (sent === undefined || seen.has(sent.id)) continue;
    seen.add(sent.id);
    const last = lastSeqs.get(sent.chat_id) ?? 0;
    if (sent.seq < last)
      findings.push(`delivery: message ${sent.seq} of chat ${sent.chat_id} came after ${last}`);
    lastSeqs.set(sent.chat_id, sent.seq);
  }
  return findings;
}

function compareClient(client: ClientEvidence, texts: readonly string[]): readonly string[] {
  const counts = countTexts(client.texts);
  const stored = new Set(texts);
  return [
    ...[...counts.keys()]
      .filter((text) => !stored.has(text))
      .map((text) => `socket of ${client.name}: ${text} arrived and is not stored`),
    ...client.faults.map((fault) => `socket of ${client.name}: ${fault}`),
    ...texts.flatMap((text) =>
      counts.get(text) === 1
        ? []
        : [`socket of ${client.name}: ${text} arrived ${counts.get(text) ?? 0} times`],
    ),
  ];
}

/**
 * Finds chats that were taken from an operator who had an open socket. A socket does not count
 * while its node is suspended and a crash of the database took the node's lock: the node has ended
 * for all others (CORE-375).
 */
function findTakenChats(
  stored: Evidence["stored"],
  owners: readonly OwnerEvidence[],
  faults: readonly FaultRecord[],
): readonly string[] {
  const endings = faults.filter(
    ({ name }) => /SIGSTOP of a node/.test(name) && /PostgreSQL/.test(name),
  );
  return [...stored.values()].flat().flatMap((message) => {
    const { line } = message as { line?: { code: string; by?: { name: string } | null } };
    if (line?.code !== "owner_gone") return [];
    const owner = owners.find(({ name }) => name === line.by?.name);
    const at = Date.parse(message.created_at);
    if (owner?.sockets.every((lost) => wasLost(lost, at)) === true) return [];
    if (
      endings.some(({ startedAt, seconds }) => startedAt <= at && at <= startedAt + seconds * 1_000)
    )
      return [];
    return [
      `owner_gone: chat ${message.chat_id} at ${message.created_at}, although ${line.by?.name ?? "somebody"} had an open socket`,
    ];
  });
}
const wasLost = (lost: readonly TimeInterval[], at: number): boolean =>
  lost.some(({ from, to }) => from <= at - offlineAfterMs && (to === null || to >= at - 5_000));

function checkProbes(record: FaultRecord): readonly string[] {
  const { name, at, presenceMs, presenceDifference, revocationMs, pauseMs, maxPauseMs } = record;
  const fault = `${name} at ${Math.round(at)} s`;
  const [before, after] = record.primaries ?? [];
  return [
    ...(maxPauseMs === null || pauseMs <= maxPauseMs
      ? []
      : [`writes: no message was acknowledged for ${pauseMs} ms during ${fault}`]),
    ...(before === undefined || before !== after
      ? []
      : [`failover: ${after} is still the primary after ${fault}`]),
    ...(presenceMs !== null && presenceMs <= maxPresenceMs
      ? []
      : [
          `presence: not equal on all nodes ${presenceMs ?? "15000 or more"} ms after ${fault}: ${presenceDifference}`,
        ]),
    ...revocationMs.flatMap((ms) =>
      ms !== null && ms <= maxRevocationMs
        ? []
        : [`revocation: a socket stayed open for ${ms ?? "5000 or more"} ms during ${fault}`],
    ),
  ];
}

/**
 * Nodes that answer too late cannot exchange tokens. Each then uses its share, tokens on their way
 * are lost, and at most one more for each node passes (decision 0148).
 */
function checkLimit(record: LimitRecord): readonly string[] {
  const { name, allowed, tolerance, seconds, nodes, slowestMs } = record;
  const isExact = slowestMs <= maxExchangeMs;
  const min = isExact ? limitBurst - tolerance : 1;
  const max = limitBurst + (isExact ? tolerance : Math.max(tolerance, nodes)) + Math.ceil(seconds);
  return allowed >= min && allowed <= max
    ? []
    : [`limit: ${allowed} of 300 requests were allowed ${name}`];
}
