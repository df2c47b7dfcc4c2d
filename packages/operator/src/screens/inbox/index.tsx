// The bundler joins static imports of this module with others (start-chunks.ts), but not the module
// itself, because the application imports it dynamically.
export { InboxScreen as Screen } from "./InboxScreen.tsx";
