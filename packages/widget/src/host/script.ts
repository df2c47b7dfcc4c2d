/** What only pages with scripts or rules of their own need: the functions of the script API with their checks, and the rules. Loaded for them alone. */
export { makeApi } from "./api.ts";
export { openPageRules } from "./page-rules.ts";
