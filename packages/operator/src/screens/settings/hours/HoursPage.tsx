import type { AccountHours } from "@parlour/protocol/api";
import { api, queryClient } from "../../../state/api/api.ts";
import { invalidateLists, useHours } from "../queries.ts";
import { FormPage } from "../kit/form/FormPage.tsx";
import { QueryPageBody } from "../kit/resource/parts.tsx";
import { t as shared } from "../text.ts";
import { useForm } from "../kit/form/use-form.ts";
import { validateHours, toHoursValues, toApiHours, type HoursValues } from "./hours-form.ts";
import { HoursPreview } from "./HoursPreview.tsx";
import { HoursSection } from "./CustomHours.tsx";
import { t } from "./text.ts";

interface HoursPageValues {
  /** Working hours, or null if always open. */
  hours: HoursValues | null;
}

/** Renders Settings → Working hours: the hours of the account (CORE-090). */
export function HoursPage() {
  const query = useHours();
  return (
    <QueryPageBody query={query} title={shared("menu.hours")} about={t("hours.about")}>
      {(hours) => <HoursForm saved={hours} />}
    </QueryPageBody>
  );
}

function HoursForm({ saved }: { saved: AccountHours }) {
  const { timezone, managed } = saved;
  const savedValues = timezone === null ? null : toHoursValues({ ...saved, timezone });
  const form = useForm<HoursPageValues>({
    saved: { hours: savedValues },
    validate: ({ hours }) => {
      const error = hours === null ? null : validateHours(hours);
      return error === null ? {} : { hours: error };
    },
    mapErrorField: ({ status }) => (status === 400 ? "hours" : null),
    save: async ({ hours }) => {
      const body = hours === null ? { timezone: null } : toApiHours(hours);
      queryClient.setQueryData(
        ["working-hours"],
        await api.patch<AccountHours>("/working-hours", body),
      );
      invalidateLists("working-hours", "departments");
    },
  });
  return (
    <FormPage
      title={shared("menu.hours")}
      about={t("hours.about")}
      form={form}
      labels={{ hours: t("hours.group") }}
      readOnly={managed ? shared("page.managed") : null}
      side={
        <HoursPreview
          hours={form.values.hours}
          saved={savedValues}
          isChanged={form.changed.length > 0}
        />
      }
    >
      <HoursSection
        form={form}
        readOnly={managed}
        id="g-hours"
        title={t("hours.group")}
        label={t("hours.on")}
        hint={t("hours.on.hint")}
      />
    </FormPage>
  );
}
