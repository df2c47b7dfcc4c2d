import { isIP } from "node:net";
import { isInside, classifyAddress, normalizeAddress } from "./address.ts";
import { EgressError } from "../egress-error.ts";

/** A parsed URL: the address to connect to and the path to request. */
export interface Target {
  readonly origin: string;
  readonly secure: boolean;
  /** Host name, or IP address without brackets. */
  readonly host: string;
  readonly port: number;
  readonly path: string;
}

/**
 * Parses a URL. Throws EgressError `private_address` for other schemes, user info, ports below 1024
 * except 80 and 443, and invalid URLs (CORE-123).
 */
export function parseTarget(url: string): Target {
  if (!URL.canParse(url))
    throw new EgressError("private_address", "The address is not an absolute URL.");
  const parsed = new URL(url);
  if (parsed.protocol !== "http:" && parsed.protocol !== "https:")
    throw new EgressError("private_address", "Only http and https addresses can be called.");
  if (parsed.username !== "" || parsed.password !== "")
    throw new EgressError(
      "private_address",
      "The address must not contain a user name or password.",
    );
  const secure = parsed.protocol === "https:";
  const port = parsed.port === "" ? (secure ? 443 : 80) : Number(parsed.port);
  if (port !== 80 && port !== 443 && port < 1024)
    throw new EgressError(
      "private_address",
      `Port ${port} cannot be called: 80, 443 and ports from 1024 on can.`,
    );
  const host = parsed.hostname.startsWith("[") ? parsed.hostname.slice(1, -1) : parsed.hostname;
  return {
    origin: parsed.origin,
    secure,
    host,
    port,
    path: getPathAsWritten(url) ?? `${parsed.pathname}${parsed.search}`,
  };
}

/**
 * Returns path and query exactly as entered (WH-002), because a URL parser changes dots and some
 * characters. Returns null if they are not valid in a request line.
 */
function getPathAsWritten(url: string): string | null {
  const pathAndQuery = /^[a-z]+:\/\/[^/?#\\\s]+([^#\\]*)(?:#|$)/i.exec(url)?.[1];
  if (pathAndQuery === undefined || !/^[\x21-\x7e]*$/.test(pathAndQuery)) return null;
  return pathAndQuery.startsWith("/") ? pathAndQuery : `/${pathAndQuery}`;
}

/**
 * Throws EgressError `private_address` if an address is neither public nor on the allow list. One
 * forbidden address is enough. Entries of the allow list are an exact `host:port`, a CIDR range, or
 * an address. A metadata address needs an entry with exactly this address.
 */
export function assertAllowedAddresses(
  target: Target,
  addresses: readonly string[],
  allowed: readonly string[],
): void {
  if (addresses.length === 0) throw new EgressError("dns_failed", `${target.host} has no address.`);
  for (const address of addresses) {
    const kind = classifyAddress(address);
    if (kind === "public") continue;
    const isPermitted =
      kind === "metadata"
        ? isAddressListed(address, target.port, allowed)
        : isAddressAllowed(target, address, allowed);
    // The error must not reveal the internal address of a name. Otherwise anyone could scan the
    // network with a test button.
    if (!isPermitted) throw new EgressError("private_address", notAllowedText(target));
  }
}

/** Builds the error text from the URL alone, so that it reveals nothing about the network. */
function notAllowedText({ host, port }: Target): string {
  const entry = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
  return `${host} does not lead to a public address. To allow it, the owner of the installation adds ${entry} to the outgoing addresses.`;
}

/**
 * Throws EgressError `private_address` for a name whose syntax excludes a public address. Allows
 * the name if the allow list contains its `host:port`, or any address or range. Only resolving the
 * name can compare it with addresses.
 */
export function assertAllowedName(target: Target, allowed: readonly string[]): void {
  if (!isPrivateName(target.host)) return;
  if (
    !isAllowListed(target, [], allowed) &&
    !allowed.some((entry) => isAddressEntry(entry, target.port))
  )
    throw new EgressError("private_address", notAllowedText(target));
}

/**
 * Returns true for names of one label, and for names reserved for internal networks (RFC 6761, RFC
 * 6762, RFC 8375, `.internal`).
 */
function isPrivateName(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, "");
  return !name.includes(".") || /\.(?:localhost|local|internal|home\.arpa)$/.test(name);
}

function isAddressEntry(text: string, port: number): boolean {
  const entry = text.trim();
  if (isIP(entry) !== 0 || entry.includes("/")) return true;
  const split = splitEntry(entry);
  return isIP(split.host) !== 0 && split.port === port;
}

/** Returns whether the allow list contains the target: its `host:port` or all its addresses. */
export function isAllowListed(
  target: Target,
  addresses: readonly string[],
  allowed: readonly string[],
): boolean {
  if (
    allowed.some(
      (entry) => entry.trim().toLowerCase() === `${target.host.toLowerCase()}:${target.port}`,
    )
  )
    return true;
  return (
    addresses.length > 0 && addresses.every((address) => isAddressAllowed(target, address, allowed))
  );
}

/**
 * Returns the host if it is an IP address, or null. Node does not resolve IP addresses, so they are
 * checked separately (stack.md 2.5).
 */
export function parseIpLiteral(target: Target): string | null {
  return isIP(target.host) === 0 ? null : target.host;
}

function isAddressAllowed(target: Target, address: string, allowed: readonly string[]): boolean {
  if (isAddressListed(address, target.port, allowed)) return true;
  return allowed.some(
    (entry) =>
      isInside(address, entry) ||
      entry.trim().toLowerCase() === `${target.host.toLowerCase()}:${target.port}`,
  );
}

function isAddressListed(address: string, port: number, allowed: readonly string[]): boolean {
  const normalized = normalizeAddress(address);
  return allowed.some((text) => {
    const entry = text.trim();
    if (isIP(entry) !== 0) return normalizeAddress(entry) === normalized;
    const split = splitEntry(entry);
    return (
      isIP(split.host) !== 0 && normalizeAddress(split.host) === normalized && split.port === port
    );
  });
}

/** Splits `host:port`. Returns the host without brackets, or "" if the entry is invalid. */
function splitEntry(entry: string): { readonly host: string; readonly port: number } {
  const split = /^(?:\[(?<v6>[^\]]+)\]|(?<v4>[^:/]+)):(?<port>\d+)$/.exec(entry);
  return {
    host: split?.groups?.["v6"] ?? split?.groups?.["v4"] ?? "",
    port: Number(split?.groups?.["port"]),
  };
}
