import type { ConnectionNotice } from "../../../../core/channel/connection-notice.ts";
import type { Clock } from "../../../../core/command.ts";
import { Refusal } from "../../../../core/failure.ts";
import type { ImapSettings } from "../../settings.ts";
import { getNotice } from "../../notices.ts";
import {
  describeImapError,
  openImapConnection,
  type ImapConnection,
  type ImapConnectionDeps,
} from "../../service/imap-connection.ts";

/** How far a mailbox was read. Stored after each mail. */
export interface MailboxPosition {
  /** UIDs are valid as long as the mailbox has this UIDVALIDITY. */
  readonly uidValidity: string;
  readonly lastUid: number;
  /** Time of the last read mail, in milliseconds since 1970. */
  readonly lastAt: number;
}
/** Why a mail was not stored, for the request inspector. */
type UnreadMailCode = "mail_too_large" | "mail_unreadable";

export interface ImapMailboxDeps extends ImapConnectionDeps {
  readonly clock: Clock;
  readonly maxMailBytes: number;
  readonly loadPosition: () => Promise<MailboxPosition | null>;
  readonly savePosition: (position: MailboxPosition) => Promise<void>;
  /**
   * Stores a mail. Resolves when it is stored or finally refused, so that it is not read again.
   * Rejects if it cannot be stored now; it is then read again later.
   */
  readonly receive: (raw: Buffer) => Promise<void>;
  /** Reports a mail that was skipped. */
  readonly onUnread: (code: UnreadMailCode, detail: string) => void;
  /** Reports whether the mailbox can be read: null, or what failed. */
  readonly onHealth: (failure: ConnectionNotice | null) => void;
}

/** Reads the mailbox of a channel until it is closed (MAIL-040). */
export interface ImapMailbox {
  /** Resolves when all mails that are being stored are stored. */
  close(): Promise<void>;
}

/** Pauses in ms before the next connection after failures in a row. */
const reconnectPausesMs = [1_000, 5_000, 15_000, 60_000, 300_000];
/** Pause in ms before a mail is read again that could not be stored. */
const storeRetryMs = 2_000;
/** Attempts to store one mail before it is skipped, if nothing else fails. */
const maxStoreAttempts = 10;
/** Attempts to fetch one mail before it is skipped, because it may be what ends the connection. */
const maxFetchAttempts = 3;
/** After UIDVALIDITY changed, mails of this time before the last one are read again, ms. */
const rereadMs = 86_400_000;
/** Interval in ms at which a mailbox is looked at even if the server announces nothing. */
const pollMs = 120_000;

/**
 * Starts to read a mailbox. One connection waits for new mails with IDLE (RFC 2177). Mails are
 * stored one after the other in the order of their UIDs, and are marked or moved only after they
 * are stored (MAIL-041). After a lost connection or a restart, it continues after the last UID. A
 * mail that is read twice is stored once by its Message-ID (MAIL-031).
 */
export function startImapMailbox(deps: ImapMailboxDeps, settings: ImapSettings): ImapMailbox {
  const end = new AbortController();
  const attempts = new Map<number, number>();
  const run = async (): Promise<void> => {
    for (let failures = 0; !end.signal.aborted;) {
      let isRead = false;
      try {
        await readUntilClosed({ deps, settings, attempts, signal: end.signal }, () => {
          isRead = true;
          deps.onHealth(null);
        });
      } catch (error) {
        if (end.signal.aborted) return;
        failures = isRead ? 0 : failures;
        deps.onHealth(describeImapError(error, settings));
      }
      const pauseMs = reconnectPausesMs[Math.min(failures++, reconnectPausesMs.length - 1)] ?? 0;
      await pauseUnlessAborted(deps.clock, pauseMs, end.signal);
    }
  };
  const running = run();
  return {
    async close() {
      end.abort();
      await running;
    },
  };
}

interface Reading {
  readonly deps: ImapMailboxDeps;
  readonly settings: ImapSettings;
  /** Number of attempts to fetch each UID that has failed. */
  readonly attempts: Map<number, number>;
  readonly signal: AbortSignal;
}

/** Reads over one connection. Rejects when it ends. Calls `onRead` when all mails were read. */
async function readUntilClosed(reading: Reading, onRead: () => void): Promise<void> {
  const { deps, settings, signal } = reading;
  const client = await openImapConnection(deps, settings, deps.maxMailBytes, signal);
  const changes = watchChanges(client, deps.clock, signal);
  try {
    let position = await openMailbox(client, reading);
    for (;;) {
      position = await readNewMails(client, reading, position);
      onRead();
      if (!changes.hasChanged()) void client.idle().catch(() => undefined);
      await changes.next();
    }
  } finally {
    changes.stop();
    client.close();
  }
}

/** Waits for announcements of the server, for the end of the connection, and for `pollMs`. */
function watchChanges(client: ImapConnection, clock: Clock, signal: AbortSignal) {
  let hasChanged = false;
  let failure: Error | null = null;
  let wake = (): void => undefined;
  const onExists = (): void => {
    hasChanged = true;
    wake();
  };
  const onClose = (): void => {
    failure ??= new Error("the connection was closed");
    wake();
  };
  const onError = (error: Error): void => {
    failure = error;
  };
  client.on("exists", onExists);
  client.on("close", onClose);
  client.on("error", onError);
  const onAbort = (): void => client.close();
  signal.addEventListener("abort", onAbort, { once: true });
  return {
    hasChanged: () => hasChanged,
    async next(): Promise<void> {
      if (failure === null && !hasChanged)
        await new Promise<void>((resolve) => {
          const cancel = clock.scheduleAt(clock.now() + pollMs, resolve);
          wake = () => {
            cancel();
            resolve();
          };
        });
      hasChanged = false;
      if (failure !== null) throw failure;
    },
    stop(): void {
      signal.removeEventListener("abort", onAbort);
      client.off("exists", onExists);
      client.off("close", onClose);
    },
  };
}

/**
 * Opens the folder and returns the position to continue from. A mailbox without a position begins
 * with the next mail: mails that were there before the channel are not read. With another
 * UIDVALIDITY, the mails since the last day are read again.
 */
async function openMailbox(client: ImapConnection, reading: Reading): Promise<MailboxPosition> {
  const { deps, settings } = reading;
  const { uidValidity, uidNext } = await client.mailboxOpen(settings.mailbox).catch((error) => {
    throw Object.assign(error as Error, { mailboxMissing: client.usable });
  });
  const stored = await deps.loadPosition();
  const position = {
    uidValidity: String(uidValidity),
    lastUid: uidNext - 1,
    lastAt: deps.clock.now(),
  };
  if (stored?.uidValidity === position.uidValidity) return stored;
  reading.attempts.clear();
  if (stored === null) {
    await deps.savePosition(position);
    return position;
  }
  const since = await client.search({ since: new Date(stored.lastAt - rereadMs) }, { uid: true });
  const first = Array.isArray(since) && since.length > 0 ? Math.min(...since) : uidNext;
  return { uidValidity: position.uidValidity, lastUid: first - 1, lastAt: stored.lastAt };
}

/** Reads the mails after the position and returns the new one. */
async function readNewMails(
  client: ImapConnection,
  reading: Reading,
  from: MailboxPosition,
): Promise<MailboxPosition> {
  const { deps, signal } = reading;
  let position = from;
  for (const { uid, size } of await listMails(client, from.lastUid)) {
    signal.throwIfAborted();
    const raw = await fetchMail(client, reading, uid, size);
    const isStored = raw !== null && (await storeMail(reading, raw, position));
    position = { ...position, lastUid: uid, lastAt: deps.clock.now() };
    await deps.savePosition(position);
    reading.attempts.delete(uid);
    if (isStored) await markMail(client, reading.settings, uid);
  }
  return position;
}

/** Lists the mails with a higher UID, lowest first, with their sizes in bytes. */
async function listMails(
  client: ImapConnection,
  lastUid: number,
): Promise<readonly { readonly uid: number; readonly size: number }[]> {
  const mails: { readonly uid: number; readonly size: number }[] = [];
  // A range such as `8:*` contains the last mail even if its UID is lower than 8.
  for await (const { uid, size = 0 } of client.fetch(
    `${lastUid + 1}:*`,
    { uid: true, size: true },
    { uid: true },
  ))
    if (uid > lastUid) mails.push({ uid, size });
  return mails.toSorted((a, b) => a.uid - b.uid);
}

/**
 * Fetches a mail. Returns null if it is too large, no longer exists, or has ended the connection
 * several times. The server's size is only a hint: no more than the limit is requested.
 */
async function fetchMail(
  client: ImapConnection,
  { deps, attempts }: Reading,
  uid: number,
  size: number,
): Promise<Buffer | null> {
  const reportTooLarge = (bytes: number): null => {
    deps.onUnread("mail_too_large", `The mail has ${bytes} bytes, ${deps.maxMailBytes} are read.`);
    return null;
  };
  if (size > deps.maxMailBytes) return reportTooLarge(size);
  const attempt = (attempts.get(uid) ?? 0) + 1;
  attempts.set(uid, attempt);
  if (attempt > maxFetchAttempts) {
    deps.onUnread("mail_unreadable", `The mail with UID ${uid} ended the connection repeatedly.`);
    return null;
  }
  const fetched = await client.fetchOne(
    String(uid),
    { uid: true, source: { start: 0, maxLength: deps.maxMailBytes + 1 } },
    { uid: true },
  );
  const source = fetched === false ? undefined : fetched.source;
  if (source === undefined) return null;
  return source.length > deps.maxMailBytes ? reportTooLarge(source.length) : source;
}

/**
 * Stores a mail, and repeats this while it cannot be stored. A mail that fails again and again
 * while the position can be stored is skipped, because it would stop the mailbox for ever. Resolves
 * with whether it was stored.
 */
async function storeMail(
  { deps, signal }: Reading,
  raw: Buffer,
  position: MailboxPosition,
): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      await deps.receive(raw);
      return true;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      deps.onHealth(getNotice("not_stored", { reason }));
      if (attempt >= maxStoreAttempts && !(error instanceof Refusal)) {
        const canStore = await deps.savePosition(position).then(
          () => true,
          () => false,
        );
        if (canStore) {
          deps.onUnread("mail_unreadable", `Could not save an incoming email: ${reason}`);
          return false;
        }
      }
      await pauseUnlessAborted(deps.clock, storeRetryMs, signal);
      signal.throwIfAborted();
    }
  }
}

/** Marks or moves a stored mail. A failure leaves it where it is, because it is already stored. */
async function markMail(
  client: ImapConnection,
  { moveTo }: ImapSettings,
  uid: number,
): Promise<void> {
  await client.messageFlagsAdd(String(uid), ["\\Seen"], { uid: true }).catch(() => false);
  if (moveTo !== "")
    await client.messageMove(String(uid), moveTo, { uid: true }).catch(() => false);
}

/** Waits `ms` milliseconds of the clock, or until the signal aborts. */
function pauseUnlessAborted(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const stop = (): void => {
      cancel();
      resolve();
    };
    const cancel = clock.scheduleAt(clock.now() + ms, () => {
      signal.removeEventListener("abort", stop);
      resolve();
    });
    signal.addEventListener("abort", stop, { once: true });
  });
}
