import { isIP } from "node:net";
import {
  parseBaseUrl,
  parseCertificatePaths,
  parseDatabaseReadUrl,
  parseDatabaseUrl,
  hostNamePattern,
  isAddressOrRange,
  isEgressTarget,
  parseList,
  parseListenAddress,
  parsePath,
  parseInteger,
} from "./values.ts";
import { parseRedisUrl } from "../bus/redis-address.ts";
import { parseScannerAddress } from "../files/scan/address.ts";
import { logLevels } from "../log.ts";

/** Definition of one environment variable: its name, default and meaning. */
export interface Setting<T = unknown> {
  readonly rule: string;
  readonly default: string;
  readonly meaning: string;
  /** Allowed values, for error messages. */
  readonly allowed: string;
  readonly secret?: true;
  /** Parses the text. Returns undefined if the value is not allowed. */
  readonly read: (text: string) => T | undefined;
}

/**
 * All environment variables of Parlour. `docs/operate/configuration.md` contains the same table,
 * and a test compares them.
 */
export const environmentSettings = {
  PORT: {
    rule: "CFG-001",
    default: "3000",
    meaning: "port of the HTTP server; 0 picks a free port",
    allowed: "a whole number from 0 to 65535",
    read: (t) => parseInteger(t, 0, 65_535),
  },
  HOST: {
    rule: "CFG-001",
    default: "127.0.0.1",
    meaning: "address the HTTP server listens on",
    allowed: "an IP address or a host name",
    read: (t) => (isIP(t) || hostNamePattern.test(t) ? t : undefined),
  },
  PUBLIC_URL: {
    rule: "CFG-002",
    default: "http://localhost:$PORT",
    meaning: "public URL, used in all links and snippets",
    allowed: "http:// or https:// with a host and optional port, without path",
    read: (t) => parseBaseUrl(t, false),
  },
  WIDGET_URL: {
    rule: "CFG-052",
    default: "that of PUBLIC_URL",
    meaning: "a separate origin for visitors: chat window, widget script and public files",
    allowed: "http:// or https:// with a host and optional port, without path",
    read: (t) => parseBaseUrl(t, false),
  },
  HELP_URL: {
    rule: "CFG-143",
    default: "that of PUBLIC_URL",
    meaning: "a separate origin for the help centre of the first account",
    allowed: "http:// or https:// with a host and optional port, without path",
    read: (t) => parseBaseUrl(t, false),
  },
  DATA_DIR: {
    rule: "CFG-003",
    default: "./data",
    meaning: "embedded database, uploads, generated secrets",
    allowed: "a path",
    read: parsePath,
  },
  DATABASE_URL: {
    rule: "CFG-004",
    default: "the embedded PostgreSQL in DATA_DIR",
    meaning: "an external PostgreSQL 15 or newer; its user must be able to create roles",
    secret: true,
    allowed: "postgres:// or postgresql:// with a host, or a primary and its standbys",
    read: parseDatabaseUrl,
  },
  DATABASE_READ_URL: {
    rule: "CFG-120",
    default: "DATABASE_URL for all reads",
    meaning: "a standby of the database for search, reports and exports",
    secret: true,
    allowed:
      "postgres:// or postgresql:// with hosts, of which a standby is preferred, only together with DATABASE_URL",
    read: parseDatabaseReadUrl,
  },
  REDIS_URL: {
    rule: "CFG-005",
    default: "the nodes use PostgreSQL",
    meaning: "Redis or Valkey that carries messages between nodes",
    secret: true,
    allowed:
      "redis:// or rediss:// with a host and optional user, password, port and database number, or redis+sentinel:// with the hosts of the Sentinels and the name of the master",
    read: parseRedisUrl,
  },
  PARLOUR_CONFIG: {
    rule: "CFG-006",
    default: "no file",
    meaning: "path of the provisioning file",
    allowed: "a path",
    read: parsePath,
  },
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
    meaning: "proxies whose X-Forwarded-* headers are trusted",
    allowed: "a comma-separated list of IP addresses or CIDR ranges",
    read: (t) => parseList(t, isAddressOrRange),
  },
  SHUTDOWN_DELAY: {
    rule: "CFG-115",
    default: "5",
    meaning: "seconds between `/ready` 503 and the move of the sockets, while another node runs",
    allowed: "a whole number from 0 to 300",
    read: (t) => parseInteger(t, 0, 300),
  },
  SHUTDOWN_MOVE: {
    rule: "CFG-115",
    default: "210",
    meaning: "maximum seconds to move the sockets to other nodes; 0 closes them at once",
    allowed: "a whole number from 0 to 3600",
    read: (t) => parseInteger(t, 0, 3_600),
  },
  LOG_LEVEL: {
    rule: "CFG-009",
    default: "info",
    meaning: "minimum log level",
    allowed: logLevels.join(", "),
    read: (t) => logLevels.find((l) => l === t),
  },
  LOG_FORMAT: {
    rule: "CFG-009",
    default: "pretty on a terminal, else json",
    meaning: "log format on standard error",
    allowed: "pretty, json",
    read: (t) => (t === "pretty" || t === "json" ? t : undefined),
  },
  EGRESS_ALLOW: {
    rule: "CFG-010",
    default: "none",
    meaning: "private addresses that outgoing requests may reach",
    allowed: "a comma-separated list of host:port or CIDR ranges",
    read: (t) => parseList(t, isEgressTarget),
  },
  METRICS_TOKEN: {
    rule: "CFG-011",
    default: "only loopback can read /metrics",
    meaning: "bearer token for /metrics",
    secret: true,
    allowed: "16 to 256 visible ASCII characters",
    read: (t) => (/^[\x21-\x7e]{16,256}$/.test(t) ? t : undefined),
  },
  GEOIP_DB: {
    rule: "CFG-013",
    default: "none",
    meaning: "IP geolocation databases (.mmdb)",
    allowed: "a comma-separated list of paths",
    read: (t) => parseList(t, (entry) => entry.length > 0),
  },
  FILE_SCANNER: {
    rule: "CFG-050",
    default: "none",
    meaning: "virus scanner that checks each file before it is stored",
    allowed: "clamd://host:3310, clamd:///path/of/socket or icap://host:1344/service",
    read: parseScannerAddress,
  },
  WHATSAPP_API_URL: {
    rule: "CFG-122",
    default: "https://graph.facebook.com",
    meaning: "base URL of WhatsApp's Cloud API, for a stand-in of the lab",
    allowed: "http:// or https:// with a host",
    read: (t) => parseBaseUrl(t, false),
  },
  MESSENGER_API_URL: {
    rule: "CFG-125",
    default: "https://graph.facebook.com",
    meaning: "base URL of the Graph API for Messenger and Instagram, for a stand-in of the lab",
    allowed: "http:// or https:// with a host",
    read: (t) => parseBaseUrl(t, false),
  },
  TELEGRAM_API_URL: {
    rule: "CFG-121",
    default: "https://api.telegram.org",
    meaning: "base URL of Telegram's Bot API, for a Bot API server of your own",
    allowed: "http:// or https:// with a host and optional path",
    read: (t) => parseBaseUrl(t, true),
  },
  VIBER_API_URL: {
    rule: "CFG-127",
    default: "https://chatapi.viber.com/pa",
    meaning: "base URL of Viber's REST API, for a stand-in of the lab",
    allowed: "http:// or https:// with a host and optional path",
    read: (t) => parseBaseUrl(t, true),
  },
  SMTP_LISTEN: {
    rule: "CFG-123",
    default: "none",
    meaning: "where mails for channels arrive by SMTP",
    allowed: "a port, or an IP address and a port such as 0.0.0.0:25 or [::]:25",
    read: parseListenAddress,
  },
  SMTP_TLS: {
    rule: "CFG-123",
    default: "no STARTTLS",
    meaning: "certificate and key of the SMTP receiver (PEM files)",
    allowed: "two paths with a comma between them, only together with SMTP_LISTEN",
    read: parseCertificatePaths,
  },
  WEBHOOK_BASE_URL: {
    rule: "CFG-012",
    default: "PUBLIC_URL/channel",
    meaning: "base URL shown for interface A (chat API)",
    allowed: "http:// or https:// with a host and optional path",
    read: (t) => parseBaseUrl(t, true),
  },
  BOT_BASE_URL: {
    rule: "CFG-012",
    default: "PUBLIC_URL/bot",
    meaning: "base URL shown for interface B (bots)",
    allowed: "http:// or https:// with a host and optional path",
    read: (t) => parseBaseUrl(t, true),
  },
  WIDGET_BASE_URL: {
    rule: "CFG-012",
    default: "WIDGET_URL/widget, else PUBLIC_URL/widget",
    meaning: "base URL shown for the widget script",
    allowed: "http:// or https:// with a host and optional path",
    read: (t) => parseBaseUrl(t, true),
  },
} as const satisfies Record<string, Setting>;
export type SettingName = keyof typeof environmentSettings;
