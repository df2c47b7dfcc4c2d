import type { FailedRecipients } from "../../core/delivery/failed-recipients.ts";
import type { ChannelKind } from "../../core/entity.ts";
import type { DeliveryRow } from "./delivery-row.ts";
import type { DeliverySource, DeliveryTarget } from "./delivery-source.ts";

/** The first pending delivery of a lane that this node has leased until `leaseUntil` (CORE-051). */
export interface Claim {
  readonly account: number;
  readonly endpointId: number;
  readonly orderKey: number;
  /** Fencing token of the lease. A report with an older token writes nothing. */
  readonly token: number;
  readonly leaseUntil: number;
  readonly delivery: DeliveryRow;
  /** Start of an attempt of a dead process, to be reported as `interrupted` (CH-087). */
  readonly interruptedAt: number | null;
  readonly source: DeliverySource;
  /**
   * Next deliveries of the lane, in order, if it was claimed with a run. They are due and were not
   * tried yet. Each may be sent after the success of the one before, without another claim.
   */
  readonly following?: readonly Claim[];
}

/** A leased lane without pending deliveries. */
export interface EmptyLane {
  readonly account: number;
  readonly endpointId: number;
  readonly orderKey: number;
  readonly token: number;
}

/** Duration of a lease in ms. Without a report, the lane can be claimed again afterwards. */
export const deliveryLeaseMs = 30_000;

/**
 * Result of `store/functions/read_claims.sql`. The rows are arrays, because column names in each
 * row would cost more than the rest of a claim.
 */
export interface ClaimPayload {
  readonly claims: readonly ClaimRow[];
  readonly endpoints: readonly EndpointRow[];
  readonly channels: readonly ChannelRow[];
}
type ClaimRow = readonly [
  account: number,
  endpoint: number,
  lane: number,
  token: number,
  started: number | null,
  position: number | null,
  id: number,
  place: number,
  event: string,
  chat: number | null,
  seq: number | null,
  attempts: number,
  totalAttempts: number,
  anchor: number | null,
  outcome: DeliveryRow["outcome"],
  code: string | null,
  message: string | null,
  unconfirmed: boolean,
  next: number | null,
  created: number,
  updated: number,
  name: string | null,
  entrySeq: number | null,
  body: string,
  channel: number | null,
  recipient: string | null,
  speaker: number | null,
  speakerName: string,
  photo: string | null,
  // Absent in answers of a function of an earlier build.
  failedRecipients?: FailedRecipients | null,
];
type EndpointRow = readonly [
  id: number,
  kind: DeliveryTarget["endpoint"]["kind"],
  url: string,
  secret: string,
  previous: string | null,
  previousUntil: number | null,
];
type ChannelRow = readonly [
  id: number,
  publicId: string,
  name: string,
  enabled: boolean,
  deleted: boolean,
  chunked: boolean,
  append: boolean,
  mediaAs: NonNullable<DeliveryTarget["channel"]>["mediaAs"],
  kind: ChannelKind,
  settings: Readonly<Record<string, unknown>> | null,
  info: Readonly<Record<string, unknown>> | null,
  secrets: string | null,
];

/**
 * Converts the rows of lanes that this node has leased until `leaseUntil`, in milliseconds since
 * 1970. Rows of one lane become one claim with its run. Lanes without pending deliveries are
 * returned separately.
 */
export function parseClaims(
  payload: ClaimPayload,
  leaseUntil: number,
): { readonly claims: readonly Claim[]; readonly empty: readonly EmptyLane[] } {
  const endpoints = new Map(payload.endpoints.map((row) => [row[0], toEndpoint(row)]));
  const channels = new Map(payload.channels.map((row) => [row[0], toChannel(row)]));
  const lanes = new Map<string, Claim[]>();
  const empty: EmptyLane[] = [];
  for (const row of payload.claims) {
    const [account, endpointId, orderKey, token] = row;
    const endpoint = endpoints.get(endpointId);
    const claim = endpoint === undefined ? null : toClaim(row, endpoint, channels, leaseUntil);
    if (claim === null) {
      empty.push({ account, endpointId, orderKey, token });
      continue;
    }
    const lane = lanes.get(`${endpointId} ${orderKey}`);
    if (lane === undefined) lanes.set(`${endpointId} ${orderKey}`, [claim]);
    else lane.push(claim);
  }
  const claims = [...lanes.values()].flatMap((lane) => toRun(lane, leaseUntil - deliveryLeaseMs));
  return { claims, empty };
}

/** Returns the first claim of the lane with its run, of deliveries that are due at `now`. */
function toRun(lane: readonly Claim[], now: number): readonly Claim[] {
  if (lane.length <= 1) return lane;
  const [first, ...rest] = lane.toSorted(
    (a, b) => a.delivery.lanePosition - b.delivery.lanePosition,
  );
  if (first === undefined) return [];
  const end = rest.findIndex(
    ({ delivery }) => delivery.totalAttempts > 0 || (delivery.nextAt ?? 0) > now,
  );
  return [{ ...first, following: end < 0 ? rest : rest.slice(0, end) }];
}

function toClaim(
  row: ClaimRow,
  endpoint: DeliveryTarget["endpoint"],
  channels: ReadonlyMap<number, DeliveryTarget["channel"]>,
  leaseUntil: number,
): Claim | null {
  const [
    account,
    endpointId,
    orderKey,
    token,
    started,
    position,
    id,
    lanePosition,
    event,
    chatId,
    seq,
    attempts,
    totalAttempts,
    anchor,
    outcome,
    errorCode,
    errorMessage,
    unconfirmed,
    next,
    created,
    updated,
    name,
    entrySeq,
    body,
    channel,
    recipient,
    speaker,
    speakerName,
    photo,
  ] = row;
  if (position === null || name === null) return null;
  return {
    account,
    endpointId,
    orderKey,
    token,
    leaseUntil,
    interruptedAt: roundOrNull(started),
    delivery: {
      account,
      position,
      endpointId,
      id,
      orderKey,
      lanePosition,
      event,
      chatId,
      seq,
      state: "pending",
      attempts,
      totalAttempts,
      anchorAt: roundOrNull(anchor),
      outcome,
      errorCode,
      errorMessage,
      unconfirmed,
      failedRecipients: row[29] ?? null,
      nextAt: roundOrNull(next),
      createdAt: Math.round(created),
      updatedAt: Math.round(updated),
    },
    source: {
      entry: { name, seq: entrySeq, body },
      target: {
        account,
        endpoint,
        channel: channel === null ? null : (channels.get(channel) ?? null),
        recipient,
        speaker: speaker === null ? null : { id: speaker, name: speakerName, photo: photo ?? "" },
      },
    },
  };
}
function toEndpoint([
  id,
  kind,
  url,
  secret,
  previous,
  previousUntil,
]: EndpointRow): DeliveryTarget["endpoint"] {
  return {
    id,
    kind,
    url,
    secret: Buffer.from(secret, "base64"),
    previousSecret: previous === null ? null : Buffer.from(previous, "base64"),
    previousSecretUntil: roundOrNull(previousUntil),
  };
}
function toChannel([
  id,
  publicId,
  name,
  enabled,
  deleted,
  chunked,
  appendPublicId,
  mediaAs,
  kind,
  settings,
  info,
  secrets,
]: ChannelRow): DeliveryTarget["channel"] {
  const connector =
    settings === null || secrets === null
      ? null
      : { settings, info: info ?? {}, sealedSecrets: Buffer.from(secrets, "base64") };
  return {
    id,
    publicId,
    name,
    enabled,
    deleted,
    chunked,
    appendPublicId,
    mediaAs,
    kind,
    connector,
  };
}
export function roundOrNull(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms);
}
