import type { Socket } from "node:net";
import {
  ImapCommandReader,
  isInSet,
  parseCommand,
  toText,
  toTexts,
  type ImapCommand,
} from "./imap-command.ts";
import type { ImapFaults } from "./imap-faults.ts";
import { formatFetchAnswer } from "./imap-fetch.ts";
import { handleSignIn, type SignInRules } from "./sign-in.ts";
import type { MailAccount, Mailbox, StoredMail } from "./mailbox.ts";

interface SessionDeps extends SignInRules {
  readonly faults: ImapFaults;
  /** Called after each command. */
  readonly onChange: () => void;
}

const extensions = "IMAP4rev1 IDLE UIDPLUS MOVE LITERAL+ ID";

/**
 * Serves one connection with the part of IMAP4rev1 that mail clients need to read a mailbox: LOGIN,
 * AUTHENTICATE PLAIN or XOAUTH2, SELECT, FETCH, STORE, SEARCH, MOVE and IDLE (RFC 3501, 2177,
 * 6851).
 */
export class ImapSession {
  /** Address of the account whose client waits with IDLE now, or null. */
  get idlingAddress(): string | null {
    return this.#idleTag === null ? null : (this.#account?.address ?? null);
  }
  readonly #socket: Socket;
  readonly #deps: SessionDeps;
  #account: MailAccount | null = null;
  #selected: { readonly mailbox: Mailbox; shown: readonly StoredMail[]; stop: () => void } | null =
    null;
  /** Tag of a running IDLE or AUTHENTICATE, whose next line is not a command. */
  #idleTag: string | null = null;
  #authenticateTag: string | null = null;

  constructor(socket: Socket, deps: SessionDeps) {
    this.#socket = socket;
    this.#deps = deps;
    const reader = new ImapCommandReader(() => this.#send("+ go on"));
    socket.on("error", () => undefined);
    socket.on("close", () => this.#selected?.stop());
    socket.on("data", (bytes: Buffer) => {
      if (deps.faults.hang === true) return;
      try {
        for (const line of reader.push(bytes)) this.#handleLine(line);
        deps.onChange();
      } catch {
        socket.destroy();
      }
    });
    if (deps.faults.hang === true) return;
    this.#send(`* OK [CAPABILITY ${this.#capabilities}] ready`);
    if (deps.faults.garbage !== undefined) socket.write(deps.faults.garbage);
  }

  get #capabilities(): string {
    const isByToken = this.#deps.checkToken !== null;
    return `${extensions} ${isByToken ? "AUTH=XOAUTH2 LOGINDISABLED" : "AUTH=PLAIN"}`;
  }

  #send(line: string): void {
    if (this.#socket.writable) this.#socket.write(`${line}\r\n`, "latin1");
  }

  #handleLine(line: string): void {
    if (this.#idleTag !== null) {
      this.#send(`${this.#idleTag} OK IDLE ended`);
      this.#idleTag = null;
      return;
    }
    if (this.#authenticateTag !== null) {
      const text = Buffer.from(line, "base64").toString();
      const [, user = "", password = ""] = text.split("\0");
      // XOAUTH2: `user=NAME`, `auth=Bearer TOKEN`, each followed by a control character.
      const [bearer, token = ""] = text.startsWith("user=")
        ? text.split("\u0001").map((part) => part.replace(/^(?:user=|auth=Bearer )/, ""))
        : [];
      const tag = this.#authenticateTag;
      this.#authenticateTag = null;
      return this.#signIn(tag, bearer ?? user, password, token);
    }
    const command = parseCommand(line);
    if (command === null) return this.#send("* BAD no command");
    if (this.#deps.faults.endAt === command.name) return void this.#socket.destroy();
    this.#handleCommand(command);
  }

  #handleCommand(command: ImapCommand): void {
    const handle = this.#commands[command.name];
    if (handle === undefined) this.#send(`${command.tag} BAD unknown command`);
    else handle(command);
  }

  readonly #noop = ({ tag, name }: ImapCommand): void => {
    this.#showChanges();
    this.#complete(tag, name);
  };
  readonly #listFolders = ({ tag, name, args }: ImapCommand): void =>
    this.#list(tag, name, toText(args[1]));
  readonly #open = ({ tag, name, args }: ImapCommand): void =>
    this.#select(tag, name, toText(args[0]));
  readonly #close = ({ tag, name }: ImapCommand): void => {
    this.#selected?.stop();
    this.#selected = null;
    this.#complete(tag, name);
  };
  readonly #fetchMails = ({ tag, name, args }: ImapCommand): void =>
    this.#fetch(tag, name, this.#choose(name, args), toTexts(args[1]));
  readonly #storeFlags = ({ tag, name, args }: ImapCommand): void => {
    for (const mail of this.#choose(name, args)) this.#store(mail, args.slice(1).map(toTexts));
    this.#complete(tag, name);
  };
  readonly #search = ({ tag, name, args }: ImapCommand): void => {
    const mails = this.#selected?.shown ?? [];
    const found = mails
      .filter((mail) => matchesSearch(mail, args.map(toText), mails))
      .map((mail, n) => (name === "SEARCH" ? n + 1 : mail.uid));
    this.#send(`* SEARCH ${found.join(" ")}`.trimEnd());
    this.#complete(tag, name);
  };
  readonly #moveMails = ({ tag, name, args }: ImapCommand): void =>
    this.#move(tag, name, this.#choose(name, args), toText(args[1]));

  readonly #commands: Readonly<Partial<Record<string, (command: ImapCommand) => void>>> = {
    CAPABILITY: ({ tag, name }) => {
      this.#send(`* CAPABILITY ${this.#capabilities}`);
      this.#complete(tag, name);
    },
    ID: ({ tag, name }) => {
      this.#send('* ID ("name" "Parlour lab")');
      this.#complete(tag, name);
    },
    NOOP: this.#noop,
    CHECK: this.#noop,
    LOGIN: ({ tag, args }) => this.#signIn(tag, toText(args[0]), toText(args[1]), ""),
    AUTHENTICATE: ({ tag, args }) => {
      this.#authenticateTag = tag;
      return args[1] === undefined ? this.#send("+ ") : this.#handleLine(toText(args[1]));
    },
    LOGOUT: ({ tag, name }) => {
      this.#send("* BYE");
      this.#complete(tag, name);
      this.#socket.end();
    },
    LIST: this.#listFolders,
    LSUB: this.#listFolders,
    SELECT: this.#open,
    EXAMINE: this.#open,
    CLOSE: this.#close,
    UNSELECT: this.#close,
    IDLE: ({ tag }) => {
      this.#idleTag = tag;
      this.#send("+ idling");
      this.#showChanges();
    },
    FETCH: this.#fetchMails,
    "UID FETCH": this.#fetchMails,
    STORE: this.#storeFlags,
    "UID STORE": this.#storeFlags,
    SEARCH: this.#search,
    "UID SEARCH": this.#search,
    MOVE: this.#moveMails,
    "UID MOVE": this.#moveMails,
  };

  #complete(tag: string, name: string): void {
    this.#send(`${tag} OK ${name} completed`);
  }

  #signIn(tag: string, user: string, password: string, accessToken: string): void {
    handleSignIn(this.#deps, { user, password, accessToken }, (account) => {
      if (this.#deps.faults.refuseLogin === true || account === null)
        return this.#send(`${tag} NO [AUTHENTICATIONFAILED] wrong user or password`);
      this.#account = account;
      this.#send(`${tag} OK [CAPABILITY ${this.#capabilities}] signed in`);
    });
  }

  #list(tag: string, name: string, pattern: string): void {
    const names = [...(this.#account?.folders.keys() ?? [])];
    const shown = pattern === "*" || pattern === "%" ? names : names.filter((n) => n === pattern);
    if (pattern === "") this.#send(`* ${name} (\\Noselect) "/" ""`);
    for (const folder of shown) this.#send(`* ${name} () "/" "${folder}"`);
    this.#complete(tag, name);
  }

  #select(tag: string, name: string, folder: string): void {
    const key = folder.toUpperCase() === "INBOX" ? "INBOX" : folder;
    const mailbox = this.#account?.folders.get(key);
    if (mailbox === undefined) return this.#send(`${tag} NO [NONEXISTENT] no such mailbox`);
    this.#selected?.stop();
    const stop = mailbox.watch(() => this.#showChanges());
    this.#selected = { mailbox, shown: mailbox.mails, stop };
    this.#send(`* ${mailbox.mails.length} EXISTS`);
    this.#send("* 0 RECENT");
    this.#send(`* OK [UIDVALIDITY ${mailbox.uidValidity}] valid`);
    this.#send(`* OK [UIDNEXT ${mailbox.uidNext}] next`);
    this.#send("* FLAGS (\\Seen \\Answered \\Flagged \\Deleted \\Draft)");
    this.#send("* OK [PERMANENTFLAGS (\\Seen \\Answered \\Flagged \\Deleted \\Draft \\*)] flags");
    this.#send(`${tag} OK [READ-WRITE] ${name} completed`);
  }

  /** Reports removed and new mails. RFC 3501 forbids to report removed ones during FETCH. */
  #showChanges(): void {
    if (this.#selected === null) return;
    const { mailbox, shown } = this.#selected;
    const remaining = shown.filter((mail) => mailbox.mails.includes(mail));
    for (let n = shown.length - 1; n >= 0; n--) {
      const mail = shown[n];
      if (mail !== undefined && !remaining.includes(mail)) this.#send(`* ${n + 1} EXPUNGE`);
    }
    if (mailbox.mails.length > remaining.length) this.#send(`* ${mailbox.mails.length} EXISTS`);
    this.#selected.shown = mailbox.mails;
  }

  /** Returns the mails of the set in the first argument, which has UIDs or numbers. */
  #choose(name: string, args: ImapCommand["args"]): readonly StoredMail[] {
    const mails = this.#selected?.shown ?? [];
    const isUid = name.startsWith("UID ");
    const highest = isUid ? (mails.at(-1)?.uid ?? 0) : mails.length;
    return mails.filter((mail, n) => isInSet(toText(args[0]), isUid ? mail.uid : n + 1, highest));
  }

  #fetch(tag: string, name: string, mails: readonly StoredMail[], items: readonly string[]): void {
    const shown = this.#selected?.shown ?? [];
    for (const mail of mails) {
      const answer = formatFetchAnswer(mail, shown.indexOf(mail) + 1, items, this.#deps.faults);
      if (this.#deps.faults.endInMail === true && answer.length > 200) {
        this.#socket.write(answer.subarray(0, answer.length >> 1));
        return void this.#socket.destroy();
      }
      this.#socket.write(answer);
    }
    this.#complete(tag, name);
  }

  #store(mail: StoredMail, [action = [], flags = []]: readonly (readonly string[])[]): void {
    const isRemoved = action[0]?.startsWith("-") === true;
    for (const flag of flags) {
      if (isRemoved) mail.flags.delete(flag);
      else mail.flags.add(flag);
    }
  }

  #move(tag: string, name: string, mails: readonly StoredMail[], folder: string): void {
    const target = this.#account?.folders.get(folder);
    const mailbox = this.#selected?.mailbox;
    if (target === undefined || mailbox === undefined)
      return this.#send(`${tag} NO [TRYCREATE] no such mailbox`);
    for (const mail of mails) target.add(mail.raw, mail.flags);
    mailbox.remove(new Set(mails.map(({ uid }) => uid)));
    this.#complete(tag, name);
  }
}

/** Supports the keys that a reader of a mailbox uses: ALL, UID, SINCE, HEADER, UNSEEN and SEEN. */
function matchesSearch(
  mail: StoredMail,
  keys: readonly string[],
  mails: readonly StoredMail[],
): boolean {
  for (let n = 0; n < keys.length; n++) {
    const key = keys[n]?.toUpperCase();
    if (key === "UNSEEN" && mail.flags.has("\\Seen")) return false;
    if (key === "SEEN" && !mail.flags.has("\\Seen")) return false;
    if (key === "UID" && !isInSet(keys[++n] ?? "", mail.uid, mails.at(-1)?.uid ?? 0)) return false;
    if (key === "HEADER") {
      const [name = "", value = ""] = [keys[++n], keys[++n]];
      const head = mail.raw.subarray(0, mail.raw.indexOf("\r\n\r\n")).toString("latin1");
      const line = head
        .split("\r\n")
        .find((one) => one.toLowerCase().startsWith(`${name}:`.toLowerCase()));
      if (line?.toLowerCase().includes(value.toLowerCase()) !== true) return false;
    }
    if (key === "SINCE") {
      const day = Date.parse(`${keys[++n] ?? ""} UTC`);
      if (mail.arrivedAt < day) return false;
    }
  }
  return true;
}
