import type { ConnectorChannel } from "../../connectors/connector-channel.ts";
import type { ConnectorTest, DirectionTest } from "../../connectors/connector.ts";
import type { ServicePort } from "../../connectors/ports.ts";
import { toLabel } from "./format/values.ts";
import {
  getWebhookAddress,
  registerWebhook,
  type RegisterWebhookDeps,
} from "./inbound/register-webhook.ts";
import { explainFailure, getNotice } from "./notices.ts";
import { getToken } from "./settings.ts";

interface TestDeps extends RegisterWebhookDeps {
  readonly states: ServicePort["states"];
}

/** Tests both directions (VB-005). That of receiving registers the address again. */
export async function testChannel(
  deps: TestDeps,
  channel: ConnectorChannel,
): Promise<ConnectorTest> {
  const outbound = await testOutbound(deps, channel);
  const problem = await registerWebhook(deps, channel);
  if (problem !== null) return { outbound, inbound: { ok: false, ...problem } };
  await deps.states.report(channel, null);
  const address = getWebhookAddress(deps, channel);
  return { outbound, inbound: { ok: true, ...getNotice("receives", { address }) } };
}

async function testOutbound(
  { api }: RegisterWebhookDeps,
  channel: ConnectorChannel,
): Promise<DirectionTest> {
  const result = await api.call(getToken(channel), "get_account_info");
  return result.kind === "ok"
    ? { ok: true, ...getNotice("sends", { bot: toLabel(result.fields, "name") }) }
    : { ok: false, ...explainFailure(result) };
}
