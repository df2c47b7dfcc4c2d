import { formatHours } from "../../../core/hours/format.ts";
import type { OpeningHours } from "../../../core/command.ts";
import { mergeAccountSettings } from "../../../store/settings/account/account.ts";
import type { CurrentSettings } from "../../../store/provisioning/present.ts";
import { describeChanges, type PlannedChange } from "../planned-change.ts";

/** Plans the account's working hours (CORE-090). null: the file does not contain them. */
export function planHours(
  desired: OpeningHours | null,
  current: CurrentSettings,
): { differences: PlannedChange[]; removals: PlannedChange[] } {
  const settings = (current.account?.settings ?? {}) as {
    working_hours?: OpeningHours;
    working_hours_managed?: boolean;
  };
  const managed = settings.working_hours_managed ?? false;
  const store =
    (hours: OpeningHours | null): PlannedChange["run"] =>
    async ({ tx, account }) => {
      await mergeAccountSettings(tx, account, {
        working_hours: hours,
        working_hours_managed: hours === null ? null : true,
      });
      return account;
    };
  if (desired === null) {
    const removals: PlannedChange[] = managed
      ? [{ sign: "-", subject: "working hours", detail: "", kind: "account", run: store(null) }]
      : [];
    return { differences: [], removals };
  }
  const detail = describeChanges(
    { working_hours: toHoursForm(settings.working_hours ?? null) },
    { working_hours: toHoursForm(desired) },
  );
  if (detail === "" && managed) return { differences: [], removals: [] };
  const sign = settings.working_hours === undefined ? ("+" as const) : ("~" as const);
  return {
    differences: [
      {
        sign,
        subject: "working hours",
        detail: sign === "+" ? "" : detail || "managed by the file",
        kind: "account",
        run: store(desired),
      },
    ],
    removals: [],
  };
}

const toHoursForm = (hours: OpeningHours | null): ReturnType<typeof formatHours> | null =>
  hours === null ? null : formatHours(hours);
