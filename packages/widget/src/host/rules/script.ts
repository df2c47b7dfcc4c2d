/**
 * The script API with its validation, rules and invitations. Loaded only by pages that use one of
 * them.
 */
export { parseRules } from "@parlour/protocol/rules";
export { createApi } from "../page-api/api.ts";
export { createInvitations } from "./invitations.ts";
export { createPageRules } from "./page-rules.ts";
