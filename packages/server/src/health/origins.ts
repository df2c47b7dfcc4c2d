import { finding, type Finding } from "./finding.ts";

/** Whether what visitors load has an origin of its own (CFG-052). Sharing one is no fault. */
export function judgeOrigins(widgetUrl: string | null): Finding {
  return widgetUrl === null ? finding("origins_shared") : finding("origins_good", { url: widgetUrl });
}
