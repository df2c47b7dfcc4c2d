import { Type, type Static } from "typebox";
import { channelKindNames, type ChannelKind as Kind } from "./channel-kinds/index.ts";
import { Id } from "./scalar.ts";

/** Channels (API-040). */

export { ChannelCapabilities } from "./channel-kinds/capabilities.ts";

export const ChannelKind = Type.Unsafe<Kind>(
  Type.Union(channelKindNames.map((kind) => Type.Literal(kind))),
);
/** How a channel receives files (CH-073). */
export const MediaFormat = Type.Union([
  Type.Literal("media objects"),
  Type.Literal("text with link"),
]);
/** Whether an operator can answer now: 1 yes, 0 no (CH-011). */
export const Availability = Type.Union([Type.Literal(0), Type.Literal(1)]);

export const ChatChannel = Type.Object({
  id: Id,
  kind: ChannelKind,
  name: Type.String(),
});

/** `text` has parameters as `{{body.1}}`. `category`: the word of the service. */
export const ChannelTemplate = Type.Object({
  name: Type.String(),
  language: Type.String(),
  category: Type.String(),
  text: Type.String(),
  parameters: Type.Array(Type.String()),
});
export type ChannelTemplate = Static<typeof ChannelTemplate>;

/**
 * A sentence about the connection of a channel to its service (CON-040, CON-041). `code` names it
 * among those of the kind of channel, `values` are its variable parts, and `message` is the
 * sentence in English.
 */
export const ConnectionNotice = Type.Object({
  code: Type.String(),
  values: Type.Record(Type.String(), Type.String()),
  message: Type.String(),
});
export type ConnectionNotice = Static<typeof ConnectionNotice>;
