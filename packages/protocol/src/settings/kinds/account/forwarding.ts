import { singleKind } from "../../kind.ts";

/** The old system behind a chat API channel (MV-088). The API has routes of its own for it. */
export const forwarding = singleKind({
  kind: "forwarding",
  label: "forwarding",
  part: "forwarding",
  fields: {
    /** Public id. */
    channel: { type: "text", format: "public_id", exact: true, min: 1, max: 64, rule: "MV-088" },
    /** Contains what authorizes a sender at the old system, so the file names a variable. */
    url: { type: "credential", min: 1, max: 2048 },
    operators_answer: { type: "flag", default: true },
    chats_ring: { type: "flag", default: false },
    /** Part of the address to which the old system posts its answers. */
    secret: { type: "secret", format: "random" },
  },
});
