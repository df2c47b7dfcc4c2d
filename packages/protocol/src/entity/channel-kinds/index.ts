import { api } from "./api.ts";
import type { ChannelCapabilities } from "./capabilities.ts";
import { kinds } from "./kinds.ts";

/** A kind of channel (CON-001). */
export type ChannelKind = keyof typeof kinds;
export const channelKindNames = Object.keys(kinds) as readonly ChannelKind[];

/** Returns what the kind shows. Kinds of later releases work as interface A. */
export const getCapabilities = (kind: ChannelKind): ChannelCapabilities =>
  (kinds as Readonly<Partial<Record<ChannelKind, ChannelCapabilities>>>)[kind] ?? api;
