import { parseFields } from "../../../connectors/service/parse-fields.ts";
import {
  parseJson,
  toJsonObject,
  toJsonObjects,
  type JsonObject,
} from "../../../http/body/json.ts";
import { toLine, toText } from "../../../connectors/meta/values.ts";

export interface ParsedReply {
  readonly body: JsonObject;
  readonly wamid: string | null;
  readonly error: GraphError | null;
}
/** An error of the Graph API. `code` is a number as text. */
interface GraphError {
  readonly code: string;
  readonly message: string;
}

/** Parses a complete response. A body that is not JSON is an empty object. */
export function parseReply({
  status,
  body,
}: {
  readonly status: number;
  readonly body: Buffer;
}): ParsedReply {
  const parsed = parseFields(body, parseJson) ?? {};
  const hasError = parsed["error"] !== undefined;
  const error = toJsonObject(parsed["error"]);
  const [message = {}] = toJsonObjects(parsed["messages"]);
  const wamid = toText(message["id"]);
  const details = toLine(toJsonObject(error["error_data"])["details"]);
  return {
    body: parsed,
    wamid: status === 200 && !hasError && wamid !== "" ? wamid : null,
    error: hasError
      ? {
          code: toLine(error["code"]) || "error",
          message: details || toLine(error["message"]) || "WhatsApp reported an error.",
        }
      : null,
  };
}
