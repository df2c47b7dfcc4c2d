import { isIP } from "node:net";
import { isInside, kindOf, sameText } from "./address.ts";
import { Fault } from "./fault.ts";

/** A checked URL: what to connect to and what to ask for. */
export interface Target {
  readonly origin: string;
  readonly secure: boolean;
  /** Name or address literal without brackets. */
  readonly host: string;
  readonly port: number;
  /** Path with query. */
  readonly path: string;
}

/** The URL as a target. Other schemes, user info, ports below 1024 but 80 and 443, anything unreadable: Fault `private_address` (CORE-123). */
export function targetOf(url: string): Target {
  if (!URL.canParse(url)) throw new Fault("private_address", "The address is not an absolute URL.");
  const parsed = new URL(url);
  if (parsed.protocol !== "http:" && parsed.protocol !== "https:")
    throw new Fault("private_address", "Only http and https addresses can be called.");
  if (parsed.username !== "" || parsed.password !== "")
    throw new Fault("private_address", "The address must not hold a user name or password.");
  const secure = parsed.protocol === "https:";
  const port = parsed.port === "" ? (secure ? 443 : 80) : Number(parsed.port);
  if (port !== 80 && port !== 443 && port < 1024)
    throw new Fault("private_address", `Port ${port} cannot be called: 80, 443 and ports from 1024 on can.`);
  const host = parsed.hostname.startsWith("[") ? parsed.hostname.slice(1, -1) : parsed.hostname;
  return { origin: parsed.origin, secure, host, port, path: asWritten(url) ?? `${parsed.pathname}${parsed.search}` };
}

/** Path and query exactly as they were entered (WH-002): a URL parser rewrites dots and some signs. null: not fit for a request line. */
function asWritten(url: string): string | null {
  const rest = /^[a-z]+:\/\/[^/?#\\\s]+([^#\\]*)(?:#|$)/i.exec(url)?.[1];
  if (rest === undefined || !/^[\x21-\x7e]*$/.test(rest)) return null;
  return rest.startsWith("/") ? rest : `/${rest}`;
}

/**
 * Refuses every address that is not public and not on the allow list; one bad address refuses all (Fault `private_address`).
 * Entries: `host:port` (exact), a CIDR, an address. A metadata address needs an entry that names it as an address.
 */
export function checkAddresses(target: Target, addresses: readonly string[], allowed: readonly string[]): void {
  if (addresses.length === 0) throw new Fault("dns_failed", `${target.host} has no address.`);
  for (const address of addresses) {
    const kind = kindOf(address);
    if (kind === "public") continue;
    const may = kind === "metadata" ? isNamed(address, target.port, allowed) : isAllowed(target, address, allowed);
    // Which address a name has inside is told to nobody: a test button would be a probe.
    if (!may) throw new Fault("private_address", notListed(target));
  }
}

/** The entry is made from the URL alone, so that it tells nothing about the network. */
function notListed({ host, port }: Target): string {
  const entry = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
  return `${host} does not lead to a public address. To allow it, the owner of the installation adds ${entry} to the outgoing addresses.`;
}

/**
 * Refuses a name whose form says that it leads to no public address (Fault `private_address`), unless an entry of the allow list may cover it:
 * its `host:port`, or any address or range, which only a lookup can compare.
 */
export function checkName(target: Target, allowed: readonly string[]): void {
  if (!isPrivateName(target.host)) return;
  if (!isListed(target, [], allowed) && !allowed.some((entry) => isOfAddresses(entry, target.port)))
    throw new Fault("private_address", notListed(target));
}

/** Names of one label and those reserved for inside networks (RFC 6761, RFC 6762, RFC 8375, `.internal`). */
function isPrivateName(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, "");
  return !name.includes(".") || /\.(?:localhost|local|internal|home\.arpa)$/.test(name);
}

function isOfAddresses(raw: string, port: number): boolean {
  const entry = raw.trim();
  if (isIP(entry) !== 0 || entry.includes("/")) return true;
  const split = splitEntry(entry);
  return isIP(split.host) !== 0 && split.port === port;
}

/** Whether the allow list names the target: by the host:port of its URL, or by every address it leads to. */
export function isListed(target: Target, addresses: readonly string[], allowed: readonly string[]): boolean {
  if (allowed.some((entry) => entry.trim().toLowerCase() === `${target.host.toLowerCase()}:${target.port}`)) return true;
  return addresses.length > 0 && addresses.every((address) => isAllowed(target, address, allowed));
}

/** The address when the host is one, else null. Node asks no resolver for literals, so they are checked apart (stack.md 2.5). */
export function literalOf(target: Target): string | null {
  return isIP(target.host) === 0 ? null : target.host;
}

function isAllowed(target: Target, address: string, allowed: readonly string[]): boolean {
  if (isNamed(address, target.port, allowed)) return true;
  return allowed.some((entry) => isInside(address, entry) || entry.trim().toLowerCase() === `${target.host.toLowerCase()}:${target.port}`);
}

function isNamed(address: string, port: number, allowed: readonly string[]): boolean {
  const same = sameText(address);
  return allowed.some((raw) => {
    const entry = raw.trim();
    if (isIP(entry) !== 0) return sameText(entry) === same;
    const split = splitEntry(entry);
    return isIP(split.host) !== 0 && sameText(split.host) === same && split.port === port;
  });
}

/** Host without brackets, and port, of `host:port`; an empty host if it is none. */
function splitEntry(entry: string): { readonly host: string; readonly port: number } {
  const split = /^(?:\[(?<v6>[^\]]+)\]|(?<v4>[^:/]+)):(?<port>\d+)$/.exec(entry);
  return { host: split?.groups?.["v6"] ?? split?.groups?.["v4"] ?? "", port: Number(split?.groups?.["port"]) };
}
