import { createFinding, type Finding } from "./finding.ts";

/**
 * Checks whether visitor content has a separate origin (CFG-052). A shared origin is not an error.
 */
export function checkOrigins(widgetUrl: string | null): Finding {
  return widgetUrl === null
    ? createFinding("origins_shared")
    : createFinding("origins_good", { url: widgetUrl });
}
