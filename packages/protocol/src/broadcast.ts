/** States and choices of broadcasts (BC-001), as plain data. */

export const maxBroadcastName = 60;
/** The failure rate at which a broadcast stops itself, in percent (BC-021). */
export const stopPercents = { minimum: 5, maximum: 50, default: 20 } as const;
/** Kinds of channels that send broadcasts. */
export const broadcastKinds = ["mail", "telegram", "whatsapp"] as const;
export type BroadcastKind = (typeof broadcastKinds)[number];
/** Kinds of channels whose visitors can opt out. SMS and Viber channels send no broadcasts. */
export const optOutKinds = [...broadcastKinds, "sms", "viber"] as const;
export type OptOutKind = (typeof optOutKinds)[number];

export const broadcastStates = [
  "draft",
  "scheduled",
  "running",
  "paused",
  "done",
  "cancelled",
] as const;

/** Why a visitor of the segment gets no message (BC-011). */
export const exclusions = [
  "no_address",
  "not_started",
  "duplicate",
  "blocked",
  "opted_out",
  "erased",
] as const;
export type Exclusion = (typeof exclusions)[number];

/** States of a visitor of the segment (BC-012). */
export const recipientStates = [
  "left_out",
  "waiting",
  "saved",
  "sent",
  "delivered",
  "seen",
  "failed",
] as const;
export type RecipientState = (typeof recipientStates)[number];
