import type { FastifyInstance } from "fastify";
import { CallSettings, CallSettingsChanged, CallSettingsPatch, EmptyBody, TestAttempt } from "@parlour/protocol/api";
import type { AccountRecord } from "../../core/record/account.ts";
import type { TelephonyServerRecord } from "../../core/record/call.ts";
import { isOpen } from "../../core/hours/open-hours.ts";
import type { CallsConfig } from "../../core/command.ts";
import { attemptWire } from "./attempt-wire.ts";
import type { Deps } from "./deps.ts";
import { checkAddress } from "./endpoint-input.ts";
import { found } from "./ids.ts";
import { hoursOf, hoursWire } from "./hours-wire.ts";
import { openAddress } from "./outbound-address.ts";
import { route } from "./route.ts";
import { generateRandomString, generateSigningSecret } from "../../auth/secrets.ts";
import { changeSettings, onceAround, refuseManaged, type SettingsDeps } from "./settings.ts";
import type { Tx } from "./stores/tx.ts";

type CallSettingsDeps = SettingsDeps &
  Pick<Deps, "auth" | "rights" | "planMail" | "accounts" | "calls" | "endpoints" | "callTest" | "publicUrl" | "open" | "config">;

/** Registers the routes of the call-back settings (API-041, CORE-104, CORE-105). */
export function callSettingsRoutes(app: FastifyInstance, deps: CallSettingsDeps): void {
  readSettings(app, deps);
  changeCalls(app, deps);
  rotateSecret(app, deps);
  testDriver(app, deps);
}

function readSettings(app: FastifyInstance, deps: CallSettingsDeps): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/call-settings",
    action: "account.read",
    tag: "calls",
    summary: "How visitors are called back",
    status: 200,
    answer: CallSettings,
    handle: async ({ principal }) => {
      const { accountId: account } = principal;
      const row = found(await deps.accounts.find(account), "account");
      // The report URL allows anyone to send reports. Only owners and administrators see it.
      const driver = await deps.calls.driver(account);
      const answer = wire(deps, row, driver);
      return principal.role === "owner" || principal.role === "admin" ? answer : { ...answer, report_url: null, url: null };
    },
  });
}
function changeCalls(app: FastifyInstance, deps: CallSettingsDeps): void {
  route(app, deps.auth, {
    method: "PATCH",
    url: "/call-settings",
    action: "account.manage",
    tag: "calls",
    summary: "Change how visitors are called back; a signing secret that was made is shown in this answer only",
    body: CallSettingsPatch,
    status: 200,
    answer: CallSettingsChanged,
    handle: async (call) => {
      const account = call.principal.accountId;
      const { body } = call;
      const present = await deps.calls.driver(account);
      const moved = body.url !== undefined && body.url !== present?.url ? body.url : null;
      const address = moved === null ? null : await openAddress(deps, call.principal, moved);
      if (body.url !== undefined && body.url !== null) await checkAddress(deps, call.principal, body.url, "url");
      return changeSettings(deps, call, "calls.change", async (tx, now) => {
        const before = found(await deps.accounts.findIn(tx, account), "account");
        refuseManaged(call, { managed: before.callsManaged });
        const server = await serverFor(deps, tx, account, { url: body.url, now });
        const calls = patched(before.calls, body, server.endpointId);
        await deps.accounts.update(tx, account, { calls });
        return {
          result: {
            ...wire(deps, found(await deps.accounts.findIn(tx, account), "account"), await deps.calls.driverIn(tx, account)),
            ...(server.secret === null ? {} : { signing_secret: server.secret }),
          },
          changed: [{ kind: "account", id: null }],
          target: `calls: ${Object.keys(body).join(", ")}`,
          opened: address && { address, by: "calls" },
        };
      });
    },
  });
}
function rotateSecret(app: FastifyInstance, deps: CallSettingsDeps): void {
  route(app, deps.auth, {
    method: "POST",
    url: "/call-settings/rotate",
    fresh: true,
    action: "account.manage",
    tag: "calls",
    summary: "A new signing secret of the telephony server; the present one signs beside it for 24 h",
    body: EmptyBody,
    status: 200,
    answer: CallSettingsChanged,
    handle: async (call) => {
      const account = call.principal.accountId;
      return changeSettings(deps, call, "calls.rotate", async (tx, now) => {
        const row = found(await deps.accounts.findIn(tx, account), "account");
        refuseManaged(call, { managed: row.callsManaged });
        const driver = found(await deps.calls.driverIn(tx, account), "telephony server");
        const secret = generateSigningSecret();
        await deps.calls.rotateDriverSecret(tx, account, driver.endpointId, { secret, now });
        return {
          result: { ...wire(deps, row, await deps.calls.driverIn(tx, account)), signing_secret: secret },
          changed: [{ kind: "endpoint", id: driver.endpointId }],
          target: "calls",
        };
      });
    },
  });
}
function testDriver(app: FastifyInstance, deps: CallSettingsDeps): void {
  route(app, deps.auth, {
    method: "POST",
    url: "/call-settings/test",
    action: "account.manage",
    tag: "calls",
    summary: "Ask the telephony server once, with `test`: nobody is called",
    body: EmptyBody,
    status: 200,
    answer: TestAttempt,
    handle: (call) => onceAround(deps, call, async () => attemptWire(await deps.callTest(call.principal.accountId))),
  });
}

/**
 * Saves the telephony server. A null `url` keeps its row, so that reports about a running call are
 * still accepted.
 */
async function serverFor(
  deps: CallSettingsDeps,
  tx: Tx,
  account: number,
  given: { readonly url: string | null | undefined; readonly now: number },
): Promise<{ readonly endpointId: number | null | undefined; readonly secret: string | null }> {
  const { url, now } = given;
  if (url === undefined || url === null) return { endpointId: url, secret: null };
  const present = await deps.calls.driverIn(tx, account);
  if (present !== null) {
    await deps.calls.moveDriver(tx, account, present.endpointId, url);
    return { endpointId: present.endpointId, secret: null };
  }
  const secret = generateSigningSecret();
  const row = { url, secret, reportSecret: generateRandomString(), now };
  return { endpointId: await deps.calls.createDriver(tx, account, row), secret };
}

function patched(before: CallsConfig, body: CallSettingsPatch, endpointId: number | null | undefined): CallsConfig {
  return {
    enabled: body.enabled ?? before.enabled,
    driver: body.driver ?? before.driver,
    hours: body.hours === undefined ? before.hours : body.hours === null ? null : hoursOf(body.hours, "hours."),
    prefixes: body.prefixes ?? before.prefixes,
    noAnswerAgentMs: body.no_answer_agent_s === undefined ? before.noAnswerAgentMs : body.no_answer_agent_s * 1000,
    noAnswerClientMs: body.no_answer_client_s === undefined ? before.noAnswerClientMs : body.no_answer_client_s * 1000,
    balanceMin: body.balance_min === undefined ? before.balanceMin : body.balance_min,
    endpointId: endpointId === undefined ? before.endpointId : endpointId,
  };
}

function wire(deps: CallSettingsDeps, { calls, hours, callsManaged }: AccountRecord, driver: TelephonyServerRecord | null): CallSettings {
  const isSet = driver !== null && calls.endpointId !== null;
  return {
    enabled: calls.enabled,
    driver: calls.driver,
    url: isSet ? driver.url : null,
    hours: calls.hours === null ? null : hoursWire(calls.hours),
    prefixes: [...calls.prefixes],
    no_answer_agent_s: calls.noAnswerAgentMs / 1000,
    no_answer_client_s: calls.noAnswerClientMs / 1000,
    balance_min: calls.balanceMin,
    open_now: isOpen(calls.hours ?? hours, deps.clock.now()),
    report_url: isSet ? `${deps.publicUrl()}/calls/${deps.open(driver.reportSecret)}` : null,
    secret_hint: isSet ? driver.secretHint : null,
    managed: callsManaged,
  };
}
