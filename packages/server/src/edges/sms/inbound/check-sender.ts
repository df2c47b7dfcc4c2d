import type { FastifyRequest } from "fastify";
import type { ConnectorChannel } from "../../../connectors/connector-channel.ts";
import { isEqualSecret, isSignedBy } from "../../../http/secret.ts";
import { getGateway, getInboundPassword } from "../settings.ts";

/** Returns whether a request is from the gateway of a channel (SMS-003). */
export function isFromGateway(
  channel: ConnectorChannel,
  pathSecret: string,
  { params, headers }: FastifyRequest,
  body: Buffer,
): boolean {
  const { secret } = params as { readonly secret: string };
  if (!isEqualSecret(secret, pathSecret)) return false;
  const { check } = getGateway(channel);
  const password = getInboundPassword(channel);
  if (check === null) return true;
  if (check.how === "basic") {
    const [, credentials = ""] = /^Basic (.+)$/i.exec(headers.authorization ?? "") ?? [];
    const given = Buffer.from(credentials, "base64").toString("utf8");
    return isEqualSecret(given.slice(given.indexOf(":") + 1), password);
  }
  const value = String(headers[check.header] ?? "");
  return (
    value.startsWith(check.prefix) &&
    isSignedBy(body, Buffer.from(value.slice(check.prefix.length), check.encoding), password)
  );
}
