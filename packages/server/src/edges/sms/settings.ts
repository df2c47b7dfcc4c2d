import type { InstallationPort } from "../../connectors/ports.ts";
import type {
  ConnectorCredentials,
  ConnectorSettings,
} from "../../core/channel/connector-settings.ts";
import { refuse } from "../../core/failure.ts";
import type { Egress } from "../../egress/index.ts";
import { fillRequest, type TemplateValues } from "./format/fill-template.ts";
import { toCustomer, toRecipient } from "./format/phone-number.ts";
import type { Gateway } from "./gateways/gateway.ts";
import { parseGateway } from "./gateways/parse-gateway.ts";
import { presets } from "./gateways/presets.ts";

const readText = ({ settings }: ConnectorCredentials, name: string): string => {
  const value = settings[name];
  return typeof value === "string" ? value.trim() : "";
};
export const getSecret = ({ secrets }: ConnectorCredentials): string => secrets["secret"] ?? "";
export const getInboundPassword = ({ secrets }: ConnectorCredentials): string =>
  secrets["inbound_password"] ?? "";
/**
 * Returns the secret part of the addresses that the gateway calls. It stays the same while the
 * number is the same, so the settings at the gateway stay right.
 */
export const derivePathSecret = (
  derive: InstallationPort["derive"],
  channel: ConnectorCredentials & { readonly account: number },
): string =>
  derive(`sms address ${channel.account} ${readText(channel, "sender")}`)
    .toString("base64url")
    .slice(0, 32);

/** Returns the gateway of a channel. Rejects with Refusal if its definition is wrong. */
export function getGateway(channel: ConnectorCredentials): Gateway {
  const name = readText(channel, "gateway");
  if (Object.hasOwn(presets, name)) return presets[name as keyof typeof presets];
  const parsed = parseGateway(readText(channel, "definition"));
  return "gateway" in parsed
    ? parsed.gateway
    : refuse("invalid_request", parsed.problem, { field: "settings.definition" });
}

/** Returns the values of placeholders that do not depend on the message. */
export function getValues(channel: ConnectorCredentials): TemplateValues {
  const [account, secret] = [readText(channel, "account"), getSecret(channel)];
  const sender = readText(channel, "sender");
  return {
    account,
    secret,
    basic: Buffer.from(`${account}:${secret}`).toString("base64"),
    address: readText(channel, "address"),
    from: toRecipient(toCustomer(sender) || sender),
    from_digits: toCustomer(sender) || sender,
  };
}

/** Checks the definition and its address (SMS-001). Nothing is sent, because it would cost. */
export async function prepareSettings(
  egress: Egress,
  derive: InstallationPort["derive"],
  entered: ConnectorSettings,
  account: number,
): Promise<ConnectorSettings> {
  if (toCustomer(readText(entered, "sender")) === "")
    refuse("invalid_request", "This is neither a phone number nor a name.", {
      field: "settings.sender",
    });
  const isOwn = readText(entered, "gateway") === "own";
  const { url } = fillRequest(getGateway(entered), getValues(entered));
  const field = isOwn ? "settings.definition" : "settings.address";
  const checked = await egress.check(url, { resolveNames: true });
  if (!checked.ok) refuse("invalid_request", checked.message, { field });
  const secret = derivePathSecret(derive, { ...entered, account });
  return { ...entered, info: { path_secret: secret, host: new URL(url).host } };
}
