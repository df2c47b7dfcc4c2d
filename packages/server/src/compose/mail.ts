import type { MailRecord } from "../core/record/mail.ts";
import { offlineReadersOf } from "../core/routing/reach.ts";
import { openSocket } from "../egress/socket.ts";
import { isMailAddress, languageOf, linkLetter, mailOutbound, policy, postMail, senderOf, testLetter, wordsOf } from "../mail/index.ts";
import type { Mail, MailOutboundDeps, MailServer, Posted, SmtpDeps } from "../mail/index.ts";
import {
  endpointTrouble,
  faultReaders,
  isOfflineNew,
  localeOfReader,
  mailLocale,
  mailReaders,
  transcriptOf,
  waitingChat,
  type MailReader,
} from "../store/queries/mail.ts";
import type { Ground, ServerHooks } from "./ground.ts";

/** Mail with what it needs of the other parts; `port`: what the service API asks of it. */
export function openMail(ground: Ground, hooks: ServerHooks) {
  const { instance, secrets } = ground;
  const inForce = (): MailServer | null => {
    const setting = instance.mail();
    return setting === null ? null : serverOf(setting, secrets.open);
  };
  const post = posting(ground, hooks);
  return {
    outbound: mailOutbound({
      ...readingOf(ground),
      clock: ground.clock,
      server: inForce,
      post,
      publicUrl: () => ground.places().publicUrl,
    }),
    port: portOf(ground, inForce, post),
  };
}

type Post = (server: MailServer, mail: Mail, timeoutMs: number) => Promise<Posted>;
function posting({ clock, places }: Ground, { resolve }: ServerHooks): Post {
  const greeting = (): string => new URL(places().publicUrl).hostname;
  const connect: SmtpDeps["connect"] = (to, signal) => openSocket(resolve ? { resolve } : {}, to, signal);
  return (server, mail, timeoutMs) => postMail({ clock, greeting, connect }, server, mail, timeoutMs);
}

/** What stands in mails, and who gets them. */
function readingOf({ db, journal }: Ground): Omit<MailOutboundDeps, "clock" | "server" | "post" | "publicUrl"> {
  return {
    language: async (account) => languageOf(await mailLocale(db, account)),
    readers: async (account, operators) => (await mailReaders(db, account, operators)).map(readerOf),
    faultReaders: async (account) => (await faultReaders(db, account)).map(readerOf),
    fault: (account, endpointId, kind) => endpointTrouble(db, account, endpointId, kind === "endpoint_off"),
    offlineReaders: async (account, message) => offlineReadersOf(await journal.config(account), message),
    isOfflineNew: (account, id) => isOfflineNew(db, account, id),
    chat: (account, id) => waitingChat(db, account, id),
    async reminded(account, operators) {
      const wanted = (await journal.config(account)).mail?.reminders;
      return operators.filter((id) => wanted?.has(id) === true);
    },
    transcript: (account, id) => transcriptOf(db, account, id),
  };
}

/** Mails that somebody waits for: he hears what became of them. */
function portOf({ db, clock, secrets, places }: Ground, inForce: () => MailServer | null, post: Post) {
  const languageTo = async (account: number, email: string) => languageOf(await localeOfReader(db, account, email));
  return {
    isAvailable: () => inForce() !== null,
    isSender: (from: string) => senderOf(from) !== null,
    async test(account: number, to: string, given: MailRecord | null) {
      const server = given === null ? inForce() : serverOf(given, secrets.open);
      if (server === null) return null;
      const letter = testLetter(await languageTo(account, to), places().publicUrl);
      const mail = { ...letter, to: [to], messageId: `parlour.test.${clock.now()}`, isAutomatic: true };
      const posted = await post(server, mail, policy.timeoutMs);
      const { step, reply, durationMs } = posted;
      return { ok: posted.outcome === "delivered", step, message: wordsOf(posted, server), reply, durationMs };
    },
    async link(account: number, to: string, of: Parameters<typeof linkLetter>[1]) {
      const server = inForce();
      if (server === null || !isMailAddress(to)) return null;
      const letter = linkLetter(await languageTo(account, to), of);
      const mail = { ...letter, to: [to], messageId: `parlour.link.${account}.${clock.now()}`, isAutomatic: true };
      const posted = await post(server, mail, linkMs);
      return { ok: posted.outcome === "delivered", message: wordsOf(posted, server) };
    },
  };
}
const readerOf = ({ email, locale }: MailReader) => ({ email, language: languageOf(locale) });
/** Somebody waits for the answer, which shows the link too. */
const linkMs = 8_000;

function serverOf({ password, ...rest }: MailRecord, open: (sealed: Buffer) => string): MailServer {
  return { ...rest, password: password === null ? null : open(password) };
}
