import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { findFreePort } from "../port.ts";

/** An email as the server received it. */
export interface ReceivedMail {
  /** Sender of the envelope. */
  readonly from: string;
  readonly to: readonly string[];
  /** The signed-in user. */
  readonly user: string | null;
  /**
   * Headers by lower-case name. If a header is repeated, the last one counts. Folded lines are
   * joined. Encoded words are not decoded.
   */
  readonly headers: Readonly<Record<string, string>>;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly raw: string;
}
type SmtpStep = "sign_in" | "sender" | "recipient" | "message";
/** An SMTP server on this machine. It accepts or rejects emails. */
export interface FakeMailServer {
  readonly host: string;
  readonly port: number;
  readonly received: readonly ReceivedMail[];
  /** Returns the number of connections so far. */
  readonly connectionCount: () => number;
  /**
   * Rejects emails at this step with this code. If `recipient` is given, rejects only emails to
   * them. Null accepts everything.
   */
  refuse(at: SmtpStep | null, code?: number, recipient?: string): void;
  /** Stops the server, so that it refuses connections. `start` starts it again on the same port. */
  stop(): Promise<void>;
  start(): Promise<void>;
}
export interface MailServerOptions {
  /** Credentials that clients must use. If absent, none are required. */
  readonly login?: { readonly user: string; readonly password: string };
  /**
   * `key` and `cert` in PEM format. If absent, the server uses a certificate that no client trusts.
   */
  readonly tls?: {
    readonly kind: "starttls" | "implicit";
    readonly key?: string;
    readonly cert?: string;
  };
}

export async function startMailServer({
  login,
  tls,
}: MailServerOptions = {}): Promise<FakeMailServer> {
  const received: ReceivedMail[] = [];
  let connections = 0;
  // Reserve a port that no other test gets between `stop` and `start`.
  const port = await findFreePort();
  let rejection: {
    readonly at: SmtpStep;
    readonly code: number;
    readonly who: string | undefined;
  } | null = null;
  const rejectionAt = (smtpStep: SmtpStep, recipient?: string): Error | null => {
    if (
      rejection === null ||
      rejection.at !== smtpStep ||
      (rejection.who !== undefined && rejection.who !== recipient)
    )
      return null;
    return Object.assign(new Error(`${smtpStep} refused by the test`), {
      responseCode: rejection.code,
    });
  };
  const options: SMTPServerOptions = {
    authOptional: login === undefined,
    allowInsecureAuth: true,
    secure: tls?.kind === "implicit",
    ...(tls?.kind === "starttls" ? {} : { disabledCommands: ["STARTTLS"] }),
    ...(tls?.key === undefined ? {} : { key: tls.key, cert: tls.cert }),
    closeTimeout: 200,
    onConnect(_session, done) {
      connections += 1;
      done();
    },
    onAuth({ username = "", password = "" }, _session, done) {
      const rejectionError = rejectionAt("sign_in");
      if (rejectionError !== null) return done(rejectionError);
      if (username !== login?.user || password !== login.password)
        return done(Object.assign(new Error("bad credentials"), { responseCode: 535 }));
      done(null, { user: username });
    },
    onMailFrom: (_address, _session, done) => done(rejectionAt("sender")),
    onRcptTo: ({ address }, _session, done) => done(rejectionAt("recipient", address)),
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        const rejectionError = rejectionAt("message");
        if (rejectionError !== null) return done(rejectionError);
        const { mailFrom, rcptTo } = session.envelope;
        const user = typeof session.user === "string" ? session.user : null;
        const from = mailFrom === false ? "" : mailFrom.address;
        received.push({
          from,
          to: rcptTo.map((envelopeAddress) => envelopeAddress.address),
          user,
          ...parseMail(Buffer.concat(parts).toString("utf8")),
        });
        done();
      });
    },
  };
  let server: SMTPServer | null = null;
  const mail: FakeMailServer = {
    host: "127.0.0.1",
    port,
    received,
    connectionCount: () => connections,
    refuse(smtpStep, code = 550, recipient) {
      rejection = smtpStep === null ? null : { at: smtpStep, code, who: recipient };
    },
    async start() {
      const next = new SMTPServer(options);
      next.on("error", () => undefined);
      await new Promise<void>(
        (resolve, reject) => void next.once("error", reject).listen(port, "127.0.0.1", resolve),
      );
      server = next;
    },
    stop: () =>
      new Promise((resolve) => {
        if (server === null) return resolve();
        server.close(() => resolve());
        server = null;
      }),
  };
  await mail.start();
  return mail;
}

/** Parses the headers and the two parts of `multipart/alternative`. */
function parseMail(
  raw: string,
): Pick<ReceivedMail, "headers" | "subject" | "text" | "html" | "raw"> {
  const { headers, body } = splitHead(raw);
  const boundary = /boundary="?([^";]+)"?/i.exec(headers["content-type"] ?? "")?.[1];
  const parts =
    boundary === undefined
      ? [raw]
      : body.split(`--${boundary}`).map((part) => part.replace(/^\r\n/, ""));
  const textOfPart = (type: string): string => {
    const matchingPart = parts
      .map(splitHead)
      .find((part) => part.headers["content-type"]?.startsWith(type));
    return matchingPart === undefined ? "" : decodeBody(matchingPart);
  };
  return {
    headers,
    subject: decodeHeaderText(headers["subject"] ?? ""),
    text: textOfPart("text/plain"),
    html: textOfPart("text/html"),
    raw,
  };
}
function splitHead(raw: string): {
  readonly headers: Record<string, string>;
  readonly body: string;
} {
  const headEnd = raw.indexOf("\r\n\r\n");
  const head = (headEnd < 0 ? raw : raw.slice(0, headEnd)).replaceAll(/\r\n[ \t]+/g, " ");
  const headers: Record<string, string> = {};
  for (const line of head.split("\r\n")) {
    const colon = line.indexOf(":");
    if (colon > 0) headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  return { headers, body: headEnd < 0 ? "" : raw.slice(headEnd + 4) };
}
function decodeBody({
  headers,
  body,
}: {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}): string {
  const coding = headers["content-transfer-encoding"]?.toLowerCase();
  const text =
    coding === "base64"
      ? Buffer.from(body, "base64").toString("utf8")
      : coding === "quoted-printable"
        ? decodeQuotedPrintable(body)
        : body;
  return text.replaceAll("\r\n", "\n").trimEnd();
}
function decodeQuotedPrintable(text: string): string {
  const joined = text.replaceAll(/=\r?\n/g, "");
  return Buffer.from(
    joined.replaceAll(/=([0-9A-F]{2})/gi, (_all, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    ),
    "latin1",
  ).toString("utf8");
}
/** Decodes encoded words of a header (RFC 2047). */
function decodeHeaderText(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, "?==?")
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_all, coding: string, word: string) =>
      coding.toLowerCase() === "b"
        ? Buffer.from(word, "base64").toString("utf8")
        : decodeQuotedPrintable(word.replaceAll("_", " ")),
    );
}
