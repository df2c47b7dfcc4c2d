import { isIP } from "node:net";
import { StartFault } from "./embedded/fault.ts";
import { logLevels, type LogLevel } from "./log.ts";

/** What the environment says, checked (CFG-001 – CFG-012). */
export interface Config {
  /** 0 takes any free port. */
  readonly port: number;
  readonly host: string;
  /** As given, without a trailing slash; null: the default of CFG-002, which depends on the port. See `addresses`. */
  readonly publicUrl: string | null;
  readonly webhookBaseUrl: string | null;
  readonly botBaseUrl: string | null;
  readonly widgetBaseUrl: string | null;
  /** null: `./data`, or its stand-in when root cannot use that (docs/operate). */
  readonly dataDir: string | null;
  readonly databaseUrl: string | null;
  readonly provisioningFile: string | null;
  /** 32 bytes; null: generated into DATA_DIR. */
  readonly secretKey: Buffer | null;
  /** Addresses and CIDR ranges whose `X-Forwarded-*` headers are believed. */
  readonly trustProxy: readonly string[];
  readonly logLevel: LogLevel;
  /** null: pretty on a terminal, else JSON. */
  readonly logFormat: "pretty" | "json" | null;
  /** `host:port` or CIDR. */
  readonly egressAllow: readonly string[];
  readonly metricsToken: string | null;
}

/** Addresses that are shown and accepted, once the port is known. */
export interface Addresses {
  readonly publicUrl: string;
  /** Origins that count as our own page (CFG-002). */
  readonly origins: readonly string[];
  readonly webhookBaseUrl: string;
  readonly botBaseUrl: string;
  readonly widgetBaseUrl: string;
}

/** One setting of the environment: the single place that names it, its default and its meaning. */
export interface Setting<T = unknown> {
  readonly rule: string;
  readonly default: string;
  readonly meaning: string;
  /** What may stand there, as faults say it. */
  readonly allowed: string;
  readonly secret?: true;
  /** Undefined: not allowed. */
  readonly read: (text: string) => T | undefined;
}

/** Every variable that Parlour reads. `docs/operate/configuration.md` holds the same table; a test compares them. */
export const settings = {
  PORT: {
    rule: "CFG-001",
    default: "3000",
    meaning: "port of the HTTP server; 0 takes any free one",
    allowed: "a whole number from 0 to 65535",
    read: (t) => whole(t, 0, 65_535),
  },
  HOST: {
    rule: "CFG-001",
    default: "127.0.0.1",
    meaning: "address the HTTP server listens on",
    allowed: "an IP address or a host name",
    read: (t) => (isIP(t) || hostName.test(t) ? t : undefined),
  },
  PUBLIC_URL: {
    rule: "CFG-002",
    default: "http://localhost:$PORT",
    meaning: "how the outside reaches it; used in every link and snippet shown",
    allowed: "http:// or https:// with a host and optional port, without path",
    read: (t) => baseUrl(t, false),
  },
  DATA_DIR: { rule: "CFG-003", default: "./data", meaning: "embedded database, uploads, generated secrets", allowed: "a path", read: path },
  DATABASE_URL: {
    rule: "CFG-004",
    default: "the embedded PostgreSQL in DATA_DIR",
    meaning: "an external PostgreSQL 15 or newer, its user able to create roles",
    secret: true,
    allowed: "postgres:// or postgresql:// with a host",
    read: databaseUrl,
  },
  REDIS_URL: {
    rule: "CFG-005",
    default: "one node",
    meaning: "Redis or Valkey for several nodes",
    secret: true,
    allowed: "nothing: this version runs one node without Redis",
    read: () => undefined,
  },
  PARLOUR_CONFIG: { rule: "CFG-006", default: "no file", meaning: "path of the provisioning file", allowed: "a path", read: path },
  SECRET_KEY: {
    rule: "CFG-007",
    default: "generated once into DATA_DIR/secret.key",
    meaning: "encrypts stored secrets",
    secret: true,
    allowed: "32 bytes in base64 (44 characters)",
    read: (t) => (/^[A-Za-z0-9+/]{43}=$/.test(t) ? Buffer.from(t, "base64") : undefined),
  },
  TRUST_PROXY: {
    rule: "CFG-008",
    default: "none",
    meaning: "addresses whose X-Forwarded-* headers are believed",
    allowed: "a comma list of IP addresses or CIDR ranges",
    read: (t) => list(t, isAddressOrRange),
  },
  LOG_LEVEL: {
    rule: "CFG-009",
    default: "info",
    meaning: "least level that is logged",
    allowed: logLevels.join(", "),
    read: (t) => logLevels.find((l) => l === t),
  },
  LOG_FORMAT: {
    rule: "CFG-009",
    default: "pretty on a terminal, else json",
    meaning: "form of the log lines on standard error",
    allowed: "pretty, json",
    read: (t) => (t === "pretty" || t === "json" ? t : undefined),
  },
  EGRESS_ALLOW: {
    rule: "CFG-010",
    default: "none",
    meaning: "private targets that outgoing requests may reach",
    allowed: "a comma list of host:port or CIDR ranges",
    read: (t) => list(t, isEgressTarget),
  },
  METRICS_TOKEN: {
    rule: "CFG-011",
    default: "/metrics answers loopback only",
    meaning: "bearer token of /metrics",
    secret: true,
    allowed: "16 to 256 visible ASCII characters",
    read: (t) => (/^[\x21-\x7e]{16,256}$/.test(t) ? t : undefined),
  },
  WEBHOOK_BASE_URL: {
    rule: "CFG-012",
    default: "PUBLIC_URL/channel",
    meaning: "base address of interface A that is shown",
    allowed: "http:// or https:// with a host and optional path",
    read: (t) => baseUrl(t, true),
  },
  BOT_BASE_URL: {
    rule: "CFG-012",
    default: "PUBLIC_URL/bot",
    meaning: "base address of interface B that is shown",
    allowed: "http:// or https:// with a host and optional path",
    read: (t) => baseUrl(t, true),
  },
  WIDGET_BASE_URL: {
    rule: "CFG-012",
    default: "PUBLIC_URL/widget",
    meaning: "base address of the widget script that is shown",
    allowed: "http:// or https:// with a host and optional path",
    read: (t) => baseUrl(t, true),
  },
} as const satisfies Record<string, Setting>;
export type SettingName = keyof typeof settings;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the environment. Throws StartFault 78 with one line per fault: variable, what it held (secrets masked), what is allowed
 * (CFG-015). An empty value counts as absent, because that is how compose files and shells clear a variable.
 */
export function readConfig(env: Environment): Config {
  const faults: string[] = [];
  const read = <N extends SettingName>(name: N): NonNullable<ReturnType<(typeof settings)[N]["read"]>> | null => {
    const text = env[name];
    if (text === undefined || text === "") return null;
    const setting: Setting = settings[name];
    const value = setting.read(text);
    if (value !== undefined && value !== null) return value as NonNullable<ReturnType<(typeof settings)[N]["read"]>>;
    faults.push(`${name}: holds ${shown(setting, text)}; allowed: ${setting.allowed}`);
    return null;
  };
  const config: Config = {
    port: read("PORT") ?? 3000,
    host: read("HOST") ?? "127.0.0.1",
    publicUrl: read("PUBLIC_URL"),
    dataDir: read("DATA_DIR"),
    databaseUrl: read("DATABASE_URL"),
    provisioningFile: read("PARLOUR_CONFIG"),
    secretKey: read("SECRET_KEY"),
    trustProxy: read("TRUST_PROXY") ?? [],
    logLevel: read("LOG_LEVEL") ?? "info",
    logFormat: read("LOG_FORMAT"),
    egressAllow: read("EGRESS_ALLOW") ?? [],
    metricsToken: read("METRICS_TOKEN"),
    webhookBaseUrl: read("WEBHOOK_BASE_URL"),
    botBaseUrl: read("BOT_BASE_URL"),
    widgetBaseUrl: read("WIDGET_BASE_URL"),
  };
  read("REDIS_URL");
  faults.push(...unknown(env));
  if (faults.length > 0) throw new StartFault(faults.join("\n"), 78);
  return config;
}

/** The addresses for a port in use (CFG-002, CFG-012). */
export function addresses(config: Config, port: number): Addresses {
  const publicUrl = config.publicUrl ?? `http://localhost:${port}`;
  return {
    publicUrl,
    origins: config.publicUrl === null ? [publicUrl, `http://127.0.0.1:${port}`] : [new URL(publicUrl).origin],
    webhookBaseUrl: config.webhookBaseUrl ?? `${publicUrl}/channel`,
    botBaseUrl: config.botBaseUrl ?? `${publicUrl}/bot`,
    widgetBaseUrl: config.widgetBaseUrl ?? `${publicUrl}/widget`,
  };
}

/** Each setting as an administrator may see it: secrets only as "set" or "not set". */
export function describeConfig(env: Environment): { name: SettingName; value: string; isDefault: boolean; meaning: string }[] {
  return (Object.keys(settings) as SettingName[]).map((name) => {
    const setting: Setting = settings[name];
    const text = env[name] ?? "";
    const value = setting.secret ? (text === "" ? "not set" : "set") : text === "" ? setting.default : text;
    return { name, value, isDefault: text === "", meaning: setting.meaning };
  });
}

/** Read by `parlour lab`, which people run in the same shell. */
const ofOtherPrograms: ReadonlySet<string> = new Set(["PARLOUR_KEY"]);

/** Names that look like ours but are not: a misspelt variable must not be ignored. */
function unknown(env: Environment): string[] {
  return Object.keys(env)
    .filter((name) => name.startsWith("PARLOUR_") && !Object.hasOwn(settings, name) && !ofOtherPrograms.has(name))
    .sort()
    .map((name) => `${name}: is not known; allowed: ${Object.keys(settings).join(", ")}`);
}
function shown(setting: Setting, text: string): string {
  if (setting.secret) return `a secret of ${text.length} characters`;
  const open = text.replace(/\/\/[^/@]*@/g, "//…@");
  return JSON.stringify(open.length > 200 ? `${open.slice(0, 200)}…` : open);
}

const hostName = /^(?=.{1,253}$)[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/;

function whole(text: string, least: number, most: number): number | undefined {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : -1;
  return value >= least && value <= most ? value : undefined;
}
function path(text: string): string | undefined {
  return text.includes("\0") ? undefined : text;
}
function baseUrl(text: string, withPath: boolean): string | undefined {
  const url = URL.parse(text);
  if (!url || !/^https?:\/\//i.test(text) || url.username !== "" || url.password !== "" || text.includes("?") || text.includes("#"))
    return undefined;
  const tail = url.pathname.replace(/\/+$/, "");
  if (tail !== "" && !withPath) return undefined;
  return `${url.origin}${tail}`;
}
function databaseUrl(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || !["postgres:", "postgresql:"].includes(url.protocol)) return undefined;
  return url.hostname !== "" || url.searchParams.has("host") ? text : undefined;
}
function list(text: string, allowed: (entry: string) => boolean): readonly string[] | undefined {
  const entries = text
    .split(",")
    .map((e) => e.trim())
    .filter((e) => e !== "");
  return entries.every(allowed) ? entries : undefined;
}
function isAddressOrRange(entry: string): boolean {
  return isIP(entry) !== 0 || isRange(entry);
}
function isRange(entry: string): boolean {
  const [address = "", bits = "", ...rest] = entry.split("/");
  const family = isIP(address);
  return family !== 0 && rest.length === 0 && whole(bits, 0, family === 4 ? 32 : 128) !== undefined;
}

/** An entry of an allow list (CFG-010): exact `host:port`, `[ipv6]:port`, a CIDR range, or one address. */
export function isEgressTarget(entry: string): boolean {
  if (isAddressOrRange(entry)) return true;
  const parts = /^(?:\[([^\]]+)\]|([^:/]+)):(\d+)$/.exec(entry);
  if (!parts) return false;
  const [, six, name, port = ""] = parts;
  return (
    whole(port, 1, 65_535) !== undefined && (six !== undefined ? isIP(six) === 6 : isIP(name ?? "") === 4 || hostName.test(name ?? ""))
  );
}
