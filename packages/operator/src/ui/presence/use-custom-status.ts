import type { PresenceEntry } from "@parlour/protocol/socket";
import type { OperatorStatus } from "@parlour/protocol/api";
import { browserClock } from "../../state/clock.ts";
import { useLiveState } from "../../state/live-context.tsx";
import { defineTexts } from "../../text/index.ts";
import { formatUpcoming } from "../time.ts";
import { useStatuses } from "./statuses.ts";

const t = defineTexts({
  en: { "customstatus.until": "{status} until {time}" },
  ru: { "customstatus.until": "{status} до {time}" },
});

/** Formats a status with its emoji. */
export const formatStatusName = ({ emoji, name }: OperatorStatus): string =>
  emoji === null ? name : `${emoji} ${name}`;

/** Describes the custom status of an operator, such as "Lunch until 12:45". Null if none. */
export function useCustomStatus(): (operatorId: number) => string | null {
  const entries = useLiveState((state) => state.snapshot.presenceEntries);
  const hasStatuses = [...entries.values()].some((entry) => entry.status_id !== undefined);
  const statuses = useStatuses(hasStatuses);
  return (operatorId) => describeStatus(entries.get(operatorId), statuses);
}

/** Describes the custom status in an entry. Null if there is none, or if it was deleted. */
export function describeStatus(
  entry: PresenceEntry | undefined,
  statuses: readonly OperatorStatus[],
): string | null {
  const status = statuses.find(({ id }) => id === entry?.status_id);
  if (entry === undefined || status === undefined) return null;
  const name = formatStatusName(status);
  const until = entry.status_until ?? null;
  const now = browserClock.now();
  const text =
    until === null
      ? name
      : t("customstatus.until", { status: name, time: formatUpcoming(until, now, "short") });
  return [text, entry.status_comment].filter(Boolean).join(" · ");
}
