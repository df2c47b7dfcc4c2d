import { createServer, type AddressInfo, type Socket } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { ImapFaults } from "./imap-faults.ts";
import { ImapSession } from "./imap-session.ts";
import { handleSignIn, type SignInRules } from "./sign-in.ts";
import { createAccount, type MailAccount } from "./mailbox.ts";

export type { ImapFaults } from "./imap-faults.ts";
export type { StoredMail } from "./mailbox.ts";

/** A mail that the SMTP server accepted. */
export interface SubmittedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly user: string | null;
  readonly raw: Buffer;
}
/** Faults that the SMTP server shows on demand. */
export interface SmtpFaults {
  /** Answers this step with a status. `address`: only recipients like it. */
  refuse?: {
    readonly at: "sign_in" | "sender" | "recipient" | "message";
    readonly code: number;
    readonly address?: RegExp;
  };
  /** Accepts connections and never answers. */
  hang?: boolean;
  /** Accepts a mail and ends the connection before the answer arrives. */
  endAfterMessage?: boolean;
}
export interface MailServiceOptions {
  readonly host?: string;
  /** Ports, of which 0 or an absent one is any free port. */
  readonly smtpPort?: number;
  readonly imapPort?: number;
  /** Passwords by address. Mails to these addresses, also with `+tag`, go to their mailboxes. */
  readonly accounts: Readonly<Record<string, string>>;
  /** If set, the service accepts tokens only, and no passwords (RFC 7628). */
  readonly checkToken?: SignInRules["checkToken"];
  /** Folders of each account besides `INBOX`. */
  readonly folders?: readonly string[];
  /** UIDVALIDITY of all mailboxes. A service that was started before had a lower one. */
  readonly uidValidity?: number;
  /** Called with each mail that the SMTP server accepts, before it says so. */
  readonly onSubmit?: (mail: SubmittedMail) => void | Promise<void>;
  /** Whether clients of the SMTP server must sign in. */
  readonly requiresSignIn?: boolean;
  /** PEM. Without `key` and `cert`, the certificate is one that no client trusts. */
  readonly tls?: {
    readonly kind?: "starttls" | "implicit";
    readonly key?: string;
    readonly cert?: string;
  };
  /** Called after each command of an IMAP client. */
  readonly onChange?: () => void;
}

/**
 * A mail server for tests and for `parlour lab`: submission and delivery by SMTP, and mailboxes by
 * IMAP. Mails to addresses without an account are only kept in `submitted`, as mails to the
 * outside.
 */
export interface MailService {
  readonly host: string;
  readonly smtpPort: number;
  readonly imapPort: number;
  /** All mails that the SMTP server accepted, in order. */
  readonly submitted: readonly SubmittedMail[];
  /** Returns the number of connections to the SMTP server so far. */
  readonly countSmtpConnections: () => number;
  readonly smtpFaults: SmtpFaults;
  readonly imapFaults: ImapFaults;
  account(address: string): MailAccount;
  /** Puts a mail into the mailboxes of its recipients, as if it had arrived from outside. */
  deliver(to: string, raw: string | Buffer): void;
  /** Returns whether a client waits for new mails of the account with IDLE. */
  isIdling(address: string): boolean;
  /** Ends all IMAP connections. The server accepts new ones. */
  dropImapConnections(): void;
  /** Stops to listen, so that connections are refused. `start` opens the same ports again. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

export async function startMailService(options: MailServiceOptions): Promise<MailService> {
  const { host = "127.0.0.1", onChange = () => undefined, checkToken = null } = options;
  const accounts = new Map(
    Object.entries(options.accounts).map(([address, password]) => [
      address.toLowerCase(),
      createAccount({ address, password }, options.folders ?? [], options.uidValidity),
    ]),
  );
  const findAccount = (address: string): MailAccount | undefined =>
    accounts.get(address.toLowerCase().replace(/\+[^@]*@/, "@"));
  const submitted: SubmittedMail[] = [];
  const smtpFaults: SmtpFaults = {};
  let connections = 0;
  const imapFaults: ImapFaults = {};
  const deliver = (to: string, raw: string | Buffer): void =>
    void findAccount(to)?.inbox.add(Buffer.from(raw));
  const smtp = createListener(options.smtpPort ?? 0, (port) =>
    openSmtp(
      createSmtpServer(options, {
        rules: { findAccount, checkToken },
        faults: smtpFaults,
        onConnect: () => void connections++,
        async accept(mail) {
          submitted.push(mail);
          for (const to of mail.to) deliver(to, mail.raw);
          await options.onSubmit?.(mail);
        },
      }),
      port,
      host,
    ),
  );
  const sessions = new Map<Socket, ImapSession>();
  const imap = createListener(options.imapPort ?? 0, (port) =>
    openImap(
      sessions,
      (socket) =>
        new ImapSession(socket, { findAccount, checkToken, faults: imapFaults, onChange }),
      { port, host },
    ),
  );
  await Promise.all([smtp.start(), imap.start()]);
  return {
    host,
    smtpPort: smtp.port(),
    imapPort: imap.port(),
    submitted,
    countSmtpConnections: () => connections,
    smtpFaults,
    imapFaults,
    account(address) {
      const account = findAccount(address);
      if (account === undefined) throw new Error(`there is no account ${address}`);
      return account;
    },
    deliver,
    isIdling: (address) => [...sessions.values()].some((one) => one.idlingAddress === address),
    dropImapConnections: () => sessions.forEach((_session, socket) => socket.destroy()),
    stop: async () => void (await Promise.all([smtp.stop(), imap.stop()])),
    start: async () => void (await Promise.all([smtp.start(), imap.start()])),
  };
}

interface OpenServer {
  readonly port: number;
  close(): Promise<void>;
}
/** Opens and closes a server on one port, which is chosen when it starts for the first time. */
function createListener(firstPort: number, open: (port: number) => Promise<OpenServer>) {
  let port = firstPort;
  let server: OpenServer | null = null;
  return {
    port: () => port,
    async start(): Promise<void> {
      server ??= await open(port);
      ({ port } = server);
    },
    async stop(): Promise<void> {
      const closing = server;
      server = null;
      await closing?.close();
    },
  };
}

interface SmtpParts {
  readonly rules: SignInRules;
  readonly faults: SmtpFaults;
  readonly onConnect: () => void;
  readonly accept: (mail: SubmittedMail) => Promise<void>;
}

function createSmtpServer(
  { requiresSignIn = false, tls: { kind, ...certificate } = {} }: MailServiceOptions,
  { rules, faults, onConnect, accept }: SmtpParts,
): SMTPServer {
  type Step = NonNullable<SmtpFaults["refuse"]>["at"];
  const getFault = (at: Step, address = ""): Error | null =>
    faults.refuse?.at === at && (faults.refuse.address?.test(address) ?? true)
      ? Object.assign(new Error(`${at} refused`), { responseCode: faults.refuse.code })
      : null;
  const options: SMTPServerOptions = {
    authOptional: !requiresSignIn,
    allowInsecureAuth: true,
    secure: kind === "implicit",
    disabledCommands: kind === "starttls" ? [] : ["STARTTLS"],
    disableReverseLookup: true,
    ...certificate,
    ...omitAbsent({ authMethods: rules.checkToken == null ? undefined : ["XOAUTH2"] }),
    closeTimeout: 200,
    onConnect(_session, done) {
      onConnect();
      if (faults.hang !== true) done();
    },
    onAuth({ username, password, accessToken }, _session, done) {
      const fault = getFault("sign_in");
      if (fault !== null) return done(fault);
      handleSignIn(
        rules,
        { user: username ?? "", password: password ?? "", accessToken: accessToken ?? "" },
        (account) =>
          account !== null
            ? done(null, { user: account.address })
            : done(Object.assign(new Error("wrong user or password"), { responseCode: 535 })),
      );
    },
    onMailFrom: (_address, _session, done) => done(getFault("sender")),
    onRcptTo: ({ address }, _session, done) => done(getFault("recipient", address)),
    onData(stream, { envelope, user }, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        const fault = getFault("message");
        if (fault !== null) return done(fault);
        const mail = {
          from: envelope.mailFrom === false ? "" : envelope.mailFrom.address,
          to: envelope.rcptTo.map(({ address }) => address),
          user: typeof user === "string" ? user : null,
          raw: Buffer.concat(parts),
        };
        accept(mail).then(() => {
          if (faults.endAfterMessage === true) server.connections.forEach((c) => endConnection(c));
          else done();
        }, done);
      });
    },
  };
  const server = new SMTPServer(options);
  server.on("error", () => undefined);
  server.server.on("connection", (socket: Socket) => void socket.setNoDelay());
  return server;
}
/** Ends a connection of smtp-server without an answer. */
function endConnection(connection: unknown): void {
  (connection as { readonly _socket: Socket })._socket.destroy();
}

function openSmtp(server: SMTPServer, port: number, host: string): Promise<OpenServer> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    const listening = server.listen(port, host, () =>
      resolve({
        port: (listening.address() as AddressInfo).port,
        close: () => new Promise<void>((closed) => server.close(() => closed())),
      }),
    );
  });
}

function openImap(
  sessions: Map<Socket, ImapSession>,
  serve: (socket: Socket) => ImapSession,
  { port, host }: { readonly port: number; readonly host: string },
): Promise<OpenServer> {
  // Without it, each response of several writes takes 40 ms longer.
  const server = createServer({ noDelay: true }, (socket) => {
    sessions.set(socket, serve(socket));
    socket.once("close", () => sessions.delete(socket));
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () =>
      resolve({
        port: (server.address() as AddressInfo).port,
        close: () =>
          new Promise<void>((closed) => {
            server.close(() => closed());
            for (const socket of sessions.keys()) socket.destroy();
          }),
      }),
    );
  });
}
