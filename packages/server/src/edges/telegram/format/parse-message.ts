import { emptyMedia } from "../../../core/chat/message/empty-media.ts";
import { isBlank } from "../../../core/text.ts";
import type { Media, MessageOrigin } from "../../../core/entity.ts";
import { toJsonObject, type JsonObject } from "../../../http/body/json.ts";
import { toInteger, toText } from "./values.ts";
import { describeContent } from "./describe-content.ts";
import { findFile, type IncomingFile } from "./incoming-file.ts";
import { toPlainText } from "./plain-text.ts";

export interface MessageContent {
  readonly text: string;
  readonly file: IncomingFile | null;
  readonly media: Media | null;
  readonly origin: MessageOrigin | null;
  /** Phone number of the sender, if they share their own contact. */
  readonly phone: string | null;
}

const maxPhoneLength = 255;

/**
 * Parses the content of a message (TG-020 – TG-023). Whatever it is, something is shown (TG-026).
 */
export function parseContent(message: JsonObject): MessageContent {
  const file = findFile(message);
  const location = parseLocation(message);
  const written =
    toPlainText(message["text"], message["entities"]) ||
    toPlainText(message["caption"], message["caption_entities"]);
  const isShown = !isBlank(written) || file !== null || location !== null;
  const body = [describeContent(message, isShown), isBlank(written) ? "" : written]
    .filter(Boolean)
    .join("\n");
  const isForwarded = message["forward_origin"] !== undefined;
  const contact = toJsonObject(message["contact"]);
  const isOwnContact =
    contact["user_id"] !== undefined &&
    toInteger(contact["user_id"]) === toInteger(toJsonObject(message["from"])["id"]);
  const phone = toText(contact["phone_number"], maxPhoneLength);
  return {
    text: body,
    file,
    media: location,
    origin: isForwarded ? { forwarded: true } : null,
    phone: isOwnContact && phone !== "" ? phone : null,
  };
}

function parseLocation(message: JsonObject): Media | null {
  const { latitude, longitude } = toJsonObject(message["location"]);
  if (typeof latitude !== "number" || typeof longitude !== "number") return null;
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null;
  return { ...emptyMedia, type: "location", latitude, longitude };
}
