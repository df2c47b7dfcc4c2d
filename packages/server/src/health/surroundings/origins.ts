import { createFinding, type Finding } from "../finding.ts";

/** Checks whether visitor content has its own origin (CFG-052). A shared one is no error. */
export function checkOrigins(widgetUrl: string | null): Finding {
  return widgetUrl === null
    ? createFinding("origins_shared")
    : createFinding("origins_good", { url: widgetUrl });
}
