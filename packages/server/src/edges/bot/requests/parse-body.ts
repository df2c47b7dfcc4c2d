import { JsonParseError, isJsonObject, parseStrictJson } from "../../../http/body/json.ts";
import { BotRefusalError, type BotRefusal } from "../responses.ts";
import {
  getEventName,
  parseEvent,
  isTestEvent,
  type IncomingEvent,
} from "../format/parse-event.ts";
import type { FormatWarning } from "../format/warning.ts";
import { formatWarnings } from "../format/warnings.ts";
import type { RequestRecord } from "./request-record.ts";

/**
 * Parses a body as one event and adds warnings to `record` (BOT-013). `checkConflict` returns a
 * refusal if the event contains credentials (BOT-082).
 */
export function parseBody(
  bytes: Buffer,
  record: RequestRecord,
  checkConflict: (inBody: boolean) => BotRefusal | null,
): IncomingEvent {
  const body = parseRequestJson(bytes, record.warnings);
  const conflict = checkConflict(isJsonObject(body) && Object.hasOwn(body, "access_token"));
  if (conflict !== null) throw new BotRefusalError(conflict);
  record.isTest = isTestEvent(body);
  record.event = getEventName(body);
  const event = parseEvent(body);
  if ("status" in event) throw new BotRefusalError(event);
  record.id = event.id;
  if ("chat" in event.about) record.chatId = event.about.chat;
  if (event.message !== null) {
    record.sentAt = event.message.sentAt;
    record.warnings.push(...event.message.warnings);
  }
  return event;
}

function parseRequestJson(bytes: Buffer, warningList: FormatWarning[]): unknown {
  try {
    return parseStrictJson(bytes);
  } catch (error) {
    if (!(error instanceof JsonParseError) || error.kind !== "encoding") throw error;
    warningList.push(formatWarnings.notUtf8);
    return parseStrictJson(Buffer.from(bytes.toString("latin1"), "utf8"));
  }
}
