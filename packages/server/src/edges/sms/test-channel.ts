import type { ConnectorChannel } from "../../connectors/connector-channel.ts";
import type { ConnectorTest, DirectionTest } from "../../connectors/connector.ts";
import type { ServicePort } from "../../connectors/ports.ts";
import { Refusal } from "../../core/failure.ts";
import { fillRequest } from "./format/fill-template.ts";
import { getNotice } from "./notices.ts";
import { getGateway, getValues } from "./settings.ts";

/** What a channel remembers: whether a message has arrived. */
export interface SmsState {
  readonly hasReceived?: boolean;
}

/** Tests both directions as far as that is free (SMS-005). */
export async function testChannel(
  { egress, states }: ServicePort,
  channel: ConnectorChannel,
): Promise<ConnectorTest> {
  return {
    outbound: await testOutbound(egress, channel),
    inbound: await testInbound(states, channel),
  };
}

async function testOutbound(
  egress: ServicePort["egress"],
  channel: ConnectorChannel,
): Promise<DirectionTest> {
  try {
    const { url } = fillRequest(getGateway(channel), getValues(channel));
    const checked = await egress.check(url, { resolveNames: true });
    return checked.ok
      ? { ok: true, ...getNotice("sends", { host: new URL(url).host }) }
      : { ok: false, ...getNotice("refused_address", { reason: checked.message }) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ok: false, ...getNotice("wrong_definition", { reason: error.failure.message }) };
  }
}

async function testInbound(
  states: ServicePort["states"],
  channel: ConnectorChannel,
): Promise<DirectionTest> {
  if (!channel.enabled) return { ok: false, ...getNotice("switched_off") };
  const state = await states.load<SmsState>(channel);
  return state?.hasReceived === true
    ? { ok: true, ...getNotice("receives") }
    : { ok: false, ...getNotice("write_now", { number: getValues(channel)["from"] ?? "" }) };
}
