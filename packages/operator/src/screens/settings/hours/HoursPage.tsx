import type { AccountHours } from "@parlour/protocol/api";
import { api, queries } from "../../../state/api.ts";
import { Switch } from "../../../ui/Field.tsx";
import { stale, useHours } from "../data.ts";
import { FormPage, Label } from "../FormPage.tsx";
import { Loaded } from "../parts.tsx";
import { t as shared } from "../text.ts";
import { useForm } from "../use-form.ts";
import { faultOf, hoursOf, usualHours, wireOf, type HoursValues } from "./hours-form.ts";
import { HoursEditor } from "./HoursEditor.tsx";
import { OpenNow } from "./OpenNow.tsx";
import { t } from "./text.ts";

interface Values {
  /** null: always open. */
  hours: HoursValues | null;
}

/** Settings → Working hours of the account (CORE-090). */
export function HoursPage() {
  const read = useHours();
  return (
    <Loaded read={read} title={shared("menu.hours")} about={t("hours.about")}>
      {(hours) => <HoursForm saved={hours} />}
    </Loaded>
  );
}

function HoursForm({ saved }: { saved: AccountHours }) {
  const { timezone } = saved;
  const form = useForm<Values>({
    saved: { hours: timezone === null ? null : hoursOf({ ...saved, timezone }) },
    check: ({ hours }) => {
      const fault = hours === null ? null : faultOf(hours);
      return fault === null ? {} : { hours: fault };
    },
    fieldOf: () => "hours",
    save: async ({ hours }) => {
      queries.setQueryData(
        ["working-hours"],
        await api.patch<AccountHours>("/working-hours", hours === null ? { timezone: null } : wireOf(hours)),
      );
      stale("working-hours", "departments");
    },
  });
  const { hours } = form.values;
  return (
    <FormPage
      title={shared("menu.hours")}
      about={t("hours.about")}
      form={form}
      labels={{ hours: t("hours.group") }}
      readOnly={saved.managed ? shared("page.managed") : null}
      side={<OpenNow open={saved.open_now} next={saved.next_opening_at} zone={timezone} />}
    >
      <section className="group" aria-labelledby="g-hours">
        <h2 id="g-hours">
          <Label form={form} name="hours">
            {t("hours.group")}
          </Label>
        </h2>
        <Switch
          label={t("hours.on")}
          hint={t("hours.on.hint")}
          checked={hours !== null}
          onChange={(event) => form.set("hours", event.target.checked ? usualHours() : null)}
          disabled={saved.managed}
        />
        {hours !== null && (
          <HoursEditor values={hours} onChange={(next) => form.set("hours", next)} readOnly={saved.managed} error={form.faults.hours} />
        )}
      </section>
    </FormPage>
  );
}
