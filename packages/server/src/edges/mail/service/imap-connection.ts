import type net from "node:net";
import tls from "node:tls";
import type { ImapFlow, ImapFlowOptions } from "imapflow";
import type { ConnectionNotice } from "../../../core/channel/connection-notice.ts";
import type { MailAccessTokens } from "../../../mail/oauth/access-tokens.ts";
import { MailSignInError } from "../../../mail/oauth/notices.ts";
import { getNotice } from "../notices.ts";
import type { MailHost } from "../settings.ts";

export interface ImapConnectionDeps {
  /** Opens an unencrypted connection under the address rules, or returns the error. */
  readonly connect: (
    to: { readonly host: string; readonly port: number },
    signal: AbortSignal,
  ) => Promise<net.Socket | Error>;
  /** Certificate that is trusted in addition to the usual ones. For tests only. */
  readonly ca?: string;
  readonly accessTokens: MailAccessTokens;
}

/** Signed-in connection to a mail server. */
export type ImapConnection = ImapFlow;

/** Time in ms in which a connection must be signed in, and after which a silent one is closed. */
const openTimeoutMs = 20_000;
const silenceTimeoutMs = 5 * 60_000;
/** IDLE is renewed after this time in ms, because routers forget silent connections. */
const maxIdleMs = 4 * 60_000;
/** What a server may send besides a mail: bytes of a line, and parts of a response. */
const maxLineBytes = 256 * 1024;
const maxResponseParts = 50_000;
/** Room in bytes for the other parts of a response that contains a mail. */
const responseReserveBytes = 64 * 1024;

/**
 * Opens a connection to a mailbox server and signs in (RFC 3501). Rejects with the error of the
 * network, of TLS or of the server; {@link describeImapError} describes it. The library opens no
 * connection itself: it gets one that the address rules permit (CORE-123).
 */
export async function openImapConnection(
  deps: ImapConnectionDeps,
  server: MailHost,
  maxMailBytes: number,
  signal: AbortSignal,
): Promise<ImapConnection> {
  const connect = (credentials: Credentials): Promise<ImapConnection> =>
    signIn({ ...deps, maxMailBytes }, server, credentials, signal);
  const { grant } = server;
  if (grant == null) return connect({ pass: server.password });
  const accessToken = await deps.accessTokens.get(grant);
  try {
    return await connect({ accessToken });
  } catch (error) {
    if (toImapStep(error) !== "sign_in") throw error;
    // The token may have been revoked. The next one shows whether the sign-in still counts.
    deps.accessTokens.markRefused(grant, accessToken);
    return await connect({ accessToken: await deps.accessTokens.get(grant) });
  }
}

type Credentials = { readonly pass: string } | { readonly accessToken: string };

async function signIn(
  deps: ImapConnectionDeps & { readonly maxMailBytes: number },
  server: MailHost,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<ImapConnection> {
  const { maxMailBytes } = deps;
  // Loaded with the first mailbox, because a start should not wait for it (PERF-12).
  const imap = await import("imapflow");
  const opened = await deps.connect(server, signal);
  if (opened instanceof Error) throw opened;
  const client = new imap.ImapFlow({
    host: server.host,
    port: server.port,
    secure: server.security === "tls",
    doSTARTTLS: server.security === "starttls",
    auth: { user: server.user, ...credentials },
    transport: createTransport(opened, deps.ca),
    logger: false,
    disableCompression: true,
    disableAutoIdle: true,
    clientInfo: { name: "Parlour" },
    maxIdleTime: maxIdleMs,
    connectionTimeout: openTimeoutMs,
    greetingTimeout: openTimeoutMs,
    socketTimeout: silenceTimeoutMs,
    maxLineLength: maxLineBytes,
    maxLiteralSize: maxMailBytes + responseReserveBytes,
    maxResponseSize: maxMailBytes + 2 * responseReserveBytes,
    maxResponseTokens: maxResponseParts,
  });
  // Without a listener, an error of the connection would end the process. The caller sees it as the
  // rejection of a command or as `close`.
  client.on("error", () => undefined);
  const stop = (): void => client.close();
  signal.addEventListener("abort", stop, { once: true });
  try {
    await client.connect();
    signal.throwIfAborted();
    return client;
  } catch (error) {
    client.close();
    opened.destroy();
    throw error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** Passes the opened socket to the library, and starts TLS on it at once or after STARTTLS. */
function createTransport(
  socket: net.Socket,
  ca: string | undefined,
): NonNullable<ImapFlowOptions["transport"]> {
  type StartTlsOptions = { readonly host: string; readonly servername?: string | undefined };
  const startTls = ({ host, servername }: StartTlsOptions, onSecure: () => void): tls.TLSSocket =>
    tls.connect(
      {
        socket,
        host,
        servername,
        ca: ca === undefined ? undefined : [...tls.rootCertificates, ca],
      },
      onSecure,
    );
  return {
    connect(options, onConnect) {
      if (options.secure) return startTls(options, onConnect);
      setImmediate(onConnect);
      return socket;
    },
    upgrade: (_socket, options, onSecure) => startTls(options, onSecure),
  };
}

/** The step at which reading a mailbox failed. */
export type ImapStep = "connect" | "tls" | "sign_in" | "mailbox" | "read";

/** Returns the step of an error. Uses codes of the library and of Node, never their texts. */
export function toImapStep(error: unknown): ImapStep {
  const {
    code = "",
    authenticationFailed = false,
    tlsFailed = false,
    mailboxMissing = false,
  } = (typeof error === "object" && error !== null ? error : {}) as {
    readonly code?: string;
    readonly authenticationFailed?: boolean;
    readonly tlsFailed?: boolean;
    readonly mailboxMissing?: boolean;
  };
  if (authenticationFailed || error instanceof MailSignInError) return "sign_in";
  if (mailboxMissing) return "mailbox";
  if (tlsFailed || /^(?:ERR_TLS|ERR_SSL|CERT|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED)/.test(code))
    return "tls";
  return connectCodes.has(code) || "outcome" in Object(error) ? "connect" : "read";
}
const connectCodes: ReadonlySet<string> = new Set([
  "CONNECT_TIMEOUT",
  "GREETING_TIMEOUT",
  "ClosedAfterConnectText",
  "ClosedAfterConnectTLS",
  "ECONNREFUSED",
  "ECONNRESET",
  "ETIMEDOUT",
]);

/**
 * Describes what failed, why, and what to do, for the settings page and the health of a channel.
 */
export function describeImapError(
  error: unknown,
  { host, port, user, grant }: MailHost,
): ConnectionNotice {
  if (error instanceof MailSignInError) return error.notice;
  const reply = readReply(error);
  const text = reply === "" && error instanceof Error ? error.message : reply;
  const detail = text === "" ? "" : ` (${text})`;
  const step = toImapStep(error);
  const code = step === "sign_in" && grant != null ? "sign_in_token" : step;
  return getNotice(code, { host, port: String(port), user, detail, reply });
}

/** Returns what the server answered, or "". */
function readReply(error: unknown): string {
  const { responseText } = Object(error) as { readonly responseText?: unknown };
  return typeof responseText === "string" ? responseText.slice(0, maxReplyLength) : "";
}
/** Longer texts of servers are cut, in characters. */
const maxReplyLength = 300;
