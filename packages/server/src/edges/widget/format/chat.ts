import { omitAbsent } from "@parlour/protocol/omit-absent";
import { getPersonRequest } from "@parlour/protocol/entity/widget/person-requests";
import type { WidgetChat, WidgetContacts } from "@parlour/protocol/widget";
import { maxTranscriptMails } from "../../../core/chat/details/mail-transcript.ts";
import type { Contact } from "../../../core/entity.ts";
import type { ChatData, VisitorData } from "../../../core/event.ts";
import type { AccountConfig } from "../../../core/command.ts";

/** Converts a chat for its visitor. `seq` is the sequence number of its last message. */
export function serializeChat(
  chat: ChatData & { readonly seq: number },
  config: AccountConfig,
  queue: WidgetChat["queue"] = null,
): WidgetChat {
  const operators = chat.participants.map(({ id, name }) => ({
    name,
    photo: config.operators.get(id)?.photo ?? "",
  }));
  const bot = chat.bot?.attached === true ? [{ name: chat.bot.name, photo: chat.bot.photo }] : [];
  // A chat that was closed immediately must not reveal that the visitor is blocked (CORE-231).
  const isHidden = chat.blacklisted === true && chat.closed_at === chat.created_at;
  const canMailTranscript =
    config.mail !== undefined &&
    chat.closed_at !== null &&
    !isHidden &&
    (chat.transcripts ?? 0) < maxTranscriptMails;
  return {
    id: chat.id,
    state: isHidden ? "waiting" : chat.state,
    seq: chat.seq,
    agents: operators.length > 0 ? operators : bot,
    buttons: chat.bot?.attached === true ? (chat.bot.buttons ?? null) : null,
    rating: chat.rating,
    rating_asked: chat.rating_asked === true,
    closed_at: isHidden ? null : chat.closed_at,
    ...omitAbsent({ mail: canMailTranscript || undefined }),
    queue,
    ...serializePromise(chat),
    ...omitAbsent({ person: findPersonRequest(chat, config) }),
    read: chat.visitor_read?.seen ?? 0,
  };
}

/** Returns the text of the button that asks for a person, while an agent answers (AGENT-031). */
function findPersonRequest(chat: ChatData, { bots }: AccountConfig): string | undefined {
  const isOffered = chat.bot?.attached === true && bots.get(chat.bot.id)?.model?.offersPerson;
  return isOffered === true && chat.state === "bot"
    ? getPersonRequest(chat.session?.language)
    : undefined;
}

/** Returns the promise that no operator has answered yet. */
const serializePromise = ({
  promise,
  state,
}: ChatData): { promise?: { until: string; late: boolean } } =>
  promise === undefined || promise.answered_at !== undefined || state === "closed"
    ? {}
    : { promise: { until: promise.until, late: promise.state === "broken" } };

/**
 * Converts the contacts that the visitor or the site provided (WG-032). Pages do not receive
 * contacts that operators or webhooks added.
 */
export function serializeContacts(visitor: VisitorData): WidgetContacts {
  return {
    name: visitorValue(visitor.name),
    email: visitorValue(visitor.email),
    phone: visitorValue(visitor.phone),
    description: visitorValue(visitor.description),
  };
}

function visitorValue(contact: Contact | null): string | null {
  if (contact === null) return null;
  const visitorContacts = [contact, ...(contact.others ?? [])].filter(
    ({ source }) => source === "visitor" || source === "page" || source === "signed",
  );
  return visitorContacts.toSorted((a, b) => b.at.localeCompare(a.at))[0]?.value ?? null;
}
