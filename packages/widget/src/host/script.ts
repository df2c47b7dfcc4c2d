/**
 * The script API with its validation, rules and invitations. Loaded only by pages that use one of
 * them.
 */
export { makeApi } from "./api.ts";
export { openInvitations } from "./invitations.ts";
export { openPageRules } from "./page-rules.ts";
