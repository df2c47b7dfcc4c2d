/** A Redis or Valkey server, as set in REDIS_URL (CFG-005). */
export interface RedisAddress {
  readonly host: string;
  readonly port: number;
  readonly isTls: boolean;
  readonly username: string | null;
  readonly password: string | null;
  /** Number of the database. It separates the messages of two installations with one id. */
  readonly database: number;
}

const defaultPort = 6_379;

/** Parses an address of REDIS_URL. Returns undefined if it is not allowed. */
export function parseRedisUrl(text: string): RedisAddress | undefined {
  const url = URL.parse(text);
  if (!url || !["redis:", "rediss:"].includes(url.protocol) || url.hostname === "")
    return undefined;
  const database = /^(?:\/(\d{0,4}))?$/.exec(url.pathname);
  if (!database || url.port === "0" || url.search !== "" || url.hash !== "") return undefined;
  const [username, password] = [decodePart(url.username), decodePart(url.password)];
  if (username === undefined || password === undefined) return undefined;
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? defaultPort : Number(url.port),
    isTls: url.protocol === "rediss:",
    username: username === "" ? null : username,
    password: password === "" ? null : password,
    database: Number(database[1] ?? 0),
  };
}

/** Returns host and port, without user and password. */
export function formatRedisAddress({ host, port }: RedisAddress): string {
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}

function decodePart(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
