import type { ConnectorChannel, ConnectorTest } from "../../connectors/connector.ts";
import type { InstallationPort, ServicePort } from "../../connectors/ports.ts";
import type { ConnectorSettings } from "../../core/channel/connector-settings.ts";
import type { ConnectionNotice } from "../../core/channel/connection-notice.ts";
import { refuse } from "../../core/failure.ts";
import type { ChannelTemplate } from "../../core/entity.ts";
import type { EgressReply } from "../../egress/index.ts";
import { getNotice } from "./notices.ts";
import { parseTemplatePage } from "./format/templates.ts";
import { toJsonObjects, type JsonObject } from "../../http/body/json.ts";
import { toLine, toText } from "./format/values.ts";
import type { Credentials, GraphClient } from "./service/client.ts";
import { parseReply } from "./service/parse-reply.ts";
import { webhookPath } from "./inbound/webhook-routes.ts";
import { requestTimeoutMs } from "./outbound/retry-policy.ts";

export interface AccountDeps {
  readonly publicUrl: InstallationPort["publicUrl"];
  readonly states: ServicePort["states"];
  readonly graph: GraphClient;
  readonly verifyToken: (phoneNumberId: string) => string;
}

/** The account of a channel at the service. */
export interface WhatsAppAccount {
  /** Checks the settings by asking the service (WA-003). */
  prepare(settings: ConnectorSettings): Promise<ConnectorSettings>;
  /** Tests both directions (WA-005). */
  test(channel: ConnectorChannel): Promise<ConnectorTest>;
  /**
   * Sets the address of the channel as the receiver of webhooks (WA-004). Resolves with null, or
   * with what went wrong.
   */
  register(channel: ConnectorChannel): Promise<ConnectionNotice | null>;
  /** Returns the address at which the service calls a channel. */
  webhookAddress(channel: Pick<ConnectorChannel, "publicId">): string;
  /** Lists the templates that can be sent (WA-030). Throws Refusal `not_available`. */
  templates(channel: ConnectorChannel): Promise<readonly ChannelTemplate[]>;
}

export function createAccount(deps: AccountDeps): WhatsAppAccount {
  const webhookAddress = ({ publicId }: Pick<ConnectorChannel, "publicId">): string =>
    `${deps.publicUrl()}${webhookPath}/${publicId}`;
  const register = (channel: ConnectorChannel): Promise<ConnectionNotice | null> =>
    registerWebhook(deps, channel, webhookAddress(channel));
  return {
    webhookAddress,
    register,
    prepare: (settings) => prepare(deps, settings),
    templates: (channel) => listTemplates(deps, channel),
    async test(channel) {
      const [outbound, problem] = await Promise.all([
        testOutbound(deps, channel),
        register(channel),
      ]);
      if (problem === null) await deps.states.report(channel, null);
      return {
        outbound,
        inbound:
          problem === null
            ? { ok: true, ...getNotice("receives", { address: webhookAddress(channel) }) }
            : { ok: false, ...problem },
      };
    },
  };
}

const getNumberId = ({ settings }: Pick<Credentials, "settings">): string =>
  toText(settings["phone_number_id"]);
const getAccountId = ({ settings }: Pick<Credentials, "settings">): string =>
  toText(settings["waba_id"]);

/**
 * Asks for the phone number and the numbers of the business account. A wrong value is refused with
 * its field. The app secret is checked too, because every request has a proof of it.
 */
async function prepare(
  { graph, verifyToken }: AccountDeps,
  entered: ConnectorSettings,
): Promise<ConnectorSettings> {
  const trim = <T>(values: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        typeof value === "string" ? (value.trim() as T) : value,
      ]),
    );
  const settings = { ...entered, settings: trim(entered.settings), secrets: trim(entered.secrets) };
  for (const name of ["phone_number_id", "waba_id"])
    if (!/^\d{5,32}$/.test(toText(settings.settings[name])))
      refuse("invalid_request", "This id consists of digits.", { field: `settings.${name}` });
  const number = await read(graph, settings, {
    path: `${getNumberId(settings)}?fields=id,display_phone_number,verified_name`,
    field: "phone_number_id",
  });
  const list = await read(graph, settings, {
    path: `${getAccountId(settings)}/phone_numbers?fields=id&limit=100`,
    field: "waba_id",
  });
  if (!toJsonObjects(list["data"]).some(({ id }) => toText(id) === getNumberId(settings)))
    refuse("invalid_request", "This business account does not have the phone number.", {
      field: "settings.waba_id",
    });
  return {
    ...settings,
    info: {
      phone_number: toLine(number["display_phone_number"]),
      verified_name: toLine(number["verified_name"]),
      verify_token: verifyToken(getNumberId(settings)),
    },
  };
}

async function read(
  graph: GraphClient,
  settings: Credentials,
  { path, field }: { readonly path: string; readonly field: string },
): Promise<Readonly<Record<string, unknown>>> {
  const answer = readAnswer(await graph.get(settings, path, requestTimeoutMs));
  if (answer.kind === "ok") return answer.body;
  return refuse("invalid_request", answer.notice.message, {
    field: `settings.${answer.field ?? field}`,
  });
}

/** The answer of the service, or why there is none. `field`: the setting to change, if known. */
type Answer =
  | { readonly kind: "ok"; readonly body: JsonObject }
  | { readonly kind: "fault"; readonly notice: ConnectionNotice; readonly field: string | null };

function readAnswer(reply: EgressReply): Answer {
  const fail = (notice: ConnectionNotice, field: string | null): Answer => ({
    kind: "fault",
    notice,
    field,
  });
  if (reply.kind === "failed")
    return fail(getNotice("unreachable", { reason: reply.message }), "phone_number_id");
  const { error, body } = parseReply(reply);
  if (error === null)
    return reply.status === 200
      ? { kind: "ok", body }
      : fail(getNotice("status", { status: String(reply.status) }), null);
  const notice = getNotice("refused", { reason: error.message });
  if (error.code === "190") return fail(notice, "access_token");
  return fail(notice, /appsecret_proof/i.test(error.message) ? "app_secret" : null);
}

async function testOutbound(
  { graph }: AccountDeps,
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

/**
 * Subscribes the app to the business account, and names the channel's address for the phone number.
 * WhatsApp calls the address while it answers, so success proves that it is reachable.
 */
async function registerWebhook(
  { graph, verifyToken }: AccountDeps,
  channel: ConnectorChannel,
  address: string,
): Promise<ConnectionNotice | null> {
  if (!address.startsWith("https://") && !graph.isLocal) return getNotice("needs_https");
  const subscribed = readAnswer(
    await graph.post(channel, `${getAccountId(channel)}/subscribed_apps`, {}, requestTimeoutMs),
  );
  if (subscribed.kind === "fault") return subscribed.notice;
  const configuration = {
    override_callback_uri: address,
    verify_token: verifyToken(getNumberId(channel)),
  };
  const registered = readAnswer(
    await graph.post(
      channel,
      getNumberId(channel),
      { webhook_configuration: configuration },
      requestTimeoutMs,
    ),
  );
  return registered.kind === "fault" ? registered.notice : null;
}

/** Largest number of pages of 100 templates that are read. */
const maxTemplatePages = 10;

async function listTemplates(
  { graph }: AccountDeps,
  channel: ConnectorChannel,
): Promise<readonly ChannelTemplate[]> {
  const found: ChannelTemplate[] = [];
  let after: string | null = "";
  for (let page = 0; page < maxTemplatePages && after !== null; page += 1) {
    const path: string = `${getAccountId(channel)}/message_templates?fields=name,language,status,category,components&limit=100${after === "" ? "" : `&after=${encodeURIComponent(after)}`}`;
    const answer = readAnswer(await graph.get(channel, path, requestTimeoutMs));
    if (answer.kind === "fault") return refuse("not_available", answer.notice.message);
    const { templates, next } = parseTemplatePage(answer.body);
    found.push(...templates);
    after = next;
  }
  return found.toSorted(
    (a, b) => a.name.localeCompare(b.name) || a.language.localeCompare(b.language),
  );
}
