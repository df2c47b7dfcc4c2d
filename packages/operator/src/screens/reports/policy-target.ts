import type { CountedTarget } from "@parlour/protocol/api";
import type { SlaTarget } from "@parlour/protocol/chat-sla";
import { formatDuration } from "../../ui/time.ts";
import { rowName } from "./figures.ts";
import { t } from "./text.ts";

/** Returns the name of a target of a policy: "VIP, first reply". */
export const policyTargetName = ({
  id,
  name,
  target,
}: {
  readonly id: number;
  readonly name: string | null;
  readonly target: SlaTarget;
}): string => t("sla.of", { policy: rowName(id, name, ""), target: t(`sla.target.${target}`) });

/** Returns by how much a target was missed until now, or "" if it was not. */
export function formatLateness({ due_at, ended_at }: CountedTarget, now: number): string {
  const overdueMs = (ended_at === null ? now : Date.parse(ended_at)) - Date.parse(due_at);
  return overdueMs < 0 ? "" : t("sla.late", { time: formatDuration(overdueMs) });
}
