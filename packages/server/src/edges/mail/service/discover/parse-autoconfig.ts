import { Parser } from "htmlparser2";
import type { MailHost } from "../../settings.ts";

/** The server that a domain names for one protocol. */
export type FoundServer = Omit<MailHost, "password" | "security" | "grant"> & {
  readonly security: "tls" | "starttls";
};
/** The servers of a domain, of which one can be missing. */
export interface FoundServers {
  readonly imap: FoundServer | null;
  readonly smtp: FoundServer | null;
}

type Fields = Readonly<Record<string, string>>;

/**
 * Parses the file with which a domain describes its servers (Mozilla's autoconfig 1.1). Takes the
 * first encrypted server of each protocol. A file in another form names no server.
 */
export function parseAutoconfig(xml: string, address: string): FoundServers {
  const servers = readServers(xml).map(({ kind, fields }) => ({
    kind,
    server: toServer(fields, address),
  }));
  const find = (kind: string): FoundServer | null =>
    servers.find((one) => one.kind === kind && one.server !== null)?.server ?? null;
  return { imap: find("imap"), smtp: find("smtp") };
}

function readServers(xml: string): readonly { readonly kind: string; readonly fields: Fields }[] {
  const servers: { readonly kind: string; readonly fields: Record<string, string> }[] = [];
  let current: (typeof servers)[number] | null = null;
  let field = "";
  const parser = new Parser(
    {
      onopentag(name, { type = "" }) {
        if (name === "incomingServer" || name === "outgoingServer")
          servers.push((current = { kind: type.toLowerCase(), fields: {} }));
        field = name;
      },
      ontext(text) {
        // The first value of a field counts, as for the preferred way to sign in.
        if (current !== null && field !== "")
          current.fields[field] = (current.fields[field] ?? "") + text;
      },
      onclosetag(name) {
        if (name === "incomingServer" || name === "outgoingServer") current = null;
        field = "";
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return servers;
}

function toServer(fields: Fields, address: string): FoundServer | null {
  const [local = "", domain = ""] = address.split("@");
  const fill = (text = ""): string =>
    text
      .trim()
      .replaceAll("%EMAILADDRESS%", address)
      .replaceAll("%EMAILLOCALPART%", local)
      .replaceAll("%EMAILDOMAIN%", domain);
  const host = fill(fields["hostname"]).toLowerCase();
  const port = Number(fields["port"]);
  const security = socketTypes[(fields["socketType"] ?? "").trim().toUpperCase()];
  const isUsable =
    isHostName(host) && Number.isInteger(port) && port > 0 && port < 65_536 && security;
  return isUsable ? { host, port, security, user: fill(fields["username"]) || address } : null;
}
const socketTypes: Readonly<Record<string, FoundServer["security"]>> = {
  SSL: "tls",
  TLS: "tls",
  STARTTLS: "starttls",
};
const isHostName = (text: string): boolean =>
  text.length <= 253 && /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/.test(text);
