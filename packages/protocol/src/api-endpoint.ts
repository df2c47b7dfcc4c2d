import { Type, type Static } from "typebox";
import { CursorText, Limit, Page } from "./api-common.ts";
import { Id, Nullable, Outcome, Time } from "./entity.ts";

/** Endpoints: addresses that integrators own, with what waits for them (API-051). */

export const EndpointKind = Type.Union([Type.Literal("channel"), Type.Literal("bot"), Type.Literal("webhook")]);
export type EndpointKind = Static<typeof EndpointKind>;

export const Endpoint = Type.Object({
  id: Id,
  kind: EndpointKind,
  /** Of the channel or bot; a webhook has its address. */
  name: Type.String(),
  /** The channel, bot or webhook it belongs to. */
  owner_id: Id,
  url: Type.String(),
  /** `off`: nothing is sent, what was pending became dead letters; `paused`: what is owed waits. */
  state: Type.Union([Type.Literal("on"), Type.Literal("paused"), Type.Literal("off")]),
  /** Why it is off: it answered 410, it failed for 120 h (WH-062), or its channel, bot or webhook is switched off in the settings. */
  reason: Nullable(Type.Union([Type.Literal("gone"), Type.Literal("failing"), Type.Literal("disabled")])),
  /** Paused or off since. */
  since: Nullable(Time),
  /** Deliveries that are pending, since when the oldest is owed, and when the next repeat is due. */
  queue: Type.Object({ pending: Type.Integer({ minimum: 0 }), oldest_at: Nullable(Time), next_at: Nullable(Time) }),
  /** Lanes that are due and wait for a place (CORE-122), and since when the oldest waits. */
  waiting: Type.Object({ lanes: Type.Integer({ minimum: 0 }), oldest_at: Nullable(Time) }),
  last_success_at: Nullable(Time),
  last_failure: Nullable(Type.Object({ at: Time, outcome: Outcome, status: Nullable(Type.Integer()) })),
  /** The first failure since the last success. */
  failing_since: Nullable(Time),
  /** Attempts among the newest 25 of all deliveries, and how many of them failed (API-173). */
  recent: Type.Object({ attempts: Type.Integer({ minimum: 0, maximum: 25 }), failed: Type.Integer({ minimum: 0, maximum: 25 }) }),
  /** Last four characters of the signing secret (CORE-124), when it was made, and how long the one before it still signs. */
  secret_hint: Type.String(),
  secret_created_at: Nullable(Time),
  previous_secret_until: Nullable(Time),
  /** Last request that was signed with it. */
  last_used_at: Nullable(Time),
});
export type Endpoint = Static<typeof Endpoint>;

export const EndpointsQuery = Type.Object(
  { kind: Type.Optional(EndpointKind), limit: Limit, cursor: CursorText },
  { additionalProperties: false },
);
/** By rising id. */
export const Endpoints = Page(Endpoint);
export type Endpoints = Static<typeof Endpoints>;
