import { parseSender } from "@parlour/protocol/email/sender";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import type net from "node:net";
import type { createTransport } from "nodemailer";
import type { Clock } from "../core/command.ts";
import type { Outcome } from "../core/entity.ts";
import { toOneLine } from "./one-line.ts";
import type { Mail, MailRecipient, MailServer } from "./settings.ts";

/** The step at which sending ended. `sent`: the server accepted the email. */
export type MailStep =
  | "dns"
  | "connect"
  | "greeting"
  | "tls"
  | "sign_in"
  | "sender"
  | "recipient"
  | "message"
  | "sent";
export interface SendMailResult {
  readonly step: MailStep;
  readonly outcome: Outcome;
  /** Status and text of the server's last reply. null if there was none. */
  readonly status: number | null;
  readonly reply: string | null;
  /** Whether another attempt may succeed: the server is down, is busy, or replied with 4xx. */
  readonly mayRepeat: boolean;
  /** Recipients whom the server rejected while it accepted the email for others. */
  readonly refused: readonly string[];
  readonly durationMs: number;
}
export interface SmtpDeps {
  readonly clock: Clock;
  /** Opens an unencrypted connection through egress, or returns the error. Never rejects. */
  readonly connect: (
    to: { readonly host: string; readonly port: number },
    signal: AbortSignal,
  ) => Promise<net.Socket | UnreachableServer>;
  /** Returns the host name for EHLO, which is the host of the public URL. */
  readonly greeting: () => string;
  /** Certificate that is trusted in addition to the usual ones. For tests only. */
  readonly ca?: string;
}
interface UnreachableServer extends Error {
  readonly outcome: Outcome;
}

/**
 * Sends one email over one connection (RFC 5321). Errors of the server are part of the result and
 * never reject.
 */
export function sendMail(
  deps: SmtpDeps,
  server: MailServer,
  mail: Mail,
  timeoutMs: number,
): Promise<SendMailResult> {
  return withMailServer(deps, server, timeoutMs, async (transport) => {
    const info = await transport.sendMail(toMessage(server, mail));
    return {
      step: "sent",
      outcome: "delivered",
      status: parseStatus(info.response),
      reply: info.response,
      mayRepeat: false,
      refused: (info.rejected ?? []).map(String),
    };
  });
}

type Transport = ReturnType<typeof createSmtpTransport>;

/** Runs `use` over one connection to a server, within `timeoutMs`. Never rejects. */
export async function withMailServer(
  deps: SmtpDeps,
  server: MailServer,
  timeoutMs: number,
  use: (transport: Transport) => Promise<Omit<SendMailResult, "durationMs">>,
): Promise<SendMailResult> {
  // Loaded at the first email, because a start should not wait for it (PERF-12).
  const nodemailer = await import("nodemailer");
  const started = deps.clock.monotonic();
  const toResult = (posted: Omit<SendMailResult, "durationMs">): SendMailResult => ({
    ...posted,
    durationMs: Math.max(0, Math.round(deps.clock.monotonic() - started)),
  });
  const timeout = new AbortController();
  const cancel = deps.clock.scheduleAt(deps.clock.now() + timeoutMs, () =>
    timeout.abort(new Error("too late")),
  );
  let socket: net.Socket | null = null;
  try {
    const connection = await deps.connect(server, timeout.signal);
    if (connection instanceof Error) {
      const outcome = timeout.signal.aborted ? "timeout" : connection.outcome;
      return toResult({
        ...noReply,
        step: outcome === "dns_failed" ? "dns" : "connect",
        outcome,
        reply: connection.message,
      });
    }
    socket = connection;
    const openedSocket = connection;
    timeout.signal.addEventListener("abort", () => openedSocket.destroy(), { once: true });
    return toResult(
      await use(
        createSmtpTransport(nodemailer.createTransport, { ...deps, connection }, server, timeoutMs),
      ),
    );
  } catch (error) {
    return toResult(
      timeout.signal.aborted
        ? { ...toFailure(error), outcome: "timeout", mayRepeat: true }
        : toFailure(error),
    );
  } finally {
    cancel();
    socket?.destroy();
  }
}

const noReply = { status: null, reply: null, mayRepeat: true, refused: [] } as const;

function createSmtpTransport(
  create: typeof createTransport,
  { greeting, ca, connection }: SmtpDeps & { readonly connection: net.Socket },
  server: MailServer,
  timeoutMs: number,
) {
  return create({
    host: server.host,
    port: server.port,
    name: greeting(),
    secure: server.tls === "implicit",
    requireTLS: server.tls === "starttls",
    ignoreTLS: server.tls === "none",
    ...(server.user === null
      ? {}
      : server.accessToken === undefined
        ? { auth: { user: server.user, pass: server.password ?? "" } }
        : { auth: { type: "OAuth2", user: server.user, accessToken: server.accessToken } }),
    tls: ca === undefined ? undefined : { ca },
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // The library must never load files or URLs that occur in texts of an email.
    disableFileAccess: true,
    disableUrlAccess: true,
    getSocket: (_options, done) => done(null, { connection }),
  });
}

function toMessage(server: MailServer, mail: Mail) {
  const sender = parseSender(server.from) ?? { name: "", address: server.from };
  return {
    envelope: { from: sender.address, to: [...mail.to] },
    from: { name: toOneLine(mail.fromName ?? sender.name), address: sender.address },
    ...toRecipientHeaders(mail),
    subject: toOneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    messageId: `<${toMessageId(mail.messageId, sender.address)}>`,
    headers: toHeaders(mail),
    replyTo: mail.replyTo === undefined ? undefined : { name: "", address: mail.replyTo },
    inReplyTo: mail.inReplyTo === undefined ? undefined : `<${mail.inReplyTo}>`,
    references: mail.references?.map((id) => `<${id}>`),
    attachments: mail.attachments?.map(({ name, type, content }) => ({
      filename: toOneLine(name),
      contentType: type,
      content,
    })),
  };
}

/** Returns who the headers name. The envelope can have others, who stay hidden. */
function toRecipientHeaders({ to, shown }: Mail) {
  const [recipient] = to;
  if (shown !== undefined) {
    const list = (recipients: readonly MailRecipient[]) =>
      recipients.map(({ name, address }) => ({ name: toOneLine(name), address }));
    return { to: list(shown.to), cc: shown.cc.length === 0 ? undefined : list(shown.cc) };
  }
  return {
    to:
      to.length === 1 && recipient !== undefined
        ? { name: "", address: recipient }
        : "undisclosed-recipients:;",
  };
}

/** Returns the Message-ID of an email from this sender, without angle brackets. */
export function toMessageId(id: string, senderAddress: string): string {
  return `${id}@${senderAddress.split("@").at(-1) ?? "localhost"}`;
}

/**
 * Returns the headers by which other mail programs recognise automatic emails (RFC 3834) and offer
 * to stop them with one press (RFC 8058).
 */
function toHeaders({ isAutomatic, inReplyTo, marker, stopUrl }: Mail): Record<string, string> {
  const automaticReason = inReplyTo === undefined ? "auto-generated" : "auto-replied";
  return omitAbsent({
    "Auto-Submitted": isAutomatic ? automaticReason : undefined,
    "X-Auto-Response-Suppress": isAutomatic ? "All" : undefined,
    "X-Parlour-Mail": marker,
    "List-Unsubscribe": stopUrl && `<${stopUrl}>`,
    "List-Unsubscribe-Post": stopUrl && "List-Unsubscribe=One-Click",
  });
}

/**
 * Converts an error of the library. Uses only error codes of the library and of the server, never
 * their texts.
 */
function toFailure(error: unknown): Omit<SendMailResult, "durationMs"> {
  const {
    code = "",
    command = "",
    responseCode,
    response,
  } = (typeof error === "object" && error !== null ? error : {}) as Partial<SmtpError>;
  const status = typeof responseCode === "number" ? responseCode : null;
  const reply = typeof response === "string" && response !== "" ? response : null;
  // The library replaces TLS error codes. Only errors of the operating system have `syscall`.
  const isTls = code === "ESOCKET" && error instanceof Error && !("syscall" in error);
  const step = isTls ? "tls" : toMailStep(code, command);
  const failureFields = { step, status, reply, refused: [] };
  if (status !== null) return { ...failureFields, outcome: "refused", mayRepeat: status < 500 };
  if (step === "sign_in") return { ...failureFields, outcome: "refused", mayRepeat: false };
  if (step === "tls")
    return {
      ...failureFields,
      outcome: "tls_failed",
      mayRepeat: true,
      reply: error instanceof Error ? error.message : null,
    };
  if (code === "EENVELOPE") return { ...failureFields, outcome: "refused", mayRepeat: false };
  return {
    ...failureFields,
    outcome: code === "ETIMEDOUT" ? "timeout" : "connect_failed",
    mayRepeat: true,
  };
}
interface SmtpError {
  readonly code: string;
  readonly command: string;
  readonly responseCode: number;
  readonly response: string;
}

function toMailStep(code: string, command: string): MailStep {
  if (code === "ETLS" || command === "STARTTLS") return "tls";
  if (code === "EAUTH" || command.startsWith("AUTH")) return "sign_in";
  if (command === "MAIL FROM") return "sender";
  if (command === "RCPT TO") return "recipient";
  if (code === "EENVELOPE") return "recipient";
  return command === "DATA" || code === "EMESSAGE" || code === "ESTREAM" ? "message" : "greeting";
}
const parseStatus = (response: string): number | null => {
  const code = /^\d{3}/.exec(response)?.[0];
  return code === undefined ? null : Number(code);
};
