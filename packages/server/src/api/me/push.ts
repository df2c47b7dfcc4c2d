import type { FastifyInstance } from "fastify";
import {
  IdParams,
  NewPushDevice,
  NoContent,
  PushDevice,
  PushDevices,
  PushKey,
  PushTest,
  ReachabilityList,
  SelfTest,
} from "@parlour/protocol/api";
import {
  type PushDeviceRecord,
  listPushDevices,
  findPushDevice,
  listReachability,
} from "../../store/settings/account/push.ts";
import type { Principal } from "../../auth/index.ts";
import { refuse } from "../../core/failure.ts";
import { isTimeZone } from "../../core/hours/format.ts";
import { assertAllowedUrl } from "../integrations/endpoint-validation.ts";
import { requireFound, parseId, rejectNotFound } from "../kit/ids.ts";
import { declareRoute, type RequestContext } from "../kit/declare-route.ts";
import { requireText } from "../../settings/texts.ts";
import { changeSettings, runIdempotent } from "../kit/change-settings.ts";
import {
  savePushDevice,
  removePushDevice,
  saveSelfTest,
} from "../../store/settings/account/push-changes.ts";
import type { OutboundPort } from "../kit/outbound-port.ts";
import type { RouteDeps } from "../kit/route-deps.ts";
import type { Outcome } from "../../core/entity.ts";

/** Sends web push notifications. */
export interface PushPort {
  /** Public key for the browser's push subscriptions, as base64url. */
  readonly publicKey: string;
  /** Returns whether these are valid keys of a subscription. */
  isKeyPair(keys: { readonly p256dh: string; readonly auth: string }): boolean;
  /** Sends one test notification. Throws `not_found`. */
  test(
    account: number,
    endpointId: number,
    language: "en" | "ru",
  ): Promise<{
    readonly outcome: Outcome;
    readonly status: number | null;
    readonly durationMs: number;
  }>;
}
interface PushDeps extends RouteDeps {
  readonly push: PushPort;
  readonly outbound: OutboundPort;
}

/** Registers devices, the test notification, and who can be reached (API-110). */
export function pushRoutes(app: FastifyInstance, deps: PushDeps): void {
  pushKeyRoute(app, deps);
  listDevicesRoute(app, deps);
  putDeviceRoute(app, deps);
  removeDeviceRoute(app, deps);
  testDeviceRoute(app, deps);
  selfTestRoute(app, deps);
  reachRoute(app, deps);
}

function pushKeyRoute(app: FastifyInstance, deps: PushDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/push/key",
    action: "profile.read",
    tag: "push",
    summary: "Get the public key for push subscriptions",
    status: 200,
    answer: PushKey,
    handle: () => Promise.resolve({ public_key: deps.push.publicKey }),
  });
}
function listDevicesRoute(app: FastifyInstance, deps: PushDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/push/subscriptions",
    action: "profile.read",
    tag: "push",
    summary: "List your notification devices",
    status: 200,
    answer: PushDevices,
    handle: async ({ principal }) => {
      const rows = await listPushDevices(
        deps.sql,
        principal.accountId,
        principal.operatorId,
        deps.clock.now(),
      );
      return { items: rows.map((row) => serializeDevice(row, principal)) };
    },
  });
}
function putDeviceRoute(app: FastifyInstance, deps: PushDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/push/subscriptions",
    action: "chats.answer",
    tag: "push",
    summary: "Register this browser for notifications",
    body: NewPushDevice,
    status: 201,
    answer: PushDevice,
    handle: (context) => putDevice(deps, context),
  });
}
async function putDevice(
  deps: PushDeps,
  context: RequestContext<unknown, unknown, NewPushDevice>,
): Promise<PushDevice> {
  const { principal, body } = context;
  const { accountId, operatorId, credential } = principal;
  if (credential.kind !== "session")
    refuse("forbidden", "Push notifications need a signed-in device. An API key has none.");
  const name = requireText(body.name, "name");
  if (!deps.push.isKeyPair(body.keys))
    refuse("invalid_request", "These are not keys of a push subscription.", { field: "keys" });
  if (body.quiet && !isTimeZone(body.quiet.timezone))
    refuse("invalid_request", `${body.quiet.timezone} is not an IANA time zone.`, {
      field: "quiet.timezone",
    });
  await assertAllowedUrl(deps, principal, {
    url: body.endpoint,
    field: "endpoint",
    secure: "https",
  });
  return changeSettings(deps, context, "push.subscribe", async (tx, now) => {
    const id = await savePushDevice(
      tx,
      accountId,
      {
        operatorId,
        operatorName: principal.name,
        sessionId: credential.id,
        url: body.endpoint,
        keys: body.keys,
        name,
        language: body.language ?? "en",
        showText: body.show_text ?? false,
        quiet: body.quiet ?? null,
        now,
      },
      deps.secrets.seal,
    );
    const row = requireFound(await findPushDevice(tx, accountId, id, now), "device");
    return {
      result: serializeDevice(row, principal),
      changed: [{ kind: "push", id: null }],
      target: `device ${id} ${name}`,
    };
  });
}
function removeDeviceRoute(app: FastifyInstance, deps: PushDeps): void {
  declareRoute(app, deps.auth, {
    method: "DELETE",
    url: "/push/subscriptions/:id",
    action: "chats.answer",
    tag: "push",
    summary: "Delete a notification device",
    params: IdParams,
    status: 204,
    answer: NoContent,
    handle: async (context) => {
      const { accountId, operatorId } = context.principal;
      const id = parseId(context.params.id, "device");
      return changeSettings(deps, context, "push.unsubscribe", async (tx) => {
        if (!(await removePushDevice(tx, accountId, operatorId, id))) rejectNotFound("device");
        return { result: null, changed: [{ kind: "push", id: null }], target: `device ${id}` };
      });
    },
  });
}
function testDeviceRoute(app: FastifyInstance, deps: PushDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/push/subscriptions/:id/test",
    action: "chats.answer",
    tag: "push",
    summary: "Send a test notification to a device",
    params: IdParams,
    status: 200,
    answer: PushTest,
    handle: async (context) => {
      const { accountId, operatorId } = context.principal;
      const row = await findPushDevice(
        deps.sql,
        accountId,
        parseId(context.params.id, "device"),
        deps.clock.now(),
      );
      if (row === null || row.operatorId !== operatorId) rejectNotFound("device");
      return runIdempotent(deps, context, async () => {
        const { outcome, status, durationMs } = await deps.push.test(
          accountId,
          row.endpointId,
          row.language,
        );
        return { outcome, status, duration_ms: Math.round(durationMs) };
      });
    },
  });
}
function selfTestRoute(app: FastifyInstance, deps: PushDeps): void {
  declareRoute(app, deps.auth, {
    method: "PUT",
    url: "/push/self-test",
    action: "presence.set",
    tag: "push",
    summary: "Save the result of your notification self-test",
    body: SelfTest,
    status: 204,
    answer: NoContent,
    once: { because: "A repeat stores the same result." },
    handle: async ({ principal, body }) => {
      await saveSelfTest(deps.sql, principal.accountId, principal.operatorId, {
        broken: body.broken,
        now: deps.clock.now(),
      });
      return null;
    },
  });
}
function reachRoute(app: FastifyInstance, deps: PushDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/push/reach",
    action: "operators.manage",
    tag: "push",
    summary: "List how each operator can be notified",
    status: 200,
    answer: ReachabilityList,
    handle: async ({ principal }) => {
      const rows = await listReachability(deps.sql, principal.accountId, deps.clock.now());
      return {
        items: rows.map(({ operatorId, devices, lastSuccessAt, selfTest }) => ({
          operator_id: operatorId,
          devices,
          last_success_at: lastSuccessAt,
          self_test: selfTest === null ? null : { at: selfTest.at, broken: [...selfTest.broken] },
        })),
      };
    },
  });
}

function serializeDevice(row: PushDeviceRecord, principal: Principal): PushDevice {
  return {
    id: row.id,
    name: row.name,
    here: principal.credential.kind === "session" && principal.credential.id === row.sessionId,
    language: row.language,
    show_text: row.showText,
    quiet: row.quiet,
    created_at: row.createdAt,
    last_success_at: row.lastSuccessAt,
    last_failure: row.lastFailure,
  };
}
