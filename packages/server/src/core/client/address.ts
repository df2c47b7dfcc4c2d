declare const parsed: unique symbol;

/**
 * The IP address of a client, in one spelling: without port, brackets and zone, IPv6 shortened and
 * in lower case, IPv4 that is mapped into IPv6 as IPv4. Only `parseClientAddress` creates it, so
 * that limits, block list, sessions and logs count one client once (CFG-165). "" is the address of
 * a client that is unknown, because its connection has ended.
 */
export type ClientAddress = string & { readonly [parsed]: true };

const unknownClient = "" as ClientAddress;

/**
 * Parses an address of a connection, or an entry of `X-Forwarded-For`. Proxies add ports, brackets,
 * quotes, and parameters of `Forwarded` (RFC 7239). Returns null for anything else, such as
 * `unknown` or a name.
 */
export function parseClientAddress(text: string): ClientAddress | null {
  const host = /^\s*(?:for=)?"?([^\s";]*)"?\s*(?:;.*)?$/i.exec(text)?.[1] ?? "";
  const ipv4 = /^(\d{1,3}(?:\.\d{1,3}){3})(?::\d{1,5})?$/.exec(host)?.[1];
  if (ipv4 !== undefined) return parseIpv4(ipv4);
  return parseIpv6(/^\[([^\]]*)\](?::\d{1,5})?$/.exec(host)?.[1] ?? host);
}

/** Parses the address of a connection. */
export const toClientAddress = (text: string | undefined): ClientAddress =>
  parseClientAddress(text ?? "") ?? unknownClient;

/** A leading zero is refused, because some programs read such a number as octal. */
function parseIpv4(text: string): ClientAddress | null {
  const isValid = text
    .split(".")
    .every((part) => Number(part) <= 255 && String(Number(part)) === part);
  return isValid ? (text as ClientAddress) : null;
}

function parseIpv6(text: string): ClientAddress | null {
  const [address = ""] = text.split("%", 1);
  if (!address.includes(":") || !/^[0-9a-f:.]+$/i.test(address)) return null;
  const host = URL.parse(`http://[${address}]/`)?.hostname.slice(1, -1);
  if (host === undefined) return null;
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(host);
  if (mapped === null) return host as ClientAddress;
  const bytes = mapped.slice(1).flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 255];
  });
  return bytes.join(".") as ClientAddress;
}
