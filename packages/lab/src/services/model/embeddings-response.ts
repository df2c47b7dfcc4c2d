import { toObject } from "../../endpoints/received-request.ts";
import { invalidRequest } from "./api-error.ts";
import { buildJson, type ResponseParts } from "./chat-response.ts";
import type { EmbedText } from "./types.ts";
import { countTokens } from "./tokens.ts";

const maxTexts = 2_048;

/** Builds the response to a request for vectors. Throws ApiError. */
export function buildEmbeddingsResponse(
  value: unknown,
  embed: EmbedText,
  defaultDimensions: number,
): ResponseParts {
  const body = toObject(value);
  const { input, encoding_format, dimensions = defaultDimensions } = body;
  const texts: readonly unknown[] = Array.isArray(input) ? input : [input];
  if (texts.length === 0 || texts.length > maxTexts)
    throw invalidRequest(`input must have 1 to ${maxTexts} texts.`, "input");
  if (!texts.every((text) => typeof text === "string" && text !== ""))
    throw invalidRequest("input must be a text, or a list of texts, that are not empty.", "input");
  const strings = texts.map(String);
  const tokens = strings.reduce((sum, text) => sum + countTokens(text), 0);
  return buildJson({
    object: "list",
    model: body["model"],
    data: strings.map((text, index) => {
      const vector = embed(text, Number(dimensions));
      return {
        object: "embedding",
        index,
        embedding: encoding_format === "base64" ? encodeVector(vector) : vector,
      };
    }),
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  });
}

/** Encodes 32-bit numbers, lowest byte first, as base64. */
function encodeVector(vector: readonly number[]): string {
  const bytes = Buffer.alloc(vector.length * 4);
  for (const [at, value] of vector.entries()) bytes.writeFloatLE(value, at * 4);
  return bytes.toString("base64");
}
