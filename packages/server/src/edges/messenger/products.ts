import type { ConnectorKind } from "@parlour/protocol/settings/connectors";

/** What differs between the two services of the Messenger Platform. */
export interface Product {
  readonly kind: ConnectorKind & ("messenger" | "instagram");
  /** The service, as error texts name it. */
  readonly name: string;
  /** `object` of its webhooks. */
  readonly object: "page" | "instagram";
  /** Fields of the webhook to which the app must be subscribed. */
  readonly fields: readonly string[];
  /** Fields of a customer's profile. */
  readonly profile: string;
  /** Maximum length of a text, in UTF-16 units and in bytes. */
  readonly maxText: { readonly units: number; readonly bytes: number };
  /** The only reaction that the service accepts from the business. null: any emoji. */
  readonly reaction: string | null;
  /** Types of files that are not sent as links. */
  readonly documents: readonly string[] | null;
}

export const messenger: Product = {
  kind: "messenger",
  name: "Messenger",
  object: "page",
  fields: [
    "messages",
    "messaging_postbacks",
    "messaging_referrals",
    "message_deliveries",
    "message_reads",
    "message_echoes",
    "message_edits",
    "message_reactions",
  ],
  profile: "first_name,last_name,profile_pic",
  maxText: { units: 1_900, bytes: Infinity },
  reaction: null,
  documents: null,
};

export const instagram: Product = {
  kind: "instagram",
  name: "Instagram",
  object: "instagram",
  fields: [
    "messages",
    "messaging_postbacks",
    "messaging_referral",
    "messaging_seen",
    "message_reactions",
  ],
  profile: "name,username,profile_pic",
  maxText: { units: 1_000, bytes: 1_000 },
  reaction: "love",
  documents: ["application/pdf"],
};
