import { Type, type Static } from "typebox";
import { CursorText, Limit, Page } from "../common.ts";
import { Id, LastFailure, Nullable, Time } from "../../entity/index.ts";

/** Endpoints: addresses of integrators, with their pending deliveries (API-051). */

export const EndpointKind = Type.Union([
  Type.Literal("channel"),
  Type.Literal("bot"),
  Type.Literal("webhook"),
]);
export type EndpointKind = Static<typeof EndpointKind>;

export const Endpoint = Type.Object({
  id: Id,
  kind: EndpointKind,
  /** Name of the channel or bot, or the URL of the webhook. */
  name: Type.String(),
  /** Id of the channel, bot or webhook. */
  owner_id: Id,
  url: Type.String(),
  /** `off`: nothing is sent, and pending deliveries became dead. `paused`: deliveries wait. */
  state: Type.Union([Type.Literal("on"), Type.Literal("paused"), Type.Literal("off")]),
  /** A 410 response, 120 hours of failures (WH-062), or disabled in the settings. */
  reason: Nullable(
    Type.Union([Type.Literal("gone"), Type.Literal("failing"), Type.Literal("disabled")]),
  ),
  /** Time since which the endpoint is paused or off. */
  since: Nullable(Time),
  /** Number of pending deliveries, creation time of the oldest, and time of the next retry. */
  queue: Type.Object({
    pending: Type.Integer({ minimum: 0 }),
    oldest_at: Nullable(Time),
    next_at: Nullable(Time),
  }),
  /** Number of lanes that wait for a slot (CORE-122), and since when the oldest one waits. */
  waiting: Type.Object({ lanes: Type.Integer({ minimum: 0 }), oldest_at: Nullable(Time) }),
  last_success_at: Nullable(Time),
  last_failure: Nullable(LastFailure),
  /** Time of the first failure since the last success. */
  failing_since: Nullable(Time),
  /** How many of the newest 25 attempts with a known outcome failed (API-173). */
  recent: Type.Object({
    attempts: Type.Integer({ minimum: 0, maximum: 25 }),
    failed: Type.Integer({ minimum: 0, maximum: 25 }),
  }),
  /** Last characters of the secret (CORE-124), and until when the previous one also signs. */
  secret_hint: Type.String(),
  secret_created_at: Nullable(Time),
  previous_secret_until: Nullable(Time),
  /** Time of the last request that was signed with this secret. */
  last_used_at: Nullable(Time),
});
export type Endpoint = Static<typeof Endpoint>;

export const EndpointsQuery = Type.Object(
  { kind: Type.Optional(EndpointKind), limit: Limit, cursor: CursorText },
  { additionalProperties: false },
);
/** A page of endpoints in ascending order of their id. */
export const Endpoints = Page(Endpoint);
export type Endpoints = Static<typeof Endpoints>;
