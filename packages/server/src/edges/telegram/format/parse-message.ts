import { emptyMedia } from "../../../core/chat/message/file-attachment.ts";
import { isBlank } from "../../../core/text.ts";
import type { Media } from "../../../core/entity.ts";
import type { InboundMessage } from "../../../connectors/inbound-message.ts";
import { toJsonObject, type JsonObject } from "../../../http/body/json.ts";
import { toInteger, toLabel } from "./values.ts";
import { describeContent } from "./describe-content.ts";
import { findFile, type IncomingFile } from "./incoming-file.ts";
import { toPlainText } from "./plain-text.ts";

/** Content of a message. `phone`: that of the sender, if they share their own contact. */
export interface MessageContent extends Omit<InboundMessage, "customer" | "externalId"> {
  readonly file: IncomingFile | null;
}

/**
 * Parses the content of a message (TG-020 – TG-023). Whatever it is, something is shown (TG-026).
 */
export function parseContent(message: JsonObject): MessageContent {
  const file = findFile(message);
  const location = parseLocation(message);
  const written =
    toPlainText(message["text"], message["entities"]) ||
    toPlainText(message["caption"], message["caption_entities"]);
  const isShown = !isBlank(written) || file !== null || location !== undefined;
  const body = [describeContent(message, isShown), isBlank(written) ? "" : written]
    .filter(Boolean)
    .join("\n");
  const isForwarded = message["forward_origin"] !== undefined;
  const contact = toJsonObject(message["contact"]);
  const isOwnContact =
    contact["user_id"] !== undefined &&
    toInteger(contact["user_id"]) === toInteger(toJsonObject(message["from"])["id"]);
  return {
    text: body,
    file,
    media: location,
    origin: isForwarded ? { forwarded: true } : undefined,
    phone: (isOwnContact && toLabel(contact, "phone_number")) || undefined,
  };
}

function parseLocation(message: JsonObject): Media | undefined {
  const { latitude, longitude } = toJsonObject(message["location"]);
  if (typeof latitude !== "number" || typeof longitude !== "number") return undefined;
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return undefined;
  return { ...emptyMedia, type: "location", latitude, longitude };
}
