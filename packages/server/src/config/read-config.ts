import { environmentSettings, type Setting, type SettingName } from "./settings.ts";
import { StartError } from "../embedded/start-error.ts";
import type { RedisAddress } from "../bus/index.ts";
import type { ScannerAddress } from "../files/scan/address.ts";
import { loopbackNames } from "../auth/same-origin.ts";
import { createVisitorHostCheck } from "../http/origins.ts";
import type { LogLevel } from "../log.ts";

/** The validated environment variables (CFG-001 – CFG-012). */
export interface Config {
  /** Port to listen on. 0 means any free port. */
  readonly port: number;
  readonly host: string;
  /**
   * Public URL as configured, without a trailing slash. If it is null, the address of the set-up
   * applies (CFG-167), or the default of CFG-002, which depends on the port. See
   * `resolveAddresses`.
   */
  readonly publicUrl: string | null;
  /** Separate origin for visitors (CFG-052). If it is null, visitors use `publicUrl`. */
  readonly widgetUrl: string | null;
  /** Separate origin for the help centre (CFG-143). If it is null, `publicUrl`. */
  readonly helpUrl: string | null;
  readonly webhookBaseUrl: string | null;
  readonly botBaseUrl: string | null;
  readonly widgetBaseUrl: string | null;
  /** Data directory. Null means `./data`, or its replacement for root (docs/operate). */
  readonly dataDir: string | null;
  readonly databaseUrl: string | null;
  /** Read replica (CFG-120). Null means that the primary answers all reads. */
  readonly databaseReadUrl: string | null;
  /** Redis or Valkey (CFG-005). Null: messages between nodes go through PostgreSQL. */
  readonly redis: RedisAddress | null;
  readonly provisioningFile: string | null;
  /** Secret key of 32 bytes. Null means that a key is generated in DATA_DIR. */
  readonly secretKey: Buffer | null;
  /** Addresses and CIDR ranges of trusted proxies. Their `X-Forwarded-*` headers are used. */
  readonly trustProxy: readonly string[];
  /** Pause before the sockets are moved, in ms, while another node runs (CFG-115). */
  readonly shutdownDelayMs: number;
  /** Maximum time for the move of the sockets, in ms. 0 means that they are not moved. */
  readonly shutdownMoveMs: number;
  readonly logLevel: LogLevel;
  /** Null means pretty on a terminal and JSON elsewhere. */
  readonly logFormat: "pretty" | "json" | null;
  /** Allowed private targets: `host:port` or CIDR ranges. */
  readonly egressAllow: readonly string[];
  readonly metricsToken: string | null;
  /** Paths of `.mmdb` files. */
  readonly geoipDb: readonly string[];
  /** Address of the virus scanner. Null means that files are not scanned. */
  readonly fileScanner: ScannerAddress | null;
  /** Origin of WhatsApp's Cloud API, without a trailing slash. */
  readonly whatsappApiUrl: string;
  /** Origin of the Graph API for Messenger and Instagram, without a trailing slash. */
  readonly messengerApiUrl: string;
  /** Base URL of Telegram's Bot API, without a trailing slash. */
  readonly telegramApiUrl: string;
  /** Base URL of Viber's REST API for bots, without a trailing slash. */
  readonly viberApiUrl: string;
  /** Where the SMTP receiver listens (CFG-123). Null means that there is none. */
  readonly smtpListen: { readonly host: string; readonly port: number } | null;
  /** Paths of its certificate and key. Null means that it does not offer STARTTLS. */
  readonly smtpTls: { readonly cert: string; readonly key: string } | null;
}

/** URLs that are shown and accepted, for the port in use. */
export interface ServerAddresses {
  readonly publicUrl: string;
  /** Separate origin for visitors (CFG-052), or null. */
  readonly widgetUrl: string | null;
  /** Origin of the help centre of the first account. */
  readonly helpUrl: string;
  /** Origin of public files and visitor pages: `widgetUrl` if it is set, otherwise `publicUrl`. */
  readonly visitorUrl: string;
  /** Origins of Parlour's pages (CFG-002). */
  readonly origins: readonly string[];
  readonly webhookBaseUrl: string;
  readonly botBaseUrl: string;
  readonly widgetBaseUrl: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Parses the environment. Throws StartError 78 with one line per error: the variable, its value
 * (secrets are masked) and the allowed values (CFG-015). An empty value counts as absent, because
 * compose files and shells clear a variable that way.
 */
export function parseConfig(env: Environment): Config {
  const errors: string[] = [];
  const read = <N extends SettingName>(
    name: N,
  ): NonNullable<ReturnType<(typeof environmentSettings)[N]["read"]>> | null => {
    const text = env[name];
    if (text === undefined || text === "") return null;
    const setting: Setting = environmentSettings[name];
    const value = setting.read(text);
    if (value !== undefined && value !== null)
      return value as NonNullable<ReturnType<(typeof environmentSettings)[N]["read"]>>;
    errors.push(`${name}: is set to ${formatValue(setting, text)}; allowed: ${setting.allowed}`);
    return null;
  };
  const config: Config = {
    port: read("PORT") ?? 3000,
    host: read("HOST") ?? "127.0.0.1",
    publicUrl: read("PUBLIC_URL"),
    widgetUrl: read("WIDGET_URL"),
    helpUrl: read("HELP_URL"),
    dataDir: read("DATA_DIR"),
    databaseUrl: read("DATABASE_URL"),
    databaseReadUrl: read("DATABASE_READ_URL"),
    redis: read("REDIS_URL"),
    provisioningFile: read("PARLOUR_CONFIG"),
    secretKey: read("SECRET_KEY"),
    trustProxy: read("TRUST_PROXY") ?? [],
    shutdownDelayMs: (read("SHUTDOWN_DELAY") ?? 5) * 1_000,
    shutdownMoveMs: (read("SHUTDOWN_MOVE") ?? 210) * 1_000,
    logLevel: read("LOG_LEVEL") ?? "info",
    logFormat: read("LOG_FORMAT"),
    egressAllow: read("EGRESS_ALLOW") ?? [],
    metricsToken: read("METRICS_TOKEN"),
    geoipDb: read("GEOIP_DB") ?? [],
    fileScanner: read("FILE_SCANNER"),
    whatsappApiUrl: read("WHATSAPP_API_URL") ?? environmentSettings.WHATSAPP_API_URL.default,
    messengerApiUrl: read("MESSENGER_API_URL") ?? environmentSettings.MESSENGER_API_URL.default,
    telegramApiUrl: read("TELEGRAM_API_URL") ?? environmentSettings.TELEGRAM_API_URL.default,
    viberApiUrl: read("VIBER_API_URL") ?? environmentSettings.VIBER_API_URL.default,
    smtpListen: read("SMTP_LISTEN"),
    smtpTls: read("SMTP_TLS"),
    webhookBaseUrl: read("WEBHOOK_BASE_URL"),
    botBaseUrl: read("BOT_BASE_URL"),
    widgetBaseUrl: read("WIDGET_BASE_URL"),
  };
  errors.push(...findContradictions(config), ...findUnknownVariables(env));
  if (errors.length > 0) throw new StartError(errors.join("\n"), 78);
  return config;
}

/**
 * Returns the addresses for the port in use (CFG-002, CFG-012). `storedUrl`: the address that the
 * set-up took (CFG-167), or null.
 */
export function resolveAddresses(
  config: Config,
  port: number,
  storedUrl: string | null,
): ServerAddresses {
  const publicUrl = config.publicUrl ?? storedUrl ?? `http://localhost:${port}`;
  const visitorUrl = config.widgetUrl ?? publicUrl;
  return {
    publicUrl,
    widgetUrl: config.widgetUrl,
    helpUrl: config.helpUrl ?? publicUrl,
    visitorUrl,
    origins: [
      ...new Set([
        new URL(publicUrl).origin,
        ...(config.publicUrl === null
          ? loopbackNames.map((name) => new URL(`http://${name}:${port}`).origin)
          : []),
      ]),
    ],
    webhookBaseUrl: config.webhookBaseUrl ?? `${publicUrl}/channel`,
    botBaseUrl: config.botBaseUrl ?? `${publicUrl}/bot`,
    widgetBaseUrl: config.widgetBaseUrl ?? `${visitorUrl}/widget`,
  };
}

/**
 * Returns a description of each setting for administrators. Secrets appear only as "set" or "not
 * set".
 */
export function describeConfig(
  env: Environment,
): { name: SettingName; value: string; isDefault: boolean; meaning: string }[] {
  return (Object.keys(environmentSettings) as SettingName[]).map((name) => {
    const setting: Setting = environmentSettings[name];
    const text = env[name] ?? "";
    const value = setting.secret
      ? text === ""
        ? "not set"
        : "set"
      : text === ""
        ? setting.default
        : text;
    return { name, value, isDefault: text === "", meaning: setting.meaning };
  });
}

/**
 * Variables of other programs that run in the same shell: `parlour lab`, `parlour conformance` and
 * the samples of docs/integrate.
 */
const otherProgramVariables: ReadonlySet<string> = new Set([
  "PARLOUR_KEY",
  "PARLOUR_CONFORMANCE_SECRET",
  "PARLOUR_CONFORMANCE_CLIENT_SECRET",
  "PARLOUR_SECRET",
  "PARLOUR_ADDRESS",
]);

/** Returns one line for each setting that conflicts with another one (CFG-015). */
function findContradictions(config: Config): string[] {
  const errors = findAddressContradictions(config);
  // The embedded database has no standby.
  if (config.databaseReadUrl !== null && config.databaseUrl === null)
    errors.push("DATABASE_READ_URL: is set; allowed: only together with DATABASE_URL");
  if (config.smtpTls !== null && config.smtpListen === null)
    errors.push("SMTP_TLS: is set; allowed: only together with SMTP_LISTEN");
  return errors;
}

/** Returns one line for each address that conflicts with `WIDGET_URL` (CFG-052). */
function findAddressContradictions({
  publicUrl,
  widgetUrl,
  widgetBaseUrl,
  webhookBaseUrl,
  botBaseUrl,
}: Config): string[] {
  if (widgetUrl === null) return [];
  if (publicUrl === null)
    return [`WIDGET_URL: is set to "${widgetUrl}"; allowed: only together with PUBLIC_URL`];
  const errors: string[] = [];
  if (new URL(widgetUrl).host === new URL(publicUrl).host)
    errors.push(
      `WIDGET_URL: is set to "${widgetUrl}"; allowed: another host or port than that of PUBLIC_URL`,
    );
  if (publicUrl.startsWith("https:") && !widgetUrl.startsWith("https:"))
    errors.push(
      `WIDGET_URL: is set to "${widgetUrl}"; allowed: an https:// address, as PUBLIC_URL is one`,
    );
  if (widgetBaseUrl !== null && new URL(widgetBaseUrl).origin !== widgetUrl)
    errors.push(
      `WIDGET_BASE_URL: is set to "${widgetBaseUrl}"; allowed: an address at WIDGET_URL, ${widgetUrl}`,
    );
  const isVisitorHost = createVisitorHostCheck(publicUrl, widgetUrl);
  const baseUrls = { WEBHOOK_BASE_URL: webhookBaseUrl, BOT_BASE_URL: botBaseUrl };
  for (const [name, url] of Object.entries(baseUrls))
    if (url !== null && isVisitorHost({ headers: { host: new URL(url).host } }))
      errors.push(
        `${name}: is set to "${url}"; allowed: another host than that of WIDGET_URL, which serves visitors alone`,
      );
  return errors;
}

/** Returns an error for each unknown PARLOUR_ variable, so that a misspelt name is reported. */
function findUnknownVariables(env: Environment): string[] {
  return Object.keys(env)
    .filter(
      (name) =>
        name.startsWith("PARLOUR_") &&
        !Object.hasOwn(environmentSettings, name) &&
        !otherProgramVariables.has(name),
    )
    .sort()
    .map(
      (name) =>
        `${name}: unknown variable; allowed: ${Object.keys(environmentSettings).join(", ")}`,
    );
}
function formatValue(setting: Setting, text: string): string {
  if (setting.secret) return "a value that is not shown because it is secret";
  const masked = text.replace(/\/\/[^/@]*@/g, "//…@");
  return JSON.stringify(masked.length > 200 ? `${masked.slice(0, 200)}…` : masked);
}
