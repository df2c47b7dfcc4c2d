import type { InboundReference } from "../../../connectors/inbound-message.ts";
import { toJsonObject, type JsonObject } from "../../../http/body/json.ts";
import { describeContent } from "./describe-content.ts";
import { toInteger, toLabel, toName, toText } from "./values.ts";

/**
 * Parses what a message answers (TG-023): the quoted part, or else the message. It can be a message
 * of this chat, one of another chat, or a story. `toExternalId`: id of a message by its number.
 * Returns undefined if it answers nothing.
 */
export function parseReference(
  message: JsonObject,
  toExternalId: (messageNumber: number) => string,
): InboundReference | undefined {
  const { reply_to_message: reply, external_reply: external, reply_to_story: story } = message;
  const quote = toText(toJsonObject(message["quote"])["text"]);
  if (reply !== undefined) return parseReply(toJsonObject(reply), quote, toExternalId);
  if (external !== undefined) {
    const { origin, ...content } = toJsonObject(external);
    return createReference(quote || describeContent(content, true), readOrigin(origin));
  }
  if (story !== undefined)
    return createReference(
      describeContent({ story }, true),
      readPerson(toJsonObject(story)["chat"]),
    );
  return quote === "" ? undefined : createReference(quote, "");
}

function parseReply(
  reply: JsonObject,
  quote: string,
  toExternalId: (messageNumber: number) => string,
): InboundReference {
  const messageNumber = toInteger(reply["message_id"]);
  const text = quote || toText(reply["text"]) || toText(reply["caption"]);
  return {
    ...createReference(text, readPerson(reply["from"])),
    ...(messageNumber !== null && messageNumber > 0
      ? { externalId: toExternalId(messageNumber) }
      : {}),
  };
}

const createReference = (text: string, author: string): InboundReference => ({
  kind: "message",
  ...(text === "" ? {} : { text }),
  ...(author === "" ? {} : { author }),
});

function readOrigin(value: unknown): string {
  const origin = toJsonObject(value);
  return (
    readPerson(origin["sender_user"]) ||
    toLabel(origin, "sender_user_name") ||
    readPerson(origin["sender_chat"]) ||
    readPerson(origin["chat"])
  );
}
function readPerson(value: unknown): string {
  const person = toJsonObject(value);
  return [toLabel(person, "title"), toName(person)].filter(Boolean).join(" ");
}
