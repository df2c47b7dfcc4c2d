/** A Redis or Valkey server, as set in REDIS_URL (CFG-005). */
export interface RedisAddress {
  /** The server. With `sentinel`: the Sentinels, which are asked for the server. */
  readonly hosts: readonly RedisHost[];
  /** Null: the server is in `hosts` (CFG-144). */
  readonly sentinel: SentinelAccess | null;
  readonly isTls: boolean;
  readonly username: string | null;
  readonly password: string | null;
  /** Number of the database. It separates the messages of two installations with one id. */
  readonly database: number;
}
interface RedisHost {
  readonly host: string;
  readonly port: number;
}
interface SentinelAccess {
  /** The name of the master at the Sentinels, often `mymaster`. */
  readonly master: string;
  readonly username: string | null;
  readonly password: string | null;
}

const defaultPort = 6_379;
const defaultSentinelPort = 26_379;

/** Parses an address of REDIS_URL. Returns undefined if it is not allowed. */
export function parseRedisUrl(text: string): RedisAddress | undefined {
  const [, scheme = "", kind, userInfo = "", hostList = "", path = "", query = ""] =
    /^(rediss?)(\+sentinel)?:\/\/(?:([^/?#]*)@)?([^@/?#]*)(\/[^?#]*)?(\?[^#]*)?$/i.exec(text) ?? [];
  const isSentinel = kind !== undefined;
  const hosts = hostList
    .split(",")
    .map((host) => parseHost(host, isSentinel ? defaultSentinelPort : defaultPort));
  const [, master, database] =
    (isSentinel ? /^\/([^/]+)(?:\/(\d{1,4})?)?$/ : /^()(?:\/(\d{0,4}))?$/).exec(path) ?? [];
  const sentinel = isSentinel ? parseSentinelAccess(master, query) : null;
  const user = parseUserInfo(userInfo);
  if (master === undefined || sentinel === undefined || user === undefined) return undefined;
  if (hosts.includes(undefined) || (!isSentinel && (hosts.length > 1 || query !== "")))
    return undefined;
  return {
    hosts: hosts.filter((host) => host !== undefined),
    sentinel,
    isTls: scheme.toLowerCase() === "rediss",
    ...user,
    database: Number(database ?? 0),
  };
}

/** Returns host and port, without user and password. */
export function formatRedisAddress({ hosts, sentinel }: RedisAddress): string {
  const list = hosts
    .map(({ host, port }) => `${host.includes(":") ? `[${host}]` : host}:${port}`)
    .join(", ");
  return sentinel === null ? list : `${sentinel.master} of the Sentinels ${list}`;
}

function parseHost(text: string, port: number): RedisHost | undefined {
  const url = URL.parse(`redis://${text}`);
  if (!url || url.hostname === "" || url.port === "0") return undefined;
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? port : Number(url.port),
  };
}

/** Reads the name of the master, and user and password of the Sentinels. */
function parseSentinelAccess(
  master: string | undefined,
  query: string,
): SentinelAccess | undefined {
  const parameters = new URLSearchParams(query);
  const username = parameters.get("sentinel_username");
  const password = parameters.get("sentinel_password");
  for (const name of parameters.keys())
    if (name !== "sentinel_username" && name !== "sentinel_password") return undefined;
  const name = decodePart(master ?? "");
  return name === undefined || name === "" ? undefined : { master: name, username, password };
}

/** Reads user and password. Undefined: they are not correctly encoded. */
function parseUserInfo(text: string) {
  const colon = text.indexOf(":");
  const username = decodePart(colon === -1 ? text : text.slice(0, colon));
  const password = decodePart(colon === -1 ? "" : text.slice(colon + 1));
  if (username === undefined || password === undefined) return undefined;
  return {
    username: username === "" ? null : username,
    password: password === "" ? null : password,
  };
}

function decodePart(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
