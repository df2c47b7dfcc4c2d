import type { FastifyInstance } from "fastify";
import {
  CallSettings,
  CallSettingsChanged,
  CallSettingsPatch,
  EmptyBody,
  TestAttempt,
} from "@parlour/protocol/api";
import {
  type AccountRecord,
  findAccount,
  updateAccount,
} from "../../store/settings/account/account.ts";
import type { TelephonyServerRecord } from "../../store/chats/call.ts";
import { isOpen } from "@parlour/protocol/hours/open-hours";
import type { CallsConfig } from "../../core/command.ts";
import { serializeTestAttempt } from "../deliveries/test-attempt-serializer.ts";
import { assertAllowedUrl } from "../integrations/endpoint-validation.ts";
import { requireFound } from "../kit/ids.ts";
import { parseWorkingHours } from "../../settings/account/hours.ts";
import { serializeWorkingHours } from "../../core/hours/format.ts";
import { authorizeOutboundUrl } from "../kit/outbound-address.ts";
import { declareRoute } from "../kit/declare-route.ts";
import { generateRandomString, generateSigningSecret } from "../../auth/secrets.ts";
import { changeSettings, runIdempotent, assertNotManagedByFile } from "../kit/change-settings.ts";
import { findCallDriver, createCallDriver } from "../../store/settings/integrations/call.ts";
import { createTransactionReader } from "../../store/database/transaction-reader.ts";
import {
  rotateEndpointSecret,
  setEndpointUrl,
} from "../../store/settings/integrations/endpoint-changes.ts";
import type { BaseUrls, RouteDeps } from "../kit/route-deps.ts";
import type { OutboundPort } from "../kit/outbound-port.ts";
import type { Sql } from "../../store/database/sql.ts";
import type { EndpointTestResult } from "../../delivery/index.ts";

export interface CallSettingsDeps extends RouteDeps {
  readonly outbound: OutboundPort;
  /**
   * Sends one test request to the telephony server of an account. Throws `not_found` if the account
   * has none.
   */
  readonly callTest: (account: number) => Promise<EndpointTestResult>;
  readonly urls: BaseUrls;
}

/** Registers the routes of the call-back settings (API-297, CORE-104, CORE-105). */
export function callSettingsRoutes(app: FastifyInstance, deps: CallSettingsDeps): void {
  readSettingsRoute(app, deps);
  changeCallSettingsRoute(app, deps);
  rotateSecretRoute(app, deps);
  testDriverRoute(app, deps);
}

function readSettingsRoute(app: FastifyInstance, deps: CallSettingsDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/call-settings",
    action: "account.read",
    tag: "calls",
    summary: "Get the call settings",
    status: 200,
    answer: CallSettings,
    handle: async ({ principal }) => {
      const { accountId } = principal;
      const row = requireFound(await findAccount(deps.reader, accountId), "account");
      // Everyone who knows the report URL can send reports. Only owners and administrators see the
      // URL.
      const driver = await findCallDriver(deps.sql, accountId);
      const answer = serializeCallSettings(deps, row, driver);
      return principal.role === "owner" || principal.role === "admin"
        ? answer
        : { ...answer, report_url: null, url: null };
    },
  });
}
function changeCallSettingsRoute(app: FastifyInstance, deps: CallSettingsDeps): void {
  declareRoute(app, deps.auth, {
    method: "PATCH",
    url: "/call-settings",
    action: "account.manage",
    tag: "calls",
    summary: "Update the call settings",
    body: CallSettingsPatch,
    status: 200,
    answer: CallSettingsChanged,
    handle: async (context) => {
      const account = context.principal.accountId;
      const { body } = context;
      const current = await findCallDriver(deps.sql, account);
      const newUrl = body.url !== undefined && body.url !== current?.url ? body.url : null;
      const address =
        newUrl === null ? null : await authorizeOutboundUrl(deps, context.principal, newUrl);
      if (body.url !== undefined && body.url !== null)
        await assertAllowedUrl(deps, context.principal, { url: body.url, field: "url" });
      return changeSettings(deps, context, "calls.change", async (tx, now) => {
        const before = requireFound(
          await findAccount(createTransactionReader(tx), account),
          "account",
        );
        assertNotManagedByFile(context, { managed: before.callsManaged });
        const server = await saveServer(deps, tx, account, { url: body.url, now });
        const calls = applyPatch(before.calls, body, server.endpointId);
        await updateAccount(tx, account, { calls });
        return {
          result: {
            ...serializeCallSettings(
              deps,
              requireFound(await findAccount(createTransactionReader(tx), account), "account"),
              await findCallDriver(tx, account),
            ),
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
function rotateSecretRoute(app: FastifyInstance, deps: CallSettingsDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/call-settings/rotate",
    fresh: true,
    action: "account.manage",
    tag: "calls",
    summary: "Create a new signing secret for calls",
    body: EmptyBody,
    status: 200,
    answer: CallSettingsChanged,
    handle: async (context) => {
      const account = context.principal.accountId;
      return changeSettings(deps, context, "calls.rotate", async (tx, now) => {
        const row = requireFound(
          await findAccount(createTransactionReader(tx), account),
          "account",
        );
        assertNotManagedByFile(context, { managed: row.callsManaged });
        const driver = requireFound(await findCallDriver(tx, account), "telephony server");
        const secret = generateSigningSecret();
        await rotateEndpointSecret(tx, { account, id: driver.endpointId }, secret, {
          seal: deps.secrets.seal,
          now,
        });
        return {
          result: {
            ...serializeCallSettings(deps, row, await findCallDriver(tx, account)),
            signing_secret: secret,
          },
          changed: [{ kind: "endpoint", id: driver.endpointId }],
          target: "calls",
        };
      });
    },
  });
}
function testDriverRoute(app: FastifyInstance, deps: CallSettingsDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/call-settings/test",
    action: "account.manage",
    tag: "calls",
    summary: "Send a test request to the telephony server",
    body: EmptyBody,
    status: 200,
    answer: TestAttempt,
    handle: (context) =>
      runIdempotent(deps, context, async () =>
        serializeTestAttempt(await deps.callTest(context.principal.accountId)),
      ),
  });
}

/**
 * Saves the telephony server. If `url` is null, its row is kept, so that reports about a running
 * call are still accepted.
 */
async function saveServer(
  deps: CallSettingsDeps,
  tx: Sql,
  account: number,
  input: { readonly url: string | null | undefined; readonly now: number },
): Promise<{ readonly endpointId: number | null | undefined; readonly secret: string | null }> {
  const { url, now } = input;
  if (url === undefined || url === null) return { endpointId: url, secret: null };
  const current = await findCallDriver(tx, account);
  if (current !== null) {
    await setEndpointUrl(tx, account, current.endpointId, url);
    return { endpointId: current.endpointId, secret: null };
  }
  const secret = generateSigningSecret();
  const row = { url, secret, reportSecret: generateRandomString(), now };
  return { endpointId: await createCallDriver(tx, account, row, deps.secrets.seal), secret };
}

function applyPatch(
  before: CallsConfig,
  body: CallSettingsPatch,
  endpointId: number | null | undefined,
): CallsConfig {
  return {
    enabled: body.enabled ?? before.enabled,
    driver: body.driver ?? before.driver,
    hours:
      body.hours === undefined
        ? before.hours
        : body.hours === null
          ? null
          : parseWorkingHours(body.hours, before.hours, "hours."),
    prefixes: body.prefixes ?? before.prefixes,
    noAnswerAgentMs:
      body.no_answer_agent_s === undefined ? before.noAnswerAgentMs : body.no_answer_agent_s * 1000,
    noAnswerClientMs:
      body.no_answer_client_s === undefined
        ? before.noAnswerClientMs
        : body.no_answer_client_s * 1000,
    balanceMin: body.balance_min === undefined ? before.balanceMin : body.balance_min,
    endpointId: endpointId === undefined ? before.endpointId : endpointId,
  };
}

function serializeCallSettings(
  deps: CallSettingsDeps,
  { calls, hours, callsManaged }: AccountRecord,
  driver: TelephonyServerRecord | null,
): CallSettings {
  const isConfigured = driver !== null && calls.endpointId !== null;
  return {
    enabled: calls.enabled,
    driver: calls.driver,
    url: isConfigured ? driver.url : null,
    hours: calls.hours === null ? null : serializeWorkingHours(calls.hours),
    prefixes: [...calls.prefixes],
    no_answer_agent_s: calls.noAnswerAgentMs / 1000,
    no_answer_client_s: calls.noAnswerClientMs / 1000,
    balance_min: calls.balanceMin,
    open_now: isOpen(calls.hours ?? hours, deps.clock.now()),
    report_url: isConfigured
      ? `${deps.urls.publicUrl()}/calls/${deps.secrets.open(driver.reportSecret)}`
      : null,
    secret_hint: isConfigured ? driver.secretHint : null,
    managed: callsManaged,
  };
}
