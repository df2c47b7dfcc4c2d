import { emptyMedia } from "../../../core/chat/message/empty-media.ts";
import type { Media, MessageOrigin } from "../../../core/entity.ts";
import { toJsonObject, toJsonObjects, type JsonObject } from "../../../http/body/json.ts";
import { toInteger, toText } from "./values.ts";
import { findFile, type IncomingFile } from "./incoming-file.ts";
import { toPlainText, toQuoteLine } from "./plain-text.ts";

/** The content of a message in a private chat. */
export interface MessageContent {
  readonly text: string;
  readonly file: IncomingFile | null;
  readonly media: Media | null;
  readonly origin: MessageOrigin | null;
  /** Phone number of the sender, if they share their own contact. */
  readonly phone: string | null;
}

/** Maximum length of a shared name, title or phone number, in code points. */
const maxLabelLength = 255;

/**
 * Parses the content of a message (TG-020 – TG-023). Returns null if there is nothing to show, as
 * in messages of the service itself.
 */
export function parseContent(message: JsonObject): MessageContent | null {
  const file = findFile(message);
  const location = parseLocation(message);
  const body =
    toPlainText(message["text"], message["entities"]) ||
    toPlainText(message["caption"], message["caption_entities"]) ||
    describeOtherContent(message, file !== null);
  if (body.trim() === "" && file === null && location === null) return null;
  const isForwarded = message["forward_origin"] !== undefined;
  const contact = toJsonObject(message["contact"]);
  const isOwnContact =
    contact["user_id"] !== undefined &&
    toInteger(contact["user_id"]) === toInteger(toJsonObject(message["from"])["id"]);
  const phone = toText(contact["phone_number"], maxLabelLength);
  return {
    text: `${toQuoteLine(message)}${body}`,
    file,
    media: location,
    origin: isForwarded ? { forwarded: true } : null,
    phone: isOwnContact && phone !== "" ? phone : null,
  };
}

/** Parses a location, also the one of a venue. */
function parseLocation(message: JsonObject): Media | null {
  const { latitude, longitude } = toJsonObject(message["location"]);
  if (typeof latitude !== "number" || typeof longitude !== "number") return null;
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null;
  return { ...emptyMedia, type: "location", latitude, longitude };
}

/** Describes content that has neither a text nor a caption. Returns "" if it is unknown. */
function describeOtherContent(message: JsonObject, hasFile: boolean): string {
  const label = (fields: JsonObject, name: string): string => toText(fields[name], maxLabelLength);
  const join = (...parts: readonly string[]): string => parts.filter(Boolean).join("\n");
  const { venue, contact, poll, dice, sticker } = message;
  if (venue !== undefined)
    return join(...["title", "address"].map((n) => label(toJsonObject(venue), n)));
  if (contact !== undefined) {
    const fields = toJsonObject(contact);
    const name = [label(fields, "first_name"), label(fields, "last_name")]
      .filter(Boolean)
      .join(" ");
    return join(name, label(fields, "phone_number"));
  }
  if (poll !== undefined) {
    const fields = toJsonObject(poll);
    const options = toJsonObjects(fields["options"]).slice(0, maxPollOptions);
    return join(
      label(fields, "question"),
      ...options.map((option) => `- ${label(option, "text")}`),
    );
  }
  if (dice !== undefined) {
    const { emoji, value } = toJsonObject(dice);
    return `${toText(emoji, maxEmojiLength)} ${toInteger(value) ?? ""}`.trim();
  }
  if (sticker !== undefined && !hasFile)
    return toText(toJsonObject(sticker)["emoji"], maxEmojiLength);
  return "";
}
const maxPollOptions = 20;
const maxEmojiLength = 32;
