export { chatMatchesRoute } from "./chat-matches.ts";
export { searchExportRoute } from "./search-export.ts";
export { searchRoute } from "./search.ts";
