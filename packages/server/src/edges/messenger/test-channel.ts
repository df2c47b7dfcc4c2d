import type { ConnectorChannel, ConnectorTest } from "../../connectors/connector.ts";
import { requestTimeoutMs } from "../../connectors/meta/graph-client.ts";
import type { ServicePort } from "../../connectors/ports.ts";
import {
  getWebhookAddress,
  registerWebhook,
  type RegisterWebhookDeps,
} from "./inbound/register-webhook.ts";
import { getNotice } from "./notices.ts";
import { readAnswer } from "./service/reply.ts";
import { pagePath, readAccount } from "./settings.ts";

export interface TestChannelDeps extends RegisterWebhookDeps {
  readonly states: ServicePort["states"];
}

/** Tests both directions (ME-005). */
export async function testChannel(
  deps: TestChannelDeps,
  channel: ConnectorChannel,
): Promise<ConnectorTest> {
  const [outbound, problem] = await Promise.all([
    testOutbound(deps, channel),
    registerWebhook(deps, channel),
  ]);
  if (problem === null) await deps.states.report(channel, null);
  const address = getWebhookAddress(deps, channel);
  return {
    outbound,
    inbound:
      problem === null
        ? { ok: true, ...getNotice("receives", { address }) }
        : { ok: false, ...problem },
  };
}

async function testOutbound(
  { graph, product }: TestChannelDeps,
  channel: ConnectorChannel,
): Promise<ConnectorTest["outbound"]> {
  const answer = readAnswer(await graph.get(channel, pagePath, requestTimeoutMs));
  if (answer.kind === "fault") return { ok: false, ...answer.notice };
  const { id, name } = readAccount(product, answer.body);
  return id === ""
    ? { ok: false, ...getNotice("no_instagram") }
    : { ok: true, ...getNotice("sends_as", { name }) };
}
