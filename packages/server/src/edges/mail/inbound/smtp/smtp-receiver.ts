import { toClientAddress, type ClientAddress } from "../../../../core/client/address.ts";
import type { AddressInfo, Server } from "node:net";
import type { SMTPServer, SMTPServerDataStream, SMTPServerSession } from "smtp-server";
import type { Clock } from "../../../../core/command.ts";
import { createPeerShares, type PeerShares } from "./peer-shares.ts";
import { limitSessions } from "./session-limits.ts";

/** A mail that the receiver got for recipients of one installation. */
export interface ReceivedMail {
  /** Sender of the envelope, "" for reports about a delivery. */
  readonly from: string;
  /** Recipients of the envelope, each of which belongs to a channel. */
  readonly recipients: readonly string[];
  readonly raw: Buffer;
  readonly clientAddress: ClientAddress;
}
/** The answer to a command: a status and its text. */
export interface SmtpAnswer {
  readonly status: number;
  readonly text: string;
}

export interface SmtpServerDeps {
  readonly clock: Clock;
  readonly maxMailBytes: number;
  /** Returns the host name of the installation for greetings. */
  readonly hostName: () => string;
  readonly onFault: (error: unknown) => void;
}
export interface SmtpReceiverDeps extends SmtpServerDeps {
  /** Returns whether a recipient belongs to a channel. Rejects if this cannot be found out now. */
  readonly isRecipient: (address: string) => Promise<boolean>;
  /**
   * Stores a mail for all its recipients. Resolves with null after it is stored, or with the answer
   * that refuses it. Rejects if it cannot be stored now.
   */
  readonly receive: (mail: ReceivedMail) => Promise<SmtpAnswer | null>;
  /** Reports a mail that was refused before it could be read. */
  readonly onRefused: (mail: Omit<ReceivedMail, "raw">, answer: SmtpAnswer) => void;
}
/** Where the receiver listens. */
export interface SmtpListenAddress {
  readonly host: string;
  readonly port: number;
  /** Certificate and key in PEM format, for STARTTLS. Null: STARTTLS is not offered. */
  readonly tls: { readonly cert: string; readonly key: string } | null;
}

/** The SMTP receiver of an installation, for domains whose MX record names it (MAIL-050). */
export interface SmtpReceiver {
  readonly port: number;
  close(): Promise<void>;
}

const maxClients = 100;
/** The library also counts connections that wait for the greeting, which hold no place yet. */
const maxWaitingClients = 1_000;
const maxRecipients = 100;
/** Unknown recipients of one connection after which it is closed, because it guesses addresses. */
const maxUnknownRecipients = 20;
/** Size in bytes of all mails that are being received. */
const maxBufferedBytes = 128 * 1024 * 1024;
/** Times in ms: of a silent connection, and of the transfer of one mail. */
const silenceTimeoutMs = 60_000;
const transferTimeoutMs = 5 * 60_000;
/** A transfer must have at least this many bytes in each interval, in ms. */
const minTransferBytes = 30 * 1024;
const transferCheckMs = 30_000;

/**
 * Starts to receive mails by SMTP (RFC 5321). It accepts mails only for addresses of channels, and
 * answers 250 only after a mail is stored (MAIL-051). While it cannot be stored, the answer is 451,
 * and the sending server repeats it. Resolves when it listens, and rejects if the port is in use.
 */
export async function startSmtpReceiver(
  deps: SmtpReceiverDeps,
  { host, port, tls }: SmtpListenAddress,
): Promise<SmtpReceiver> {
  const smtp = await import("smtp-server");
  const shares = createPeerShares({
    maxConnections: maxClients,
    maxBytes: maxBufferedBytes,
    minBytes: deps.maxMailBytes,
  });
  const sessions = limitSessions(deps.clock);
  const unknown = new WeakMap<SMTPServerSession, number>();
  const server = new smtp.SMTPServer({
    name: deps.hostName(),
    banner: "Parlour",
    size: deps.maxMailBytes,
    maxClients: maxWaitingClients,
    authOptional: true,
    disabledCommands: ["AUTH", ...(tls === null ? ["STARTTLS"] : [])],
    ...tls,
    disableReverseLookup: true,
    socketTimeout: silenceTimeoutMs,
    closeTimeout: 2_000,
    logger: sessions.logger,
    onConnect(session, done) {
      const release = shares.connect(getClientAddress(session));
      if (release === null)
        return done(toError({ status: 421, text: "Too many connections, try again later" }));
      sessions.open(session.id, server.connections, release);
      done();
    },
    onClose: (session) => sessions.close(session.id),
    onRcptTo({ address }, session, done) {
      if (session.envelope.rcptTo.length >= maxRecipients)
        return done(toError({ status: 452, text: "Too many recipients" }));
      if ((unknown.get(session) ?? 0) >= maxUnknownRecipients)
        return done(toError({ status: 421, text: "Too many unknown recipients" }));
      checkRecipient(deps, address).then((refusal) => {
        if (refusal?.status === 550) unknown.set(session, (unknown.get(session) ?? 0) + 1);
        done(refusal === null ? null : toError(refusal));
      }, deps.onFault);
    },
    onData(stream, session, done) {
      receiveMail(deps, shares, stream, session).then(
        (refusal) => done(refusal === null ? null : toError(refusal)),
        deps.onFault,
      );
    },
  });
  // A client that breaks its connection is not a fault of the server.
  server.on("error", () => undefined);
  const listening = await listen(server, port, host);
  return {
    port: (listening.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const toError = ({ status, text }: SmtpAnswer): Error =>
  Object.assign(new Error(text), { responseCode: status });
const notNow: SmtpAnswer = { status: 451, text: "The mail cannot be stored now, try again later" };

function listen(server: SMTPServer, port: number, host: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    const listening = server.listen(port, host, () => {
      server.off("error", reject);
      resolve(listening as Server);
    });
  });
}

async function checkRecipient(
  { isRecipient, onFault }: SmtpReceiverDeps,
  address: string,
): Promise<SmtpAnswer | null> {
  try {
    return (await isRecipient(address)) ? null : { status: 550, text: "No such address here" };
  } catch (error) {
    onFault(error);
    return notNow;
  }
}

/**
 * Receives and stores one mail. Never rejects. Resolves with the answer that refuses it, or null.
 */
async function receiveMail(
  deps: SmtpReceiverDeps,
  shares: PeerShares,
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
): Promise<SmtpAnswer | null> {
  const { envelope } = session;
  const clientAddress = getClientAddress(session);
  const mail = {
    from: envelope.mailFrom === false ? "" : envelope.mailFrom.address,
    recipients: envelope.rcptTo.map(({ address }) => address),
    clientAddress,
  };
  const content = await readMail(deps, stream, {
    reserve: (bytes) => shares.reserve(clientAddress, bytes),
    release: (bytes) => shares.release(clientAddress, bytes),
  });
  if (content.refusal !== null) {
    deps.onRefused(mail, content.refusal);
    return content.refusal;
  }
  try {
    return await deps.receive({
      ...mail,
      raw: Buffer.concat([toTrace(mail.from, mail.recipients), ...content.parts]),
    });
  } catch (error) {
    deps.onFault(error);
    return notNow;
  } finally {
    shares.release(clientAddress, content.bytes);
  }
}

const getClientAddress = ({ remoteAddress }: SMTPServerSession): ClientAddress =>
  toClientAddress(remoteAddress);

/**
 * Returns the trace headers that a final server adds: the sender of the envelope, from which a
 * report about a delivery is recognised, and its recipients. They have no time, so that a repeated
 * transfer of a mail without Message-ID is the same mail.
 */
const toTrace = (from: string, recipients: readonly string[]): Buffer =>
  Buffer.from(
    [
      `Return-Path: <${from}>`,
      ...recipients.map((recipient) => `Delivered-To: ${recipient}`),
      "",
    ].join("\r\n"),
  );

interface ReadMail {
  readonly parts: readonly Buffer[];
  readonly bytes: number;
  /** Why the mail was not kept. Its bytes are then read to their end and dropped. */
  readonly refusal: SmtpAnswer | null;
}
interface MailMemory {
  readonly reserve: (bytes: number) => boolean;
  readonly release: (bytes: number) => void;
}
function readMail(
  { clock, maxMailBytes }: SmtpReceiverDeps,
  stream: SMTPServerDataStream,
  memory: MailMemory,
): Promise<ReadMail> {
  return new Promise((resolve) => {
    let parts: Buffer[] = [];
    let bytes = 0;
    let refusal: SmtpAnswer | null = null;
    const drop = (reason: SmtpAnswer): void => {
      refusal = reason;
      parts = [];
      memory.release(bytes);
      bytes = 0;
    };
    const giveUp = (text: string): void => {
      if (refusal === null) drop({ status: 421, text });
      stream.destroy();
    };
    const stopWatching = watchTransfer(clock, () => bytes, giveUp);
    const end = (): void => {
      stopWatching();
      resolve({ parts, bytes, refusal });
    };
    stream.on("data", (part: Buffer) => {
      if (refusal !== null) return;
      if (bytes + part.length > maxMailBytes)
        return drop({ status: 552, text: `The mail is larger than ${maxMailBytes} bytes` });
      if (!memory.reserve(part.length)) return drop(notNow);
      bytes += part.length;
      parts.push(part);
    });
    stream.once("end", end);
    stream.once("close", () => {
      if (!stream.readableEnded && refusal === null)
        drop({ status: 451, text: "The transfer was interrupted" });
      end();
    });
  });
}

/** Ends a transfer that takes too long in all, or is too slow. Returns a function that stops it. */
function watchTransfer(
  clock: Clock,
  countBytes: () => number,
  giveUp: (text: string) => void,
): () => void {
  const cancelEnd = clock.scheduleAt(clock.now() + transferTimeoutMs, () =>
    giveUp("The transfer took too long"),
  );
  let cancelCheck = (): void => undefined;
  const checkLater = (earlierBytes: number): void => {
    cancelCheck = clock.scheduleAt(clock.now() + transferCheckMs, () => {
      const bytes = countBytes();
      if (bytes - earlierBytes < minTransferBytes) return giveUp("The transfer is too slow");
      checkLater(bytes);
    });
  };
  checkLater(0);
  return () => {
    cancelEnd();
    cancelCheck();
  };
}
