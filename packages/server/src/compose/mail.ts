import { randomUUID } from "node:crypto";
import type { MailRecord } from "../core/record/mail.ts";
import { offlineReadersOf } from "../core/routing/reach.ts";
import { openSocket } from "../egress/socket.ts";
import {
  codeLetter,
  isMailAddress,
  languageOf,
  linkLetter,
  mailOutbound,
  policy,
  postMail,
  senderOf,
  stopRoutes,
  testLetter,
  wordsOf,
} from "../mail/index.ts";
import type { Mail, MailOutboundDeps, MailServer, Posted, SmtpDeps, StopLink } from "../mail/index.ts";
import { isMailRefused, refuseMail } from "../store/mail-refusal.ts";
import {
  endpointTrouble,
  faultReaders,
  isOfflineNew,
  localeOfReader,
  mailLocale,
  mailReaders,
  openedAddress,
  ownerReaders,
  transcriptOf,
  waitingChat,
  type MailReader,
} from "../store/queries/mail.ts";
import type { Ground, ServerHooks } from "./ground.ts";

/** Connects mail to the other parts. `port` is the interface for the service API. */
export function openMail(ground: Ground, hooks: ServerHooks) {
  const { instance, secrets } = ground;
  const inForce = (): MailServer | null => {
    const setting = instance.mail();
    return setting === null ? null : serverOf(setting, secrets.open);
  };
  const post = posting(ground, hooks);
  const stopping = stoppingOf(ground);
  return {
    outbound: mailOutbound({
      ...readingOf(ground),
      ...stopping,
      clock: ground.clock,
      server: inForce,
      post,
      publicUrl: () => ground.places().publicUrl,
    }),
    port: portOf(ground, inForce, post),
    /**
     * Mails a code to a visitor (CORE-162). It is sent once without a retry, because the visitor
     * waits and can request another code.
     */
    async code(account: number, to: string, of: { readonly code: string; readonly language: string | null; readonly channel: string }) {
      const server = inForce();
      if (server === null || !isMailAddress(to) || (await stopping.isRefused(account, to))) return;
      const language = of.language ?? languageOf(await mailLocale(ground.db, account));
      const letter = codeLetter(language, { code: of.code, channel: of.channel, stopUrl: stopping.stopUrl(account, to, language) });
      const messageId = `parlour.code.${account}.${ground.clock.now()}.${randomUUID()}`;
      const posted = await post(server, { ...letter, to: [to], fromName: of.channel, messageId, isAutomatic: true }, linkMs);
      if (posted.outcome !== "delivered") ground.log.warn({ account, step: posted.step, outcome: posted.outcome }, "mail.code_failed");
    },
    routes: stopRoutes({
      open: (token) => stopping.open(token),
      refuse: (account, address) => refuseMail(ground.db, account, address, ground.clock.now()),
    }),
  };
}

/**
 * Creates and reads the links that stop mail to an address. They are sealed with SECRET_KEY
 * (CORE-163).
 */
function stoppingOf({ db, places, secrets }: Ground) {
  return {
    isRefused: (account: number, address: string) => isMailRefused(db, account, address),
    stopUrl(account: number, address: string, language: string): string {
      const sealed = secrets.seal(JSON.stringify({ stop: { account, address, language } }));
      return `${places().visitorUrl}/stop-mail/${sealed.toString("base64url")}`;
    },
    open(token: string): StopLink | null {
      try {
        return (JSON.parse(secrets.open(Buffer.from(token, "base64url"))) as { readonly stop?: StopLink }).stop ?? null;
      } catch {
        return null;
      }
    },
  };
}

type Post = (server: MailServer, mail: Mail, timeoutMs: number) => Promise<Posted>;
function posting({ clock, places }: Ground, { resolve }: ServerHooks): Post {
  const greeting = (): string => new URL(places().publicUrl).hostname;
  const connect: SmtpDeps["connect"] = (to, signal) => openSocket(resolve ? { resolve } : {}, to, signal);
  return (server, mail, timeoutMs) => postMail({ clock, greeting, connect }, server, mail, timeoutMs);
}

/** Reads the content and the recipients of mails. */
function readingOf({ db, journal }: Ground): Omit<MailOutboundDeps, "clock" | "server" | "post" | "publicUrl" | "isRefused" | "stopUrl"> {
  return {
    language: async (account) => languageOf(await mailLocale(db, account)),
    readers: async (account, operators) => (await mailReaders(db, account, operators)).map(readerOf),
    faultReaders: async (account) => (await faultReaders(db, account)).map(readerOf),
    owners: async (account) => (await ownerReaders(db, account)).map(readerOf),
    openedAddress: (account, changed, at) => openedAddress(db, account, changed, at),
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

/** Sends mails that an operator waits for, and returns their outcome. */
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
/** Timeout in ms for mails whose outcome an operator waits for. The answer also shows the link. */
const linkMs = 8_000;

function serverOf({ password, ...rest }: MailRecord, open: (sealed: Buffer) => string): MailServer {
  return { ...rest, password: password === null ? null : open(password) };
}
