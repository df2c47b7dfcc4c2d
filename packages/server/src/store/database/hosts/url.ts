/**
 * The servers that a database URL names (CFG-004): `postgres://user@one:5432,two:5432/name`, or
 * socket folders in the parameter `host`. `urls` has one URL for each of them, in their order.
 */
export interface DatabaseHosts {
  readonly urls: readonly string[];
  /** Value of `target_session_attrs`, or null. */
  readonly target: string | null;
}

/** Parses a database URL with one or several hosts. Returns undefined if it is not allowed. */
export function parseDatabaseHosts(text: string): DatabaseHosts | undefined {
  const [, start, authority = "", path, query = ""] =
    /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)(\/[^?#]*)?(\?[^#]*)?$/.exec(text) ?? [];
  if (start === undefined) return undefined;
  const parameters = new URLSearchParams(query);
  const target = parameters.get("target_session_attrs");
  parameters.delete("target_session_attrs");
  const folders = parameters.get("host");
  const urls = (folders ?? authority).split(",").map((host) => {
    if (folders !== null) parameters.set("host", host);
    const rest = parameters.size === 0 ? "" : `?${parameters}`;
    return `${start}${folders === null ? host : authority}${path ?? ""}${rest}`;
  });
  const isAllowed = urls.every((url) => {
    const parsed = URL.parse(url);
    return parsed !== null && (parsed.hostname !== "" || Boolean(parsed.searchParams.get("host")));
  });
  // A URL with one host is used as it is.
  if (!isAllowed) return undefined;
  return urls.length === 1 && target === null ? { urls: [text], target } : { urls, target };
}

/** Returns the hosts of a database URL for people, without user and password. */
export function describeHosts(url: string): string {
  return (parseDatabaseHosts(url)?.urls ?? []).map(describeHost).join(", ");
}
export function describeHost(url: string): string {
  const { host, searchParams } = new URL(url);
  return searchParams.get("host") ?? host;
}

/** Values of `target_session_attrs` for a database that is only read (CFG-120). */
export const isForReads = (target: string | null): boolean =>
  target === "standby" || target === "prefer-standby";
