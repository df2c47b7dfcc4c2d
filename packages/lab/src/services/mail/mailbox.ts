/** A mail in a mailbox, as IMAP shows it. */
export interface StoredMail {
  readonly uid: number;
  readonly raw: Buffer;
  readonly flags: Set<string>;
  /** Time of arrival, in milliseconds since 1970. */
  readonly arrivedAt: number;
}

/** Called after a mailbox has changed. */
type Listener = () => void;

/** A folder of a mail account: mails in the order of their arrival, and who watches them. */
export class Mailbox {
  readonly name: string;
  uidValidity: number;
  uidNext = 1;
  #mails: readonly StoredMail[] = [];
  readonly #listeners = new Set<Listener>();

  constructor(name: string, uidValidity = 1) {
    this.name = name;
    this.uidValidity = uidValidity;
  }

  get mails(): readonly StoredMail[] {
    return this.#mails;
  }

  /** Adds a mail at the end and notifies the listeners. */
  add(raw: Buffer, flags: Iterable<string> = []): StoredMail {
    const mail = { uid: this.uidNext++, raw, flags: new Set(flags), arrivedAt: Date.now() };
    this.#mails = [...this.#mails, mail];
    this.notify();
    return mail;
  }

  remove(uids: ReadonlySet<number>): void {
    this.#mails = this.#mails.filter(({ uid }) => !uids.has(uid));
    this.notify();
  }

  /** New numbers and a new UIDVALIDITY, as after a server has lost its index. */
  renumber(): void {
    this.uidValidity += 1;
    this.uidNext = 1;
    this.#mails = this.#mails.map((mail) => ({ ...mail, uid: this.uidNext++ }));
    this.notify();
  }

  /** Calls the listener after each change. Returns a function that ends this. */
  watch(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

interface MailCredentials {
  readonly address: string;
  readonly password: string;
}
/** A mail account: its address with password, and its folders. */
export interface MailAccount extends MailCredentials {
  readonly inbox: Mailbox;
  /** Folders by name, `INBOX` among them. */
  readonly folders: ReadonlyMap<string, Mailbox>;
}

export function createAccount(
  { address, password }: MailCredentials,
  folderNames: readonly string[],
  uidValidity?: number,
): MailAccount {
  const inbox = new Mailbox("INBOX", uidValidity);
  const folders = new Map([["INBOX", inbox]]);
  for (const name of folderNames) folders.set(name, new Mailbox(name, uidValidity));
  return { address, password, inbox, folders };
}
