import { finding, type Finding } from "./finding.ts";

/** Checks whether visitor content has its own origin (CFG-052). A shared origin is no fault. */
export function judgeOrigins(widgetUrl: string | null): Finding {
  return widgetUrl === null ? finding("origins_shared") : finding("origins_good", { url: widgetUrl });
}
