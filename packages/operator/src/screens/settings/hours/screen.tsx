import type { AccountHours, WorkingHours } from "@parlour/protocol/api";
import { workingHours } from "@parlour/protocol/settings/kinds/account/working-hours";
import { singleScreen } from "../kit/kind/single-screen.ts";
import { CustomHours } from "./CustomHours.tsx";
import {
  listHoursFields,
  toApiHours,
  toHoursValues,
  validateHours,
  type HoursValues,
} from "./hours-form.ts";
import { HoursPreview } from "./HoursPreview.tsx";
import { t } from "./text.ts";

/** Settings → Working hours: the hours of the account (CORE-090). */
export const hoursScreen = singleScreen<AccountHours>()({
  kind: workingHours,
  prefix: "hours",
  t,
  labels: [
    { label: "hours.on", group: "hours.group.hours" },
    ...listHoursFields({ group: "hours.group.hours" }),
    { label: "hours.now" },
  ],
  sections: [{ id: "hours", fields: ["hours"] }],
  joined: {
    hours: {
      fields: ["timezone", "week", "exceptions", "exception_details"],
      toForm: (stored: AccountHours) =>
        stored.timezone === null ? null : toHoursValues(stored as WorkingHours),
      toSent: (hours: HoursValues | null) =>
        hours === null ? { timezone: null } : toApiHours(hours),
      findError: validateHours,
    },
  },
  controls: {
    hours: (props) => <CustomHours {...props} label={t("hours.on")} hint={t("hours.on.hint")} />,
  },
  side: (_values, { values, saved, changed }) => (
    <HoursPreview
      hours={values["hours"] as HoursValues | null}
      saved={saved["hours"] as HoursValues | null}
      isChanged={changed.length > 0}
    />
  ),
});
