export { callSettingsRoutes } from "./call-settings.ts";
export { callRoutes } from "./calls.ts";
