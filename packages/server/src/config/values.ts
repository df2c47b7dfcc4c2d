// Parsers of environment variables. They return undefined for values that are not allowed.
import { isIP } from "node:net";
import { isForReads, parseDatabaseHosts } from "../store/database/hosts/url.ts";

/** Matches a valid DNS name. */
export const hostNamePattern =
  /^(?=.{1,253}$)[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/;

/** Parses an integer between `min` and `max`. */
export function parseInteger(text: string, min: number, max: number): number | undefined {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : -1;
  return value >= min && value <= max ? value : undefined;
}

/** Accepts any file system path. */
export function parsePath(text: string): string | undefined {
  return text.includes("\0") ? undefined : text;
}

/** Parses an http or https URL without user, password and query. Removes a trailing slash. */
export function parseBaseUrl(text: string, withPath: boolean): string | undefined {
  const url = URL.parse(text);
  if (
    !url ||
    !/^https?:\/\//i.test(text) ||
    url.username !== "" ||
    url.password !== "" ||
    text.includes("?") ||
    text.includes("#")
  )
    return undefined;
  const tail = url.pathname.replace(/\/+$/, "");
  if (tail !== "" && !withPath) return undefined;
  return `${url.origin}${tail}`;
}

/** Accepts a PostgreSQL URL whose hosts, or socket folders in `host`, have one primary. */
export function parseDatabaseUrl(text: string): string | undefined {
  const hosts = parseDatabaseHosts(text);
  return hosts && [null, "read-write", "primary"].includes(hosts.target) ? text : undefined;
}

/** Accepts a PostgreSQL URL for reads. Of several hosts, a standby is preferred. */
export function parseDatabaseReadUrl(text: string): string | undefined {
  const hosts = parseDatabaseHosts(text);
  if (!hosts || hosts.urls.length === 1) return hosts && text;
  if (hosts.target !== null) return isForReads(hosts.target) ? text : undefined;
  return `${text}${text.includes("?") ? "&" : "?"}target_session_attrs=prefer-standby`;
}

/** Parses a comma-separated list. Returns undefined if an entry is not allowed. */
export function parseList(
  text: string,
  allowed: (entry: string) => boolean,
): readonly string[] | undefined {
  const entries = text
    .split(",")
    .map((e) => e.trim())
    .filter((e) => e !== "");
  return entries.every(allowed) ? entries : undefined;
}

export function isAddressOrRange(entry: string): boolean {
  return isIP(entry) !== 0 || isRange(entry);
}

function isRange(entry: string): boolean {
  const [address = "", bits = "", ...rest] = entry.split("/");
  const family = isIP(address);
  return (
    family !== 0 &&
    rest.length === 0 &&
    parseInteger(bits, 0, family === 4 ? 32 : 128) !== undefined
  );
}

/**
 * Returns whether the entry is valid in an allow list (CFG-010): `host:port`, `[ipv6]:port`, a CIDR
 * range, or one address.
 */
export function isEgressTarget(entry: string): boolean {
  if (isAddressOrRange(entry)) return true;
  const parts = /^(?:\[([^\]]+)\]|([^:/]+)):(\d+)$/.exec(entry);
  if (!parts) return false;
  const [, six, name, port = ""] = parts;
  return (
    parseInteger(port, 1, 65_535) !== undefined &&
    (six !== undefined
      ? isIP(six) === 6
      : isIP(name ?? "") === 4 || hostNamePattern.test(name ?? ""))
  );
}

/** Returns one sentence that explains why the entry is invalid, or null if it is valid. */
export function validateEgressTarget(entry: string): string | null {
  return isEgressTarget(entry)
    ? null
    : `"${entry}" is not host:port or an address range such as 10.0.0.0/8.`;
}

/** Parses a port, or an address and a port: `25`, `0.0.0.0:25`, `[::]:25`. */
export function parseListenAddress(
  text: string,
): { readonly host: string; readonly port: number } | undefined {
  const match = /^(?:(?:\[([^\]]+)\]|([^:[\]]+)):)?(\d{1,5})$/.exec(text);
  const host = match?.[1] ?? match?.[2] ?? "0.0.0.0";
  const port = parseInteger(match?.[3] ?? "", 0, 65_535);
  return port === undefined || isIP(host) === 0 ? undefined : { host, port };
}

/** Parses the paths of a certificate and its key: `cert.pem,key.pem`. */
export function parseCertificatePaths(
  text: string,
): { readonly cert: string; readonly key: string } | undefined {
  const [cert = "", key = "", ...rest] = text.split(",").map((path) => path.trim());
  return cert === "" || key === "" || rest.length > 0 || text.includes("\0")
    ? undefined
    : { cert, key };
}
