import type { BroadcastKind, Exclusion, OptOutKind } from "@parlour/protocol/broadcast";
import { findBlock, toIdentifiers } from "../blacklist/match.ts";
import type { BlockListEntry } from "../command.ts";
import { toKey } from "../chat/email/recipients.ts";
import type { ContactOwner } from "../contacts.ts";
import type { ChannelKind, Visitor } from "../entity.ts";
import { toPhoneKey } from "../phone-notations.ts";
import { isEmail } from "../visitor/offline-form.ts";

/** A visitor who may get a broadcast. */
export interface Candidate {
  readonly visitor: Visitor;
  /** The channel of the visitor, its kind, and their key there. */
  readonly channelId: number;
  readonly channelKind: ChannelKind | undefined;
  readonly customer: string;
}
/** The channel of a broadcast. */
export interface BroadcastChannel {
  readonly id: number;
  readonly kind: BroadcastKind;
}

/**
 * Returns the key of a visitor in the channel, or null if the channel does not reach them (BC-010).
 * An email or a message of WhatsApp also reaches visitors of other channels whose address is known.
 */
export function findAddress(
  channel: BroadcastChannel,
  { visitor, channelId, customer }: Candidate,
): string | null {
  if (channelId === channel.id) return customer;
  if (channel.kind === "telegram") return null;
  const value = visitor[channel.kind === "mail" ? "email" : "phone"]?.value ?? "";
  if (channel.kind === "whatsapp") return toWhatsAppNumber(value);
  const address = value.trim();
  return isEmail(address) ? toKey(address) : null;
}

/** Returns the digits of an international number, or null if the text is none. */
function toWhatsAppNumber(text: string): string | null {
  const digits = text.replaceAll(/\D/g, "");
  return /^\s*\+/.test(text) && digits.length >= 7 ? digits : null;
}

/**
 * Returns the texts under which opt-outs of a visitor are stored for a kind of channel (BC-030). A
 * person can write to WhatsApp by an id and be known by a number, so there can be two.
 */
export function listOptOutKeys(
  kind: OptOutKind,
  {
    channelKind,
    customer,
    visitor,
  }: Omit<Candidate, "channelId" | "visitor"> & {
    readonly visitor: ContactOwner;
  },
): readonly string[] {
  const known = channelKind === kind ? [customer] : [];
  if (kind === "telegram" || kind === "viber") return known.map((id) => `${kind} ${id}`);
  if (kind === "sms") return known.map((id) => `sms ${/^\d+$/.test(id) ? toPhoneKey(id) : id}`);
  const value = visitor[kind === "mail" ? "email" : "phone"]?.value ?? "";
  if (kind === "mail")
    return unique([...known, ...(value === "" ? [] : [value.trim()])].map(toKey));
  const number = toWhatsAppNumber(value);
  const ids = [...known, ...(number === null ? [] : [number])];
  return unique(ids.map((id) => `whatsapp ${/^\d+$/.test(id) ? toPhoneKey(id) : id}`));
}

/** Returns whether visitors of a kind opt out with a word (BC-032). */
export const isMessenger = (kind: ChannelKind | undefined): kind is Exclude<OptOutKind, "mail"> =>
  kind === "sms" || kind === "telegram" || kind === "viber" || kind === "whatsapp";

const unique = (texts: readonly string[]): readonly string[] => [...new Set(texts)];

/** Returns why a visitor gets no message (BC-011), or null. `now` is in ms since 1970. */
export function findExclusion(
  channel: BroadcastChannel,
  candidate: Candidate,
  facts: {
    readonly address: string | null;
    readonly isOptedOut: boolean;
    readonly blockList: readonly BlockListEntry[];
    readonly now: number;
  },
): Exclusion | null {
  const { address } = facts;
  if (candidate.visitor.erased === true) return "erased";
  if (address === null) return channel.kind === "telegram" ? "not_started" : "no_address";
  const identifiers = {
    ...toIdentifiers(candidate.visitor, null),
    customer: { channelId: channel.id, key: address },
  };
  if (findBlock(facts.blockList, identifiers, facts.now) !== null) return "blocked";
  return facts.isOptedOut ? "opted_out" : null;
}
