import type { Message, OfflineMessage } from "../core/entity.ts";
import type { Clock } from "../core/command.ts";
import type { RequestImpossible } from "../delivery/index.ts";
import type { Claim } from "../queue/index.ts";
import { faultLetter, type Fault } from "./fault-letter.ts";
import type { Letter } from "./letter.ts";
import type { MailLanguage } from "./letter-words.ts";
import { addressLetter, offlineLetter, waitingLetter } from "./letters.ts";
import { oneLine } from "./one-line.ts";
import { missedLiveMs } from "./policy.ts";
import { answerLetter, transcriptLetter } from "./visitor-letters.ts";

/** A waiting chat for an email, as it is when the email is sent. */
export interface WaitingChat {
  readonly isWaiting: boolean;
  readonly visitor: string;
  readonly channel: string;
  readonly since: number;
  /** The last message of the visitor. */
  readonly text: string;
}
/** Data for emails, loaded when they are sent. */
export interface LetterDeps {
  readonly clock: Pick<Clock, "now">;
  /** Public URL of the installation (CFG-002), without a slash at the end. */
  readonly publicUrl: () => string;
  readonly language: (account: number) => Promise<MailLanguage>;
  /** Returns the active ones of these operators, with the language of their emails. */
  readonly readers: (account: number, operators: readonly number[]) => Promise<readonly Reader[]>;
  /**
   * Returns the owners, administrators and developers who want emails about failing endpoints
   * (CORE-112).
   */
  readonly faultReaders: (account: number) => Promise<readonly Reader[]>;
  /**
   * Returns the outage of an endpoint. null: the endpoint recovered, or its owner was disabled or
   * deleted.
   */
  readonly fault: (account: number, endpointId: number, kind: "endpoint_failing" | "endpoint_off") => Promise<EndpointTrouble | null>;
  /**
   * Returns the active owners, who are notified of new outbound addresses (CORE-165).
   * `addressChange` returns the addresses that a resource got at about this time, or null.
   */
  readonly owners: (account: number) => Promise<readonly Reader[]>;
  readonly openedAddress: (account: number, changed: ChangedThing, at: number) => Promise<OpenedAddress | null>;
  /** Returns the operators who want an email about an offline message. */
  readonly offlineReaders: (account: number, message: OfflineMessage) => Promise<readonly number[]>;
  /** Returns whether no operator has handled the offline message yet. */
  readonly isOfflineNew: (account: number, id: number) => Promise<boolean>;
  readonly chat: (account: number, id: number) => Promise<WaitingChat | null>;
  /** Returns the operators of these who get reminders by email (CORE-035). */
  readonly reminded: (account: number, operators: readonly number[]) => Promise<readonly number[]>;
  /** Returns a conversation as its visitor saw it. null: there is none. */
  readonly transcript: (account: number, chatId: number) => Promise<Conversation | null>;
  /**
   * Whether the owner of an address unsubscribed from the account's email (CORE-163), and the
   * unsubscribe link.
   */
  readonly isRefused: (account: number, address: string) => Promise<boolean>;
  readonly stopUrl: (account: number, address: string, language: string) => string;
}
/** An operator of the account who gets an email. */
export interface Reader {
  readonly email: string;
  readonly language: MailLanguage;
}
export type EndpointTrouble = Omit<Fault, "url" | "settingsUrl"> & { readonly endpointId: number; readonly ownerId: number };
/** A `settings_changed` entry of the journal. */
export interface ChangedThing {
  readonly kind: string;
  readonly id: number | null;
}
export type OpenedAddress = Omit<Parameters<typeof addressLetter>[1], "settingsUrl" | "auditUrl">;
export type Conversation = Omit<Parameters<typeof transcriptLetter>[1], "stopUrl"> & {
  /** Language of the visitor's chat window. null: unknown. */
  readonly language: string | null;
};

export interface Addressed extends Letter {
  readonly to: readonly string[];
  readonly fromName?: string;
  readonly isAutomatic: boolean;
  /**
   * Identifies the email among those of a delivery, even if the recipients have changed. Absent:
   * there is only one.
   */
  readonly part?: MailLanguage;
}
/** One email, or one per language of the recipients. */
export type Letters = readonly [Addressed, ...Addressed[]];

/**
 * Renders the emails of a delivery with their current recipients. `withdrawn`: the email is no
 * longer needed.
 */
export async function lettersOf(deps: LetterDeps, { account, delivery, source }: Claim): Promise<Letters | RequestImpossible> {
  const { body } = source.entry;
  if (delivery.event === "endpoint_failing" || delivery.event === "endpoint_off") return fault(deps, account, delivery.event, body);
  if (delivery.event === "address_opened") return opened(deps, account, JSON.parse(body) as ChangedThing, delivery.createdAt);
  if (delivery.event === "chat_waiting") return waiting(deps, account, delivery, body);
  if (delivery.event === "transcript") return transcript(deps, account, delivery.chatId ?? 0, body, await deps.language(account));
  const message = (JSON.parse(body) as { readonly offline_message: OfflineMessage }).offline_message;
  return delivery.event === "offline_answer" ? answer(deps, account, message, delivery.id) : announcement(deps, account, message);
}

/** Renders one email per language of the recipients. */
function toEach(readers: readonly Reader[], write: (language: MailLanguage) => Letter): Letters | RequestImpossible {
  const [first, ...rest] = [...new Set(readers.map(({ language }) => language))].toSorted().map((language): Addressed => ({
    ...write(language),
    to: readers.filter((one) => one.language === language).map(({ email }) => email),
    isAutomatic: true,
    part: language,
  }));
  return first === undefined ? nobody : [first, ...rest];
}

async function fault(
  deps: LetterDeps,
  account: number,
  event: "endpoint_failing" | "endpoint_off",
  body: string,
): Promise<Letters | RequestImpossible> {
  const { id } = JSON.parse(body) as { readonly id: number };
  const trouble = await deps.fault(account, id, event);
  if (trouble === null) return { never: "withdrawn", message: "The endpoint is well again, or nobody uses it any more." };
  const { endpointId, ownerId, ...rest } = trouble;
  const url = `${deps.publicUrl()}/integrations/deliveries?endpoint=${endpointId}`;
  const settingsUrl = `${deps.publicUrl()}/settings/${trouble.kind}s/${ownerId}`;
  return toEach(await deps.faultReaders(account), (language) => faultLetter(language, { ...rest, url, settingsUrl }));
}

async function opened(deps: LetterDeps, account: number, changed: ChangedThing, at: number): Promise<Letters | RequestImpossible> {
  const address = await deps.openedAddress(account, changed, at);
  if (address === null) return { never: "withdrawn", message: "The account was emptied meanwhile." };
  const page = address.kind === "calls" ? "calls" : `${address.kind}s/${changed.id}`;
  const links = { settingsUrl: `${deps.publicUrl()}/settings/${page}`, auditUrl: `${deps.publicUrl()}/settings/audit` };
  return toEach(await deps.owners(account), (language) => addressLetter(language, { ...address, ...links }));
}

async function waiting(deps: LetterDeps, account: number, delivery: Claim["delivery"], body: string): Promise<Letters | RequestImpossible> {
  const now = deps.clock.now();
  const chat = delivery.chatId === null ? null : await deps.chat(account, delivery.chatId);
  if (chat?.isWaiting !== true) return { never: "withdrawn", message: "The chat does not wait any more." };
  if (now - delivery.createdAt > missedLiveMs) return { never: "withdrawn", message: "It came too late to be of use." };
  const { line } = JSON.parse(body) as Pick<Message, "line">;
  const eligible = line?.assignment?.eligible ?? [];
  const readers = await deps.readers(account, line?.code === "ladder_remind" ? await deps.reminded(account, eligible) : eligible);
  const { channel, text, since } = chat;
  const visitor = oneLine(chat.visitor);
  const minutes = Math.max(1, Math.round((now - since) / 60_000));
  const url = `${deps.publicUrl()}/inbox/waiting/${delivery.chatId}`;
  return toEach(readers, (language) => waitingLetter(language, { visitor, channel, minutes, text, url }));
}

/**
 * The address is in the system message, so a later change of the visitor's contact data does not
 * affect it.
 */
async function transcript(
  deps: LetterDeps,
  account: number,
  chatId: number,
  body: string,
  own: MailLanguage,
): Promise<Letters | RequestImpossible> {
  const { line } = JSON.parse(body) as Pick<Message, "line">;
  const said = await deps.transcript(account, chatId);
  if (said === null || said.entries.length === 0) return { never: "withdrawn", message: "Nothing of the conversation is left." };
  const to = line?.detail ?? "";
  if (await deps.isRefused(account, to)) return refused;
  const language = said.language ?? own;
  const letter = transcriptLetter(language, { ...said, stopUrl: deps.stopUrl(account, to, language) });
  return [{ ...letter, to: [to], fromName: oneLine(said.channel), isAutomatic: line?.by == null }];
}

async function announcement(deps: LetterDeps, account: number, message: OfflineMessage): Promise<Letters | RequestImpossible> {
  if (!(await deps.isOfflineNew(account, message.id))) return { never: "withdrawn", message: "Somebody dealt with it before." };
  const readers = await deps.readers(account, await deps.offlineReaders(account, message));
  const { contacts, channel, department, page, text } = message;
  const url = `${deps.publicUrl()}/offline/${message.id}`;
  const of = { ...contacts, channel: channel.name, department: department?.name ?? null, page: page?.url ?? null, text, url };
  return toEach(readers, (language) => offlineLetter(language, of));
}

async function answer(
  deps: LetterDeps,
  account: number,
  message: OfflineMessage,
  deliveryId: number,
): Promise<Letters | RequestImpossible> {
  const given = message.answers?.find((one) => one.delivery_id === deliveryId);
  if (given?.to === undefined) throw new Error("an answer by mail without its address");
  const { by, subject = "", text = "", to } = given;
  if (await deps.isRefused(account, to)) return refused;
  const language = message.session?.language ?? (await deps.language(account));
  const quoted = given.quoted === true ? message.text : null;
  const letter = answerLetter(language, {
    subject,
    text,
    quoted,
    operator: by.name,
    channel: message.channel.name,
    stopUrl: deps.stopUrl(account, to, language),
  });
  return [{ ...letter, to: [to], fromName: `${by.name} · ${message.channel.name}`, isAutomatic: false }];
}

const refused: RequestImpossible = { never: "withdrawn", message: "The owner of this address asked for no more mail." };
const nobody: RequestImpossible = { never: "withdrawn", message: "Nobody is left who wants this mail." };
