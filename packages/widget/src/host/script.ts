/** The functions of the script API with their checks, rules and invitations. Loaded by the pages that use one of them. */
export { makeApi } from "./api.ts";
export { openInvitations } from "./invitations.ts";
export { openPageRules } from "./page-rules.ts";
