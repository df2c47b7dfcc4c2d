import type { Message, OfflineMessage } from "../../core/entity.ts";
import type { Clock } from "../../core/command.ts";
import type { RequestImpossible } from "../../delivery/index.ts";
import type { Claim } from "../../delivery/queue/index.ts";
import { renderOutageMail, type OutageMailData } from "./outage-template.ts";
import type { MailContent } from "./layout.ts";
import type { MailLanguage } from "./operator-text.ts";
import {
  renderAddressChangeMail,
  renderOfflineMessageMail,
  renderWaitingChatMail,
} from "./operator-templates.ts";
import { toOneLine } from "../one-line.ts";
import { missedChatMailTtlMs } from "../policy.ts";
import { renderAnswerMail, renderTranscriptMail } from "./visitor-templates.ts";

/** A waiting chat as it is when the email about it is sent. */
export interface WaitingChatDetails {
  readonly isWaiting: boolean;
  readonly visitor: string;
  readonly channel: string;
  readonly since: number;
  /** The last message of the visitor. */
  readonly text: string;
}
/** Data for emails, loaded when they are sent. */
export interface MailRenderDeps {
  readonly clock: Pick<Clock, "now">;
  /** Returns the public URL of the installation (CFG-002), without a slash at the end. */
  readonly publicUrl: () => string;
  readonly language: (account: number) => Promise<MailLanguage>;
  readonly recipients: MailRecipients;
  readonly unsubscribe: UnsubscribeLinks;
  /**
   * Returns the outage of an endpoint. Returns null if the endpoint has recovered, or its owner was
   * disabled or deleted.
   */
  readonly outage: (
    account: number,
    endpointId: number,
    kind: "endpoint_failing" | "endpoint_off",
  ) => Promise<OutageDetails | null>;
  /**
   * Returns the outbound addresses that a resource got at about this time, or null if there are
   * none (CORE-251).
   */
  readonly addressChange: (
    account: number,
    changed: ChangedResource,
    at: number,
  ) => Promise<AddressChange | null>;
  /** Returns whether no operator has handled the offline message yet. */
  readonly isOfflineMessageNew: (account: number, id: number) => Promise<boolean>;
  readonly chat: (account: number, id: number) => Promise<WaitingChatDetails | null>;
  /** Returns a conversation as its visitor saw it, or null if it no longer exists. */
  readonly transcript: (account: number, chatId: number) => Promise<Conversation | null>;
}
/** Finds the operators who get an email. */
export interface MailRecipients {
  /** Returns those of the given operators who are active, with the language of their emails. */
  readonly list: (
    account: number,
    operators: readonly number[],
  ) => Promise<readonly MailRecipient[]>;
  /**
   * Returns the owners, administrators and developers who want emails about failing endpoints
   * (CORE-112).
   */
  readonly listForOutage: (account: number) => Promise<readonly MailRecipient[]>;
  /** Returns the active owners, who are notified of new outbound addresses (CORE-251). */
  readonly listOwners: (account: number) => Promise<readonly MailRecipient[]>;
  /** Returns the operators who want an email about an offline message. */
  readonly findForOfflineMessage: (
    account: number,
    message: OfflineMessage,
  ) => Promise<readonly number[]>;
  /** Returns those of the given operators who get reminders by email (CORE-035). */
  readonly filterByReminders: (
    account: number,
    operators: readonly number[],
  ) => Promise<readonly number[]>;
}
/** Unsubscriptions from the account's emails (CORE-163). */
export interface UnsubscribeLinks {
  /** Returns whether the owner of an address unsubscribed. */
  readonly isUnsubscribed: (account: number, address: string) => Promise<boolean>;
  /** Returns the link to unsubscribe. */
  readonly createUrl: (account: number, address: string, language: string) => string;
}
/** An operator of the account who gets an email. */
export interface MailRecipient {
  readonly email: string;
  readonly language: MailLanguage;
}
export type OutageDetails = Omit<OutageMailData, "url" | "settingsUrl"> & {
  readonly endpointId: number;
  readonly ownerId: number;
};
/** The changed resource of a `settings_changed` journal entry. */
export interface ChangedResource {
  readonly kind: string;
  readonly id: number | null;
}
export type AddressChange = Omit<
  Parameters<typeof renderAddressChangeMail>[1],
  "settingsUrl" | "auditUrl"
>;
export type Conversation = Omit<Parameters<typeof renderTranscriptMail>[1], "stopUrl"> & {
  /** Language of the visitor's chat window, or null if it is unknown. */
  readonly language: string | null;
};

export interface AddressedMail extends MailContent {
  readonly to: readonly string[];
  readonly fromName?: string;
  readonly isAutomatic: boolean;
  /**
   * Identifies the email among those of a delivery, even if the recipients have changed. Absent if
   * the delivery has only one email.
   */
  readonly part?: MailLanguage;
}
/** The emails of a delivery: one, or one per language of the recipients. */
export type RenderedMails = readonly [AddressedMail, ...AddressedMail[]];

/**
 * Renders the emails of a delivery for their current recipients. Returns `withdrawn` if the email
 * is no longer needed.
 */
export async function renderMails(
  deps: MailRenderDeps,
  { account, delivery, source }: Claim,
): Promise<RenderedMails | RequestImpossible> {
  const { body } = source.entry;
  if (delivery.event === "endpoint_failing" || delivery.event === "endpoint_off")
    return renderOutage(deps, account, delivery.event, body);
  if (delivery.event === "address_opened")
    return renderAddressChange(
      deps,
      account,
      JSON.parse(body) as ChangedResource,
      delivery.createdAt,
    );
  if (delivery.event === "chat_waiting") return renderWaitingChat(deps, account, delivery, body);
  if (delivery.event === "transcript")
    return renderTranscript(deps, account, delivery.chatId ?? 0, body);
  const message = (JSON.parse(body) as { readonly offline_message: OfflineMessage })
    .offline_message;
  return delivery.event === "offline_answer"
    ? renderOfflineAnswer(deps, account, message, delivery.id)
    : renderOfflineMessage(deps, account, message);
}

/** Renders one email per language of the recipients. */
function renderPerLanguage(
  readers: readonly MailRecipient[],
  render: (language: MailLanguage) => MailContent,
): RenderedMails | RequestImpossible {
  const [first, ...otherMails] = [...new Set(readers.map(({ language }) => language))]
    .toSorted()
    .map((language): AddressedMail => ({
      ...render(language),
      to: readers.filter((recipient) => recipient.language === language).map(({ email }) => email),
      isAutomatic: true,
      part: language,
    }));
  return first === undefined ? noRecipients : [first, ...otherMails];
}

async function renderOutage(
  deps: MailRenderDeps,
  account: number,
  event: "endpoint_failing" | "endpoint_off",
  body: string,
): Promise<RenderedMails | RequestImpossible> {
  const { id } = JSON.parse(body) as { readonly id: number };
  const outage = await deps.outage(account, id, event);
  if (outage === null)
    return { never: "withdrawn", message: "The endpoint works again, or is no longer used." };
  const { endpointId, ownerId, ...outageFields } = outage;
  const url = `${deps.publicUrl()}/integrations/deliveries?endpoint=${endpointId}`;
  const settingsUrl = `${deps.publicUrl()}/settings/${outage.kind}s/${ownerId}`;
  return renderPerLanguage(await deps.recipients.listForOutage(account), (language) =>
    renderOutageMail(language, { ...outageFields, url, settingsUrl }),
  );
}

async function renderAddressChange(
  deps: MailRenderDeps,
  account: number,
  changed: ChangedResource,
  at: number,
): Promise<RenderedMails | RequestImpossible> {
  const address = await deps.addressChange(account, changed, at);
  if (address === null)
    return { never: "withdrawn", message: "The account has been emptied in the meantime." };
  const page = address.kind === "calls" ? "calls" : `${address.kind}s/${changed.id}`;
  const links = {
    settingsUrl: `${deps.publicUrl()}/settings/${page}`,
    auditUrl: `${deps.publicUrl()}/settings/audit`,
  };
  return renderPerLanguage(await deps.recipients.listOwners(account), (language) =>
    renderAddressChangeMail(language, { ...address, ...links }),
  );
}

async function renderWaitingChat(
  deps: MailRenderDeps,
  account: number,
  delivery: Claim["delivery"],
  body: string,
): Promise<RenderedMails | RequestImpossible> {
  const now = deps.clock.now();
  const chat = delivery.chatId === null ? null : await deps.chat(account, delivery.chatId);
  if (chat?.isWaiting !== true)
    return { never: "withdrawn", message: "The chat is no longer waiting." };
  if (now - delivery.createdAt > missedChatMailTtlMs)
    return { never: "withdrawn", message: "It came too late to be useful." };
  const { line } = JSON.parse(body) as Pick<Message, "line">;
  const eligible = line?.assignment?.eligible ?? [];
  const readers = await deps.recipients.list(
    account,
    line?.code === "ladder_remind"
      ? await deps.recipients.filterByReminders(account, eligible)
      : eligible,
  );
  const { channel, text, since } = chat;
  const visitor = toOneLine(chat.visitor);
  const minutes = Math.max(1, Math.round((now - since) / 60_000));
  const url = `${deps.publicUrl()}/inbox/waiting/${delivery.chatId}`;
  return renderPerLanguage(readers, (language) =>
    renderWaitingChatMail(language, { visitor, channel, minutes, text, url }),
  );
}

/**
 * The address is taken from the system message, so that later changes of the visitor's contact data
 * do not affect it.
 */
async function renderTranscript(
  deps: MailRenderDeps,
  account: number,
  chatId: number,
  body: string,
): Promise<RenderedMails | RequestImpossible> {
  const { line } = JSON.parse(body) as Pick<Message, "line">;
  const conversation = await deps.transcript(account, chatId);
  if (conversation === null || conversation.entries.length === 0)
    return { never: "withdrawn", message: "Nothing of the conversation is left." };
  const to = line?.detail ?? "";
  if (await deps.unsubscribe.isUnsubscribed(account, to)) return unsubscribed;
  const language = conversation.language ?? (await deps.language(account));
  const content = renderTranscriptMail(language, {
    ...conversation,
    stopUrl: deps.unsubscribe.createUrl(account, to, language),
  });
  return [
    {
      ...content,
      to: [to],
      fromName: toOneLine(conversation.channel),
      isAutomatic: line?.by == null,
    },
  ];
}

async function renderOfflineMessage(
  deps: MailRenderDeps,
  account: number,
  message: OfflineMessage,
): Promise<RenderedMails | RequestImpossible> {
  if (!(await deps.isOfflineMessageNew(account, message.id)))
    return { never: "withdrawn", message: "Somebody dealt with it before." };
  const readers = await deps.recipients.list(
    account,
    await deps.recipients.findForOfflineMessage(account, message),
  );
  const { contacts, channel, department, page, text } = message;
  const url = `${deps.publicUrl()}/offline/${message.id}`;
  const mailFields = {
    ...contacts,
    channel: channel.name,
    department: department?.name ?? null,
    page: page?.url ?? null,
    text,
    url,
  };
  return renderPerLanguage(readers, (language) => renderOfflineMessageMail(language, mailFields));
}

async function renderOfflineAnswer(
  deps: MailRenderDeps,
  account: number,
  message: OfflineMessage,
  deliveryId: number,
): Promise<RenderedMails | RequestImpossible> {
  const sentAnswer = message.answers?.find((candidate) => candidate.delivery_id === deliveryId);
  if (sentAnswer?.to === undefined) throw new Error("an answer by mail without its address");
  const { by: author, subject = "", text = "", to } = sentAnswer;
  if (await deps.unsubscribe.isUnsubscribed(account, to)) return unsubscribed;
  const language = message.session?.language ?? (await deps.language(account));
  const quoted = sentAnswer.quoted === true ? message.text : null;
  const content = renderAnswerMail(language, {
    subject,
    text,
    quoted,
    operator: author.name,
    channel: message.channel.name,
    stopUrl: deps.unsubscribe.createUrl(account, to, language),
  });
  return [
    {
      ...content,
      to: [to],
      fromName: `${author.name} · ${message.channel.name}`,
      isAutomatic: false,
    },
  ];
}

const unsubscribed: RequestImpossible = {
  never: "withdrawn",
  message: "The owner of this address unsubscribed.",
};
const noRecipients: RequestImpossible = {
  never: "withdrawn",
  message: "Nobody is left who wants this mail.",
};
