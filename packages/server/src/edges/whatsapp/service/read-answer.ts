import { readGraphAnswer, type GraphAnswer } from "../../../connectors/meta/graph-reply.ts";
import type { EgressReply } from "../../../egress/index.ts";
import { getNotice, serviceName } from "../notices.ts";

/** Returns the body of an answer, or what an administrator must do to get one. */
export const readAnswer = (reply: EgressReply): GraphAnswer =>
  readGraphAnswer(reply, getNotice, serviceName);
