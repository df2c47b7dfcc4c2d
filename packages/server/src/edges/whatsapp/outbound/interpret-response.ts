import {
  interpretMetaResponse,
  type ResponseRules,
} from "../../../connectors/meta/interpret-response.ts";
import type { AttemptOutcome } from "../../../delivery/index.ts";
import type { EgressReply } from "../../../egress/index.ts";
import { parseReply } from "../service/parse-reply.ts";

const rules: ResponseRules = {
  parse(reply) {
    const { wamid, error } = parseReply(reply);
    return { id: wamid, error };
  },
  effects: {
    0: "fix",
    3: "fix",
    10: "fix",
    190: "fix",
    4: "rate",
    80007: "rate",
    130429: "rate",
    131048: "rate",
    131056: "rate",
  },
  texts: {
    131047:
      "The customer wrote more than 24 hours ago. Send a template, or wait until they write again.",
    131026: "WhatsApp cannot deliver messages to this customer.",
    190: "WhatsApp does not accept the access token. An administrator must enter a new one.",
  },
};

/** Interprets the response of the service to a message (WA-025). Pure. */
export const interpretResponse = (
  reply: EgressReply,
  attempt: { readonly attempts: number },
): AttemptOutcome => interpretMetaResponse(rules, reply, attempt);
