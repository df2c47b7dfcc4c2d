import type { OperatorStatus } from "@parlour/protocol/api";
import { operatorStatus } from "@parlour/protocol/settings/kinds/people/status";
import { IconMoodSmile } from "@tabler/icons-react";
import { durationText } from "../kit/kind/duration.ts";
import { kindScreen } from "../kit/kind/kind-screen.ts";
import { t } from "./text.ts";

/** Settings → Statuses (STATUS-001). */
export const statusScreen = kindScreen<OperatorStatus>()({
  kind: operatorStatus,
  prefix: "teamstatus",
  t,
  icon: IconMoodSmile,
  sections: [
    { fields: [["name", "emoji"], "counts_as"] },
    { id: "end", fields: [["ends_after_s", "ends_at"]] },
  ],
  findErrors: (values) =>
    values["ends_after_s"] !== "" && values["ends_at"] !== ""
      ? { ends_at: t("teamstatus.end.both") }
      : {},
  columns: () => [
    { head: t("teamstatus.emoji"), cell: ({ emoji }) => emoji },
    {
      head: t("teamstatus.counts_as"),
      cell: (status) => t(`teamstatus.counts_as.${status.counts_as}`),
    },
    { head: t("teamstatus.end"), cell: describeEnd },
  ],
});

function describeEnd(status: OperatorStatus): string {
  if (status.ends_after_s !== null)
    return t("teamstatus.end.after", { time: durationText(status.ends_after_s) });
  if (status.ends_at !== null) return t("teamstatus.end.at", { time: status.ends_at });
  return t("teamstatus.end.never");
}
