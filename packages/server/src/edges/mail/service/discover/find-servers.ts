import { isMailAddress } from "@parlour/protocol/email/sender";
import {
  mailProviders,
  type MailProvider,
} from "@parlour/protocol/settings/connectors/mail-providers";
import type { FoundConnection } from "../../../../connectors/connector.ts";
import type { MailServersPort } from "../../../../connectors/mail-ports.ts";
import type { ServicePort } from "../../../../connectors/ports.ts";
import type { FoundServer, FoundServers } from "./parse-autoconfig.ts";

export interface FindServersDeps {
  readonly egress: ServicePort["egress"];
  readonly records: MailServersPort["records"];
}

/** What is found by an address alone. */
export type FoundSettings = Pick<FoundConnection, "source" | "provider" | "settings">;

/** Bounds of a request for the file of a domain. */
const timeoutMs = 4_000;
const maxFileBytes = 64 * 1024;
const nothing: FoundServers = { imap: null, smtp: null };

/**
 * Finds the servers of an address (MAIL-120): by its domain if that belongs to a known provider,
 * else by the file of the domain, by its service records, or by its mail exchanger. Never rejects.
 */
export async function findMailServers(
  deps: FindServersDeps,
  address: string,
): Promise<FoundSettings> {
  const domain = address.slice(address.lastIndexOf("@") + 1).toLowerCase();
  if (!isMailAddress(address) || !domain.includes(".")) return toConnection(null, nothing);
  const own = mailProviders.find(({ domains }) => domains.includes(domain));
  if (own !== undefined) return fromProvider(own, address);
  const [first, second, service, exchangers] = await Promise.all([
    fetchAutoconfig(deps, `https://autoconfig.${domain}/mail/config-v1.1.xml`, address),
    fetchAutoconfig(deps, `https://${domain}/.well-known/autoconfig/mail/config-v1.1.xml`, address),
    findServices(deps, domain, address),
    deps.records.exchangers(domain),
  ]);
  const file = [first, second].find(isComplete);
  if (file !== undefined) return toConnection("autoconfig", file);
  if (isComplete(service)) return toConnection("dns", service);
  const provider = mailProviders.find((candidate) =>
    candidate.exchangers.some(
      (name) => exchangers[0]?.endsWith(`.${name}`) || exchangers[0] === name,
    ),
  );
  if (provider !== undefined) return fromProvider(provider, address);
  // One server of two is better than none.
  const partial = [first, second].find(({ imap, smtp }) => imap !== null || smtp !== null);
  return partial === undefined
    ? toConnection(service.imap === null && service.smtp === null ? null : "dns", service)
    : toConnection("autoconfig", partial);
}

const isComplete = ({ imap, smtp }: FoundServers): boolean => imap !== null && smtp !== null;

const fromProvider = ({ imap, smtp }: MailProvider, user: string): FoundSettings =>
  toConnection("provider", { imap: { ...imap, user }, smtp: { ...smtp, user } });

function toConnection(
  source: FoundSettings["source"],
  { imap, smtp }: FoundServers,
): FoundSettings {
  return {
    source,
    provider: mailProviders.find((one) => one.imap.host === imap?.host)?.id ?? null,
    settings: { imap: imap ?? undefined, smtp: smtp ?? undefined },
  };
}

/** Only over TLS: a file that anybody on the way can change would send passwords elsewhere. */
async function fetchAutoconfig(
  { egress }: FindServersDeps,
  url: string,
  address: string,
): Promise<FoundServers> {
  const reply = await egress.open({
    method: "GET",
    url,
    headers: { accept: "text/xml, application/xml" },
    headTimeoutMs: timeoutMs,
    timeoutMs,
    maxReplyBytes: maxFileBytes,
  });
  if (reply.kind === "failed") return nothing;
  try {
    const parts: Buffer[] = [];
    for await (const part of reply.body) parts.push(part as Buffer);
    if (reply.status !== 200) return nothing;
    const { parseAutoconfig } = await import("./parse-autoconfig.ts");
    return parseAutoconfig(Buffer.concat(parts).toString("utf8"), address);
  } catch {
    // The body was incomplete, late or too large. The other ways remain.
    return nothing;
  }
}

/** Reads the service records of RFC 6186 and RFC 8314. TLS from the first byte is preferred. */
async function findServices(
  { records }: FindServersDeps,
  domain: string,
  user: string,
): Promise<FoundServers> {
  const find = async (tls: string, startTls: string): Promise<FoundServer | null> => {
    const [implicit, upgraded] = await Promise.all([
      records.service(tls, domain),
      records.service(startTls, domain),
    ]);
    if (implicit !== null) return { ...implicit, security: "tls", user };
    return upgraded === null ? null : { ...upgraded, security: "starttls", user };
  };
  const [imap, smtp] = await Promise.all([
    find("_imaps._tcp", "_imap._tcp"),
    find("_submissions._tcp", "_submission._tcp"),
  ]);
  return { imap, smtp };
}
