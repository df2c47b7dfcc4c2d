import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { WidgetAgent, WidgetMessage } from "@parlour/protocol/widget";
import type { Message } from "../../../core/entity.ts";
import type { AccountConfig } from "../../../core/command.ts";

/**
 * Codes of the system messages that visitors receive. The chat window has its own text for each.
 */
const visitorCodes: ReadonlySet<string> = new Set([
  "accepted",
  "joined",
  "left",
  "transferred",
  "closed",
  "greeting",
  "invitation",
  "rating_asked",
  "continued",
  "call_started",
  "call_ended",
]);

/**
 * Converts a message for its visitor. Returns null if the visitor must not see it: notes, hidden
 * messages and system messages for operators (CORE-040). A blocked visitor sees their own messages
 * as usual (CORE-071). A deleted message is a system message (WG-261).
 */
export function serializeMessage(message: Message, config: AccountConfig): WidgetMessage | null {
  const { author, line } = message;
  if (message.kind === "note" || message.hidden === true) return null;
  if (author.kind === "system" && (line === undefined || !visitorCodes.has(line.code))) return null;
  const head = {
    id: message.id,
    chat_id: message.chat_id,
    seq: message.seq,
    at: message.created_at,
    kind: message.kind,
    ...omitAbsent({ edited: message.edited_at !== undefined || undefined }),
  };
  if (message.deleted_at !== undefined)
    return { ...head, from: "system", name: "", photo: "", text: "", code: "deleted" };
  const { name, photo } = getAgent(message, config);
  return {
    ...head,
    from: author.kind,
    name,
    photo,
    text: line === undefined ? message.text : "",
    ...getQuote(message),
    ...getReaction(message),
    ...omitAbsent({
      media: message.media,
      title: message.title,
      buttons: message.buttons,
      nodes: message.nodes,
      original: message.original,
      button_id: message.button_id,
      client_id: author.kind === "visitor" ? message.client_id : undefined,
    }),
    ...omitAbsent({ code: line?.code, detail: line && getDetail(line) }),
  };
}

/**
 * Returns the name or text that the chat window shows in a system message. Visitors do not receive
 * the comment of a transfer or the reason of a close.
 */
function getDetail({ code, detail, by }: NonNullable<Message["line"]>): string | undefined {
  return code === "invitation" || code === "greeting" ? (detail ?? "") : by?.name;
}

/** A quote of a file without a name has no text, and one of an earlier chat no number. */
function getQuote(message: Message): { readonly quote?: string; readonly quote_seq?: number } {
  if (message.refers_to === undefined) return {};
  const { text = "", seq } = message.refers_to;
  return seq === undefined ? { quote: text } : { quote: text, quote_seq: seq };
}

/** Returns the reaction of the side that did not write the message. */
function getReaction({ author, reactions = [] }: Message): { readonly reaction?: string } {
  const side = author.kind === "visitor" ? "operator" : "visitor";
  const emoji = reactions.find(({ by }) => by === side)?.emoji ?? null;
  return emoji === null ? {} : { reaction: emoji };
}

/** Returns the author. A message about an operator who joined has their photo. */
function getAgent({ author, line }: Message, config: AccountConfig): WidgetAgent {
  if (line?.code === "accepted" || line?.code === "joined")
    return {
      name: "",
      photo: (line.by == null ? undefined : config.operators.get(line.by.id))?.photo ?? "",
    };
  if (author.id === null || (author.kind !== "operator" && author.kind !== "bot"))
    return { name: "", photo: "" };
  const agentConfig =
    author.kind === "operator" ? config.operators.get(author.id) : config.bots.get(author.id);
  return { name: author.name, photo: agentConfig?.photo ?? "" };
}
