import { parseGraphReply, type GraphReply } from "../../../connectors/meta/graph-reply.ts";
import { toText } from "../../../connectors/meta/values.ts";
import { toJsonObjects } from "../../../http/body/json.ts";
import { serviceName } from "../notices.ts";

export interface ParsedReply extends GraphReply {
  readonly wamid: string | null;
}

/** Parses a complete response. A body that is not JSON is an empty object. */
export function parseReply(reply: { readonly status: number; readonly body: Buffer }): ParsedReply {
  const parsed = parseGraphReply(reply, serviceName);
  const [message = {}] = toJsonObjects(parsed.body["messages"]);
  const wamid = toText(message["id"]);
  return {
    ...parsed,
    wamid: reply.status === 200 && parsed.error === null && wamid !== "" ? wamid : null,
  };
}
