import type { FastifyInstance } from "fastify";
import {
  CallSettingsChanged,
  EmptyBody,
  TestAttempt,
  type CallSettingsPatch,
} from "@parlour/protocol/api";
import { type Principal } from "../../auth/index.ts";
import { generateSigningSecret } from "../../auth/secrets.ts";
import type { EndpointTestResult } from "../../delivery/index.ts";
import { callsResource, findServer, type CallsState } from "../../settings/integrations/calls.ts";
import { createTransactionReader } from "../../store/database/transaction-reader.ts";
import { rotateEndpointSecret } from "../../store/settings/integrations/endpoint-changes.ts";
import { serializeTestAttempt } from "../deliveries/test-attempt-serializer.ts";
import { assertAllowedUrl } from "../integrations/endpoint-validation.ts";
import { changeSettings, runIdempotent, assertNotManagedByFile } from "../kit/change-settings.ts";
import { declareRoute } from "../kit/declare-route.ts";
import { requireFound } from "../kit/ids.ts";
import { authorizeOutboundUrl } from "../kit/outbound-address.ts";
import type { OutboundPort } from "../kit/outbound-port.ts";
import type { BaseUrls, RouteDeps } from "../kit/route-deps.ts";
import { singleResourceRoutes } from "../settings/single-resource-routes.ts";

export interface CallSettingsDeps extends RouteDeps {
  readonly outbound: OutboundPort;
  /** Sends one test request. Throws `not_found` without a telephony server. */
  readonly callTest: (account: number) => Promise<EndpointTestResult>;
  readonly urls: BaseUrls;
}

/** Registers the routes of the call-back settings (API-297, CORE-104, CORE-105). */
export function callSettingsRoutes(app: FastifyInstance, deps: CallSettingsDeps): void {
  singleResourceRoutes(app, deps, callsResource, {
    async prepare({ principal }, body, { server }) {
      const { url } = body as CallSettingsPatch;
      if (url === undefined || url === null) return null;
      const address = url === server?.url ? null : await authorizeOutboundUrl(deps, principal, url);
      await assertAllowedUrl(deps, principal, { url, field: "url" });
      return address;
    },
    describe: (state, principal) => describeUrls(deps, state, principal),
  });
  rotateSecretRoute(app, deps);
  testDriverRoute(app, deps);
}

/** Only owners and administrators see the URLs: everyone who knows the report URL can report. */
function describeUrls(deps: CallSettingsDeps, state: CallsState, { role }: Principal): object {
  if (role !== "owner" && role !== "admin") return { url: null, report_url: null };
  const server = findServer(state);
  const reportUrl = (secret: Buffer): string =>
    `${deps.urls.publicUrl()}/calls/${deps.secrets.open(secret)}`;
  return { report_url: server && reportUrl(server.reportSecret) };
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
      const { principal } = context;
      const account = principal.accountId;
      return changeSettings(deps, context, "calls.rotate", async (tx, now) => {
        const load = (): Promise<CallsState> =>
          callsResource.find(createTransactionReader(tx), account);
        const before = await load();
        assertNotManagedByFile(context, { managed: before.callsManaged });
        const { endpointId } = requireFound(before.server, "telephony server");
        const secret = generateSigningSecret();
        const write = { seal: deps.secrets.seal, now };
        await rotateEndpointSecret(tx, { account, id: endpointId }, secret, write);
        const state = await load();
        return {
          result: {
            ...callsResource.toApi(state, { now }),
            ...describeUrls(deps, state, principal),
            signing_secret: secret,
          } as CallSettingsChanged,
          changed: [{ kind: "endpoint", id: endpointId }],
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
