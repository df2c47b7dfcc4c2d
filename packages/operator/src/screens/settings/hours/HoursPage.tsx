import type { AccountHours } from "@parlour/protocol/api";
import { api, queries } from "../../../state/api.ts";
import { stale, useHours } from "../data.ts";
import { FormPage } from "../FormPage.tsx";
import { Loaded } from "../parts.tsx";
import { t as shared } from "../text.ts";
import { useForm } from "../use-form.ts";
import { faultOf, hoursOf, wireOf, type HoursValues } from "./hours-form.ts";
import { OpenNow } from "./OpenNow.tsx";
import { HoursGroup } from "./OwnHours.tsx";
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
  const { timezone, managed } = saved;
  const form = useForm<Values>({
    saved: { hours: timezone === null ? null : hoursOf({ ...saved, timezone }) },
    check: ({ hours }) => {
      const fault = hours === null ? null : faultOf(hours);
      return fault === null ? {} : { hours: fault };
    },
    fieldOf: ({ status }) => (status === 400 ? "hours" : null),
    save: async ({ hours }) => {
      const body = hours === null ? { timezone: null } : wireOf(hours);
      queries.setQueryData(["working-hours"], await api.patch<AccountHours>("/working-hours", body));
      stale("working-hours", "departments");
    },
  });
  return (
    <FormPage
      title={shared("menu.hours")}
      about={t("hours.about")}
      form={form}
      labels={{ hours: t("hours.group") }}
      readOnly={managed ? shared("page.managed") : null}
      side={<OpenNow open={saved.open_now} next={saved.next_opening_at} zone={timezone} />}
    >
      <HoursGroup form={form} readOnly={managed} id="g-hours" title={t("hours.group")} label={t("hours.on")} hint={t("hours.on.hint")} />
    </FormPage>
  );
}
