import { cleanText, cutText } from "../../../core/text.ts";
import type { OutcomeText } from "../../../delivery/index.ts";
import { isJsonObject, JsonParseError, parseResponseJson } from "../../../http/body/json.ts";

/** Parsers for the body of a provider's response. */

/** Returns the JSON value of a body, or null if the body is not JSON. */
export function parseResponseBody(body: Buffer): unknown {
  try {
    return parseResponseJson(body);
  } catch (error) {
    if (error instanceof JsonParseError) return null;
    throw error;
  }
}

/** Returns the object of a body, or the first object of a list. Returns null if there is none. */
export function findResponseObject(body: unknown): Readonly<Record<string, unknown>> | null {
  const [first] = (Array.isArray(body) ? body : [body]) as readonly unknown[];
  return isJsonObject(first) ? first : null;
}

/** Returns the event in a response, which is not executed (BOT-092). null: none. */
export function findResponseEvent(body: unknown): "BOT_MESSAGE" | "INVITE_AGENT" | null {
  const event = findResponseObject(body)?.["event"];
  return event === "BOT_MESSAGE" || event === "INVITE_AGENT" ? event : null;
}

/**
 * Returns the `error` object of BOT-081, which providers may send too (BOT-086). Returns null if it
 * has neither a code nor a message.
 */
export function findResponseError(body: unknown): OutcomeText | null {
  const error = isJsonObject(body) ? body["error"] : null;
  if (!isJsonObject(error)) return null;
  const code = typeof error["code"] === "string" ? truncateText(error["code"]) : "";
  const message = typeof error["message"] === "string" ? truncateText(error["message"]) : "";
  return code === "" && message === "" ? null : { code, message };
}

export function truncateText(text: string): string {
  return cutText(cleanText(text), 300).text;
}
