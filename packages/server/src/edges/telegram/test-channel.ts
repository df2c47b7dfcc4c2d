import type { ConnectorChannel } from "../../connectors/connector-channel.ts";
import type { ConnectorTest, DirectionTest } from "../../connectors/connector.ts";
import type { ReceivingStates } from "../../connectors/inbound/updates/receiving-state.ts";
import type { UpdateSource } from "../../connectors/inbound/updates/update-source.ts";
import { toJsonObject } from "../../http/body/json.ts";
import { toText } from "./format/values.ts";
import { explainFailure, getNotice } from "./notices.ts";
import type { TelegramApi } from "./service/client.ts";
import { getToken } from "./settings.ts";

interface TestDeps {
  readonly api: TelegramApi;
  readonly source: UpdateSource;
  readonly states: ReceivingStates;
}

/**
 * Tests a channel in both directions (TG-060). Takes the bot over if another program has changed
 * how its updates arrive.
 */
export async function testChannel(
  deps: TestDeps,
  channel: ConnectorChannel,
): Promise<ConnectorTest> {
  const { customer } = await deps.states.load(channel);
  const me = await deps.api.call(getToken(channel), "getMe");
  if (me.kind !== "ok")
    return {
      outbound: { ok: false, ...explainFailure(me) },
      inbound: { ok: false, ...getNotice("not_tested") },
    };
  const username = toText(toJsonObject(me.result)["username"]);
  return {
    outbound: await testOutbound(deps, channel, { username, customer }),
    inbound: await testInbound(deps, channel, { username, customer }),
  };
}

interface KnownBot {
  readonly username: string;
  readonly customer: string | undefined;
}

/** Shows an action to a customer who has written, because a message would disturb them. */
async function testOutbound(
  { api }: TestDeps,
  channel: ConnectorChannel,
  { username, customer }: KnownBot,
): Promise<DirectionTest> {
  const bot = `@${username}`;
  if (customer === undefined) return { ok: true, ...getNotice("no_visitor", { bot }) };
  const action = { chat_id: Number(customer), action: "typing" };
  const shown = await api.call(getToken(channel), "sendChatAction", action);
  // A visitor who has blocked the bot says nothing about the channel.
  return shown.kind === "ok" || (shown.kind === "refused" && shown.status === 403)
    ? { ok: true, ...getNotice("reaches_visitors", { bot }) }
    : { ok: false, ...explainFailure(shown) };
}

async function testInbound(
  { api, source, states }: TestDeps,
  channel: ConnectorChannel,
  { username, customer }: KnownBot,
): Promise<DirectionTest> {
  if (!channel.enabled) return { ok: false, ...getNotice("switched_off") };
  const { receives, problem = null } = await states.load(channel);
  const url = source.buildWebhookUrl(channel);
  const info = await api.call(getToken(channel), "getWebhookInfo");
  if (info.kind !== "ok") return { ok: false, ...explainFailure(info) };
  const current = toJsonObject(info.result)["url"];
  if (receives === "webhook" && url !== null && current !== url)
    await source.setWebhook(channel, url);
  else if (receives === "polling" && current !== "") await source.removeWebhook(channel);
  else if (problem !== null) return { ok: false, ...problem };
  if (receives === undefined) return { ok: false, ...getNotice("starting") };
  if (customer === undefined)
    return { ok: false, ...getNotice("write_now", { address: `https://t.me/${username}` }) };
  return { ok: true, ...getNotice(receives) };
}
