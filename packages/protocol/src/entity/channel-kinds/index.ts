import { api } from "./api.ts";
import type { ChannelCapabilities } from "./capabilities.ts";
import { kinds } from "./kinds.ts";

/** A kind of channel (CON-001). */
export type ChannelKind = keyof typeof kinds;
export const channelKindNames = Object.keys(kinds) as readonly ChannelKind[];

/**
 * Returns what the kind can show to visitors. Chats of a kind that this release does not know keep
 * working as those of interface A.
 */
export const getCapabilities = (kind: ChannelKind): ChannelCapabilities =>
  (kinds as Readonly<Partial<Record<ChannelKind, ChannelCapabilities>>>)[kind] ?? api;
