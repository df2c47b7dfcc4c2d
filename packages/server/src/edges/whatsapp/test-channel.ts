import type { ConnectorChannel, ConnectorTest } from "../../connectors/connector.ts";
import type { ServicePort } from "../../connectors/ports.ts";
import { toLine } from "../../connectors/meta/values.ts";
import {
  getWebhookAddress,
  registerWebhook,
  type RegisterWebhookDeps,
} from "./inbound/register-webhook.ts";
import { getNotice } from "./notices.ts";
import { requestTimeoutMs } from "../../connectors/meta/graph-client.ts";
import { readAnswer } from "./service/read-answer.ts";
import { getNumberId } from "./settings.ts";

export interface TestChannelDeps extends RegisterWebhookDeps {
  readonly states: ServicePort["states"];
}

/** Tests both directions (WA-005). That of receiving registers the address again. */
export async function testChannel(
  deps: TestChannelDeps,
  channel: ConnectorChannel,
): Promise<ConnectorTest> {
  const [outbound, problem] = await Promise.all([
    testOutbound(deps, channel),
    registerWebhook(deps, channel),
  ]);
  if (problem === null) await deps.states.report(channel, null);
  return {
    outbound,
    inbound:
      problem === null
        ? { ok: true, ...getNotice("receives", { address: getWebhookAddress(deps, channel) }) }
        : { ok: false, ...problem },
  };
}

async function testOutbound(
  { graph }: TestChannelDeps,
  channel: ConnectorChannel,
): Promise<ConnectorTest["outbound"]> {
  const path = `${getNumberId(channel)}?fields=id,display_phone_number,verified_name`;
  const answer = readAnswer(await graph.get(channel, path, requestTimeoutMs));
  if (answer.kind === "fault") return { ok: false, ...answer.notice };
  const name = toLine(answer.body["verified_name"]);
  const phone = toLine(answer.body["display_phone_number"]);
  return {
    ok: true,
    ...(name === "" ? getNotice("sends", { phone }) : getNotice("sends_as", { phone, name })),
  };
}
