import {
  parseGraphReply,
  readGraphAnswer,
  type GraphAnswer,
  type GraphReply,
} from "../../../connectors/meta/graph-reply.ts";
import { toText } from "../../../connectors/meta/values.ts";
import type { EgressReply } from "../../../egress/index.ts";
import { getNotice } from "../notices.ts";

/** Parses a complete response. `id`: of the sent message, or null. */
export function parseReply(reply: {
  readonly status: number;
  readonly body: Buffer;
}): GraphReply & { readonly id: string | null } {
  const parsed = parseGraphReply(reply, "Meta");
  const { message_id, recipient_id } = parsed.body;
  // An action, such as a reaction, has no message.
  const id = toText(message_id) || toText(recipient_id);
  return { ...parsed, id: reply.status === 200 && parsed.error === null && id !== "" ? id : null };
}

/** Returns the body of an answer, or what an administrator must do to get one. */
export const readAnswer = (reply: EgressReply): GraphAnswer =>
  readGraphAnswer(reply, getNotice, "Meta");
