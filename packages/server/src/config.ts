import { settings, type Setting, type SettingName } from "./config-settings.ts";
import { StartFault } from "./embedded/fault.ts";
import type { ScannerAddress } from "./files/scan/address.ts";
import { openVisitorHost } from "./http/origins.ts";
import type { LogLevel } from "./log.ts";

/** What the environment says, checked (CFG-001 – CFG-012). */
export interface Config {
  /** 0 takes any free port. */
  readonly port: number;
  readonly host: string;
  /** As given, without a trailing slash; null: the default of CFG-002, which depends on the port. See `addresses`. */
  readonly publicUrl: string | null;
  /** The origin of visitors; null: that of `publicUrl` (CFG-052). */
  readonly widgetUrl: string | null;
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
  /** Paths of `.mmdb` files. */
  readonly geoipDb: readonly string[];
  /** null: files are not scanned. */
  readonly fileScanner: ScannerAddress | null;
}

/** Addresses that are shown and accepted, once the port is known. */
export interface Addresses {
  readonly publicUrl: string;
  /** CFG-052; null: visitors have no origin of their own. */
  readonly widgetUrl: string | null;
  /** Where public files and pages for visitors are: `widgetUrl`, else `publicUrl`. */
  readonly visitorUrl: string;
  /** Origins that count as our own page (CFG-002). */
  readonly origins: readonly string[];
  readonly webhookBaseUrl: string;
  readonly botBaseUrl: string;
  readonly widgetBaseUrl: string;
}

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
    faults.push(`${name}: ${setting.refusal ?? `holds ${shown(setting, text)}; allowed: ${setting.allowed}`}`);
    return null;
  };
  const config: Config = {
    port: read("PORT") ?? 3000,
    host: read("HOST") ?? "127.0.0.1",
    publicUrl: read("PUBLIC_URL"),
    widgetUrl: read("WIDGET_URL"),
    dataDir: read("DATA_DIR"),
    databaseUrl: read("DATABASE_URL"),
    provisioningFile: read("PARLOUR_CONFIG"),
    secretKey: read("SECRET_KEY"),
    trustProxy: read("TRUST_PROXY") ?? [],
    logLevel: read("LOG_LEVEL") ?? "info",
    logFormat: read("LOG_FORMAT"),
    egressAllow: read("EGRESS_ALLOW") ?? [],
    metricsToken: read("METRICS_TOKEN"),
    geoipDb: read("GEOIP_DB") ?? [],
    fileScanner: read("FILE_SCANNER"),
    webhookBaseUrl: read("WEBHOOK_BASE_URL"),
    botBaseUrl: read("BOT_BASE_URL"),
    widgetBaseUrl: read("WIDGET_BASE_URL"),
  };
  read("REDIS_URL");
  faults.push(...contradictions(config), ...unknown(env));
  if (faults.length > 0) throw new StartFault(faults.join("\n"), 78);
  return config;
}

/** The addresses for a port in use (CFG-002, CFG-012). */
export function addresses(config: Config, port: number): Addresses {
  const publicUrl = config.publicUrl ?? `http://localhost:${port}`;
  const visitorUrl = config.widgetUrl ?? publicUrl;
  return {
    publicUrl,
    widgetUrl: config.widgetUrl,
    visitorUrl,
    origins: config.publicUrl === null ? [publicUrl, `http://127.0.0.1:${port}`] : [new URL(publicUrl).origin],
    webhookBaseUrl: config.webhookBaseUrl ?? `${publicUrl}/channel`,
    botBaseUrl: config.botBaseUrl ?? `${publicUrl}/bot`,
    widgetBaseUrl: config.widgetBaseUrl ?? `${visitorUrl}/widget`,
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

/** Read by `parlour lab`, `parlour conformance` and the samples of docs/integrate, which people run in the same shell. */
const ofOtherPrograms: ReadonlySet<string> = new Set([
  "PARLOUR_KEY",
  "PARLOUR_CONFORMANCE_SECRET",
  "PARLOUR_CONFORMANCE_CLIENT_SECRET",
  "PARLOUR_SECRET",
  "PARLOUR_ADDRESS",
]);

/** Addresses that do not fit `WIDGET_URL` (CFG-052), one line each. */
function contradictions({ publicUrl, widgetUrl, widgetBaseUrl, webhookBaseUrl, botBaseUrl }: Config): string[] {
  if (widgetUrl === null) return [];
  if (publicUrl === null) return [`WIDGET_URL: holds "${widgetUrl}"; allowed: only together with PUBLIC_URL`];
  const faults: string[] = [];
  if (new URL(widgetUrl).host === new URL(publicUrl).host)
    faults.push(`WIDGET_URL: holds "${widgetUrl}"; allowed: another host or port than that of PUBLIC_URL`);
  if (publicUrl.startsWith("https:") && !widgetUrl.startsWith("https:"))
    faults.push(`WIDGET_URL: holds "${widgetUrl}"; allowed: an https:// address, as PUBLIC_URL is one`);
  if (widgetBaseUrl !== null && new URL(widgetBaseUrl).origin !== widgetUrl)
    faults.push(`WIDGET_BASE_URL: holds "${widgetBaseUrl}"; allowed: an address at WIDGET_URL, ${widgetUrl}`);
  const isVisitorHost = openVisitorHost(publicUrl, widgetUrl);
  for (const [name, url] of Object.entries({ WEBHOOK_BASE_URL: webhookBaseUrl, BOT_BASE_URL: botBaseUrl }))
    if (url !== null && isVisitorHost({ headers: { host: new URL(url).host } }))
      faults.push(`${name}: holds "${url}"; allowed: another host than that of WIDGET_URL, which serves visitors alone`);
  return faults;
}

/** Names that look like ours but are not: a misspelt variable must not be ignored. */
function unknown(env: Environment): string[] {
  return Object.keys(env)
    .filter((name) => name.startsWith("PARLOUR_") && !Object.hasOwn(settings, name) && !ofOtherPrograms.has(name))
    .sort()
    .map((name) => `${name}: is not known; allowed: ${Object.keys(settings).join(", ")}`);
}
function shown(setting: Setting, text: string): string {
  if (setting.secret) return "a value that is not shown because it is secret";
  const open = text.replace(/\/\/[^/@]*@/g, "//…@");
  return JSON.stringify(open.length > 200 ? `${open.slice(0, 200)}…` : open);
}
