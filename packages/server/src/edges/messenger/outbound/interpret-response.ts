import {
  interpretMetaResponse,
  type ResponseRules,
} from "../../../connectors/meta/interpret-response.ts";
import type { AttemptOutcome } from "../../../delivery/index.ts";
import type { EgressReply } from "../../../egress/index.ts";
import { parseReply } from "../service/reply.ts";

/** Subcodes of messages that are sent too late: of Messenger and of Instagram. */
const lateSubcodes = new Set(["2018278", "2534022"]);
const lateText =
  "The customer wrote more than 24 hours ago, and Meta accepts only answers of people with the feature Human Agent of the app. Wait until they write again.";

const rules: ResponseRules = {
  parse: parseReply,
  effects: {
    1: "again",
    2: "again",
    1200: "again",
    4: "rate",
    32: "rate",
    613: "rate",
    80006: "rate",
    10: "fix",
    190: "fix",
    230: "final",
    551: "final",
    // Messages and people that the page cannot reach, among codes of permissions.
    1545041: "final",
    2018278: "final",
    2534022: "final",
  },
  texts: {
    190: "Meta does not accept the access token. An administrator must enter a new one.",
    551: "This person cannot be reached now. They may have blocked the page or left.",
    1545041: "This person cannot be reached now. They may have blocked the page or left.",
    2018278: lateText,
    2534022: lateText,
  },
};

/** Interprets the response of the service to a message (ME-025). Pure. */
export const interpretResponse = (
  reply: EgressReply,
  attempt: { readonly attempts: number },
): AttemptOutcome => interpretMetaResponse(rules, reply, attempt);

/** Returns whether the service refused a message because the window of 24 hours is over. */
export function isTooLate(reply: EgressReply): boolean {
  if (reply.kind !== "answered") return false;
  const { error } = parseReply(reply);
  return error !== null && lateSubcodes.has(error.subcode);
}

/** Codes of limits that concern the whole page or app and not one customer. */
const channelLimits = new Set(["4", "32", "613", "80006"]);
export const isChannelLimit = (reply: Extract<EgressReply, { kind: "answered" }>): boolean =>
  channelLimits.has(parseReply(reply).error?.code ?? "");
