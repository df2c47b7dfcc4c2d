import type { Message, OfflineMessage } from "../core/entity.ts";
import type { Clock } from "../core/ports.ts";
import type { Built, Later, Never, Outbound, Verdict } from "../delivery/index.ts";
import type { EgressReply } from "../egress/index.ts";
import type { Claim } from "../queue/index.ts";
import { answerLetter, offlineLetter, transcriptLetter, waitingLetter, type Letter, type MailLanguage } from "./letters.ts";
import { oneLine } from "./one-line.ts";
import { atOnce, missedLiveMs, policy } from "./policy.ts";
import { senderOf, type Mail, type MailServer } from "./settings.ts";
import type { Posted } from "./smtp.ts";
import { wordsOf } from "./words.ts";

/** A waiting chat as a mail tells of it, at the moment it is sent. */
export interface WaitingChat {
  readonly isWaiting: boolean;
  readonly visitor: string;
  readonly channel: string;
  readonly since: number;
  /** What the visitor wrote last. */
  readonly text: string;
}
export interface MailOutboundDeps {
  readonly clock: Pick<Clock, "now">;
  /** The server in force; null: mail is not set up. */
  readonly server: () => MailServer | null;
  readonly post: (server: MailServer, mail: Mail, timeoutMs: number) => Promise<Posted>;
  /** CFG-002, without a slash at the end. */
  readonly publicUrl: () => string;
  readonly language: (account: number) => Promise<MailLanguage>;
  /** Addresses of those of these operators who are active. */
  readonly addresses: (account: number, operators: readonly number[]) => Promise<readonly string[]>;
  /** Who wants to hear of an offline message. */
  readonly offlineReaders: (account: number, message: OfflineMessage) => Promise<readonly number[]>;
  /** Whether nobody has dealt with it yet. */
  readonly isOfflineNew: (account: number, id: number) => Promise<boolean>;
  readonly chat: (account: number, id: number) => Promise<WaitingChat | null>;
  /** Who of these is reminded by mail (CORE-035). */
  readonly reminded: (account: number, operators: readonly number[]) => Promise<readonly number[]>;
  /** A conversation as its visitor read it; null: there is none. */
  readonly transcript: (account: number, chatId: number) => Promise<Conversation | null>;
}
export type Conversation = Parameters<typeof transcriptLetter>[1] & {
  /** Of the visitor's window; null: not known. */
  readonly language: string | null;
};
/** A place that is taken comes free this soon. */
const againMs = 250;

/** Mails as deliveries of the ledger (CORE-050): what is due is looked at again when it is sent. */
export function mailOutbound(deps: MailOutboundDeps): Outbound {
  let underWay = 0;
  return {
    policy,
    async build(claim): Promise<Built | Never | Later> {
      const server = deps.server();
      if (server === null) return { never: "endpoint_off", message: "Mail is not set up." };
      const letter = await letterOf(deps, claim);
      if ("never" in letter) return letter;
      if (underWay >= atOnce) return { later: deps.clock.now() + againMs };
      underWay += 1;
      return built(server, letter, claim, (mail, timeoutMs) => deps.post(server, mail, timeoutMs).finally(() => (underWay -= 1)));
    },
    judge,
  };
}

interface Addressed extends Letter {
  readonly to: readonly string[];
  readonly fromName?: string;
  readonly isAutomatic: boolean;
}
async function letterOf(deps: MailOutboundDeps, { account, delivery, source }: Claim): Promise<Addressed | Never> {
  const language = await deps.language(account);
  if (delivery.event === "chat_waiting") return waiting(deps, account, delivery, source.entry.body, language);
  if (delivery.event === "transcript") return transcript(deps, account, delivery.chatId ?? 0, source.entry.body, language);
  const message = (JSON.parse(source.entry.body) as { readonly offline_message: OfflineMessage }).offline_message;
  return delivery.event === "offline_answer" ? answer(message, delivery.id, language) : announcement(deps, account, message, language);
}

async function waiting(
  deps: MailOutboundDeps,
  account: number,
  delivery: Claim["delivery"],
  body: string,
  language: MailLanguage,
): Promise<Addressed | Never> {
  const now = deps.clock.now();
  const chat = delivery.chatId === null ? null : await deps.chat(account, delivery.chatId);
  if (chat?.isWaiting !== true) return { never: "withdrawn", message: "The chat does not wait any more." };
  if (now - delivery.createdAt > missedLiveMs) return { never: "withdrawn", message: "It came too late to be of use." };
  const { line } = JSON.parse(body) as Pick<Message, "line">;
  const eligible = line?.assignment?.eligible ?? [];
  const to = await deps.addresses(account, line?.code === "ladder_remind" ? await deps.reminded(account, eligible) : eligible);
  if (to.length === 0) return nobody;
  const { channel, text, since } = chat;
  const visitor = oneLine(chat.visitor);
  const minutes = Math.max(1, Math.round((now - since) / 60_000));
  const url = `${deps.publicUrl()}/inbox/waiting/${delivery.chatId}`;
  return { ...waitingLetter(language, { visitor, channel, minutes, text, url }), to, isAutomatic: true };
}

/** The line names the address: what was decided then, whatever the visitor says of himself later. */
async function transcript(
  deps: MailOutboundDeps,
  account: number,
  chatId: number,
  body: string,
  own: MailLanguage,
): Promise<Addressed | Never> {
  const { line } = JSON.parse(body) as Pick<Message, "line">;
  const said = await deps.transcript(account, chatId);
  if (said === null || said.entries.length === 0) return { never: "withdrawn", message: "Nothing of the conversation is left." };
  return {
    ...transcriptLetter(said.language ?? own, said),
    to: [line?.detail ?? ""],
    fromName: oneLine(said.channel),
    isAutomatic: line?.by == null,
  };
}

async function announcement(
  deps: MailOutboundDeps,
  account: number,
  message: OfflineMessage,
  language: MailLanguage,
): Promise<Addressed | Never> {
  if (!(await deps.isOfflineNew(account, message.id))) return { never: "withdrawn", message: "Somebody dealt with it before." };
  const to = await deps.addresses(account, await deps.offlineReaders(account, message));
  if (to.length === 0) return nobody;
  const { contacts, channel, department, page, text } = message;
  const url = `${deps.publicUrl()}/offline/${message.id}`;
  const of = { ...contacts, channel: channel.name, department: department?.name ?? null, page: page?.url ?? null, text, url };
  return { ...offlineLetter(language, of), to, isAutomatic: true };
}

function answer(message: OfflineMessage, deliveryId: number, language: MailLanguage): Addressed | Never {
  const given = message.answers?.find((one) => one.delivery_id === deliveryId);
  if (given?.to === undefined) throw new Error("an answer by mail without its address");
  const { by, subject = "", text = "" } = given;
  const quoted = given.quoted === true ? message.text : null;
  const letter = answerLetter(message.session?.language ?? language, {
    subject,
    text,
    quoted,
    operator: by.name,
    channel: message.channel.name,
  });
  return { ...letter, to: [given.to], fromName: `${by.name} · ${message.channel.name}`, isAutomatic: false };
}

const nobody: Never = { never: "withdrawn", message: "Nobody is left who wants this mail." };

function built(
  server: MailServer,
  letter: Addressed,
  { delivery }: Claim,
  post: (mail: Mail, timeoutMs: number) => Promise<Posted>,
): Built {
  const { to, subject, text } = letter;
  const mail: Mail = { ...letter, messageId: `parlour.${delivery.id}` };
  const request = {
    url: `smtp://${server.host}:${server.port}`,
    headers: { from: senderOf(server.from)?.address ?? server.from, to: to.join(", "), "message-id": mail.messageId },
    // The subject holds words of people too; developers read bodies masked (CORE-001).
    body: `${subject}\n\n${text}`,
  };
  return {
    ...request,
    chunked: false,
    webhookId: mail.messageId,
    warning: null,
    async carry(timeoutMs) {
      const posted = await post(mail, timeoutMs);
      return { reply: replyOf(posted, server), request, answer: posted.reply === null ? null : { headers: {}, body: posted.reply } };
    },
  };
}

/** What became of a mail in the words of the ledger; an answer in which every reader was taken is a good one. */
function replyOf(posted: Posted, server: MailServer): EgressReply {
  const { durationMs, status } = posted;
  const message = wordsOf(posted, server);
  if (posted.outcome === "delivered")
    return {
      kind: "answered",
      status: status ?? 250,
      headers: { refused: posted.refused.join(", ") },
      body: Buffer.from(posted.reply ?? ""),
      durationMs,
    };
  return { kind: "failed", outcome: posted.outcome, message, status, headers: { again: String(posted.mayRepeat) }, durationMs };
}

function judge(reply: EgressReply): Verdict {
  const common = { unconfirmed: false, shownNow: null, shownAtEnd: null };
  if (reply.kind === "answered") {
    const refused = reply.headers["refused"] ?? "";
    const error = refused === "" ? null : { code: "recipient_refused", message: `The server did not take it for ${refused}.` };
    return { outcome: "delivered", means: "delivered", error, ...common };
  }
  const { outcome, message } = reply;
  const error = { code: outcome, message };
  const means = reply.headers?.["again"] === "true" ? "again" : "final";
  return { outcome, means, error, ...common, shownNow: error, shownAtEnd: error };
}
