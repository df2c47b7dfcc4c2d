import { Type, type Static } from "typebox";
import {
  Author,
  Media,
  MessageDelivery,
  MessageKind,
  NamedRef,
  Nullable,
  Time,
  type Message,
} from "@parlour/protocol";

/**
 * A message as tools return it (MCP-021). `text` is set only if an operator wrote the message.
 * Everything that others wrote is in fields whose names begin with `untrusted_`.
 */
export const ToolMessage = Type.Object({
  seq: Type.Integer({ minimum: 1 }),
  at: Time,
  author: Type.Object({ kind: Author.properties.kind, operator: Nullable(NamedRef) }),
  kind: Type.Union([...MessageKind.anyOf, Type.Literal("event")]),
  /** Code of a system message, such as `transferred`. Null for other messages. */
  event: Nullable(Type.String()),
  text: Nullable(Type.String()),
  untrusted_text: Nullable(Type.String()),
  untrusted_file: Nullable(
    Type.Object({
      type: Media.properties.type,
      name: Nullable(Type.String()),
      url: Nullable(Type.String()),
    }),
  ),
  /** State of the delivery to the channel. Null if the message is not delivered to one. */
  delivery: Nullable(MessageDelivery.properties.state),
});
export type ToolMessage = Static<typeof ToolMessage>;

/** Converts a message of the service API. Its text may be masked (CORE-001). */
export function toToolMessage(message: Message): ToolMessage {
  const { author, line, media } = message;
  const isByOperator = author.kind === "operator";
  const isEvent = author.kind === "system";
  return {
    seq: message.seq,
    at: message.created_at,
    author: { kind: author.kind, operator: toOperator(message) },
    kind: isEvent ? "event" : message.kind,
    event: isEvent ? (line?.code ?? null) : null,
    text: isByOperator ? message.text : null,
    untrusted_text: isByOperator ? null : isEvent ? (line?.detail ?? null) : message.text,
    untrusted_file: media ? { type: media.type, name: media.file_name, url: media.file } : null,
    delivery: message.delivery?.state ?? null,
  };
}

/** Returns the operator who wrote a message, or who caused a system message. */
function toOperator({ author, line }: Message): NamedRef | null {
  if (author.kind === "operator" && author.id !== null) return { id: author.id, name: author.name };
  return line?.by ?? null;
}
