import { JsonParseError, toJsonObject, type JsonObject } from "../../http/body/json.ts";

/** Parses the JSON object of a response. Null: the body is not JSON. */
export function parseFields(body: Buffer, parse: (body: Buffer) => unknown): JsonObject | null {
  try {
    return toJsonObject(parse(body));
  } catch (error) {
    if (error instanceof JsonParseError) return null;
    throw error;
  }
}
