import type { SocketAddress } from "../../egress/socket.ts";

/** Address of the virus scanner (CFG-050). */
export type ScannerAddress =
  | { readonly kind: "clamd"; readonly to: SocketAddress }
  | {
      readonly kind: "icap";
      readonly to: { readonly host: string; readonly port: number };
      readonly url: string;
    };

const hostPattern = /^(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?)$/;

/**
 * Parses `clamd://host:3310`, `clamd:///path/of/socket` or `icap://host:1344/service`. The port is
 * optional. Returns undefined for other texts.
 */
export function parseScannerAddress(text: string): ScannerAddress | undefined {
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "" || /[?#\s\0]/.test(text))
    return undefined;
  const { protocol, hostname, pathname } = url;
  const port = (defaultPort: number): number => (url.port === "" ? defaultPort : Number(url.port));
  if (protocol === "clamd:" && hostname === "") return parseLocalAddress(pathname);
  if (!hostPattern.test(hostname) || url.port === "0") return undefined;
  const bare = hostname.replace(/^\[|\]$/g, "");
  if (protocol === "clamd:")
    return pathname === "" || pathname === "/"
      ? { kind: "clamd", to: { host: bare, port: port(3310) } }
      : undefined;
  if (protocol !== "icap:" || pathname.length < 2) return undefined;
  const to = { host: bare, port: port(1344) };
  return { kind: "icap", to, url: `icap://${hostname}:${to.port}${pathname}` };
}

/** Formats the scanner's address for logs and health checks. */
export function formatScannerAddress({ kind, to, ...rest }: ScannerAddress): string {
  if ("url" in rest) return rest.url;
  return "path" in to
    ? `${kind}://${to.path}`
    : `${kind}://${to.host.includes(":") ? `[${to.host}]` : to.host}:${to.port}`;
}

function parseLocalAddress(encodedPath: string): ScannerAddress | undefined {
  // The operating system accepts socket paths of at most 107 bytes.
  if (!/^\/[^/]/.test(encodedPath) || encodedPath.length > 107) return undefined;
  try {
    return { kind: "clamd", to: { path: decodeURIComponent(encodedPath) } };
  } catch {
    return undefined;
  }
}
