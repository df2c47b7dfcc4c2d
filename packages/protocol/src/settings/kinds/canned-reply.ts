import { listKind } from "../kind.ts";

/** Quick replies (API-048). The account and each operator have a limit, which the server checks. */
export const cannedReply = listKind({
  kind: "canned_reply",
  path: "canned-replies",
  label: "reply",
  table: "canned_reply",
  part: "canned_replies",
  key: "shortcut",
  fields: {
    scope: { type: "choice", values: ["own", "department", "account"], only: "api" },
    department_id: { type: "reference", to: "department", default: null },
    /** "": no folder. `Orders/Returns` is a folder inside a folder. */
    folder: { type: "text", format: "folder", max: 100, default: "" },
    shortcut: { type: "text", format: "shortcut", min: 1, max: 50, rule: "API-317" },
    /** BCP 47. "": any language. */
    language: { type: "text", format: "language", max: 35, default: "" },
    text: { type: "text", min: 1, max: 4000, exact: true, rule: "API-048" },
    /** Whether agents answer from it too (AGENT-027). Personal replies cannot have it. */
    for_agents: { type: "flag", default: false },
  },
});
