import type { Routing } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { api, queries } from "../../../state/api.ts";
import { may, useMe } from "../../../state/session.tsx";
import { FormSelect, FormSwitch, FormText } from "../bound.tsx";
import { FormPage } from "../FormPage.tsx";
import { Loaded } from "../parts.tsx";
import { t as shared } from "../text.ts";
import { useForm, type Form } from "../use-form.ts";
import { Preview, timeWords } from "./Preview.tsx";
import { faultsOf, patchOf, steps, times, valuesOf, type Fault, type RoutingValues, type TimeName } from "./routing-form.ts";
import "./routing.css";
import { t } from "./text.ts";

const modes = ["all", "round_robin", "least_busy", "last_operator"] as const;

/** Settings → Routing: who is asked first, who then, and what becomes of chats nobody answers (CORE-031 – CORE-035). */
export function RoutingPage() {
  const read = useQuery({ queryKey: ["routing"], queryFn: () => api.get<Routing>("/routing") });
  return (
    <Loaded read={read} title={t("routing.title")} about={t("routing.about")}>
      {(routing) => <RoutingForm saved={routing} />}
    </Loaded>
  );
}

function RoutingForm({ saved }: { saved: Routing }) {
  const me = useMe();
  const form = useForm<RoutingValues>({
    saved: valuesOf(saved, (name, n) => t(`time.${name}`, { n })),
    check: (values) => {
      const faults = Object.entries(faultsOf(values)) as [TimeName, Fault][];
      return Object.fromEntries(faults.map(([name, fault]) => [name, faultWords(fault)]));
    },
    save: async (values, changed) => {
      queries.setQueryData(["routing"], await api.patch<Routing>("/routing", patchOf(values, changed)));
    },
  });
  const { values } = form;
  const readOnly = saved.managed ? shared("page.managed") : may(me, "team") ? null : shared("page.readonly");
  const fixed = readOnly !== null;
  const bound = { form, readOnly: fixed };
  const time = (name: TimeName) => <TimeField key={name} form={form} name={name} fixed={fixed} />;
  return (
    <FormPage
      title={t("routing.title")}
      about={t("routing.about")}
      form={form}
      labels={labels()}
      readOnly={readOnly}
      side={<Preview values={values} />}
    >
      <section className="group" aria-labelledby="g-mode">
        <h2 id="g-mode">{t("routing.first")}</h2>
        <FormSelect
          {...bound}
          name="mode"
          label={t("routing.mode")}
          options={modes.map((value) => ({ value, label: t(`mode.${value}`) }))}
          hint={t(`mode.${values.mode}.hint`)}
        />
        {values.mode !== "all" && time("offer_s")}
      </section>
      <section className="group" aria-labelledby="g-ladder">
        <h2 id="g-ladder">{t("routing.ladder")}</h2>
        <p className="hint">{t("routing.ladder.hint")}</p>
        {steps.map(time)}
        {time("remind_s")}
        <FormSwitch
          {...bound}
          name="notify_outside_hours"
          label={t("routing.notify_outside_hours")}
          hint={t("routing.notify_outside_hours.hint")}
        />
        <FormSwitch {...bound} name="queue" label={t("routing.queue")} hint={t("routing.queue.hint")} />
      </section>
      <section className="group" aria-labelledby="g-silent">
        <h2 id="g-silent">{t("routing.silent")}</h2>
        {time("grace_s")}
        {time("inactivity_s")}
      </section>
      <section className="group" aria-labelledby="g-timer">
        <h2 id="g-timer">{t("routing.timer")}</h2>
        <p className="hint">{t("routing.timer.hint")}</p>
        {time("warn_s")}
        {time("overdue_s")}
      </section>
    </FormPage>
  );
}

function TimeField({ form, name, fixed }: { form: Form<RoutingValues>; name: TimeName; fixed: boolean }) {
  return (
    <div className="timefield">
      <FormText form={form} name={name} label={t(`routing.${name}`)} hint={t(`routing.${name}.hint`)} maxLength={40} readOnly={fixed} />
    </div>
  );
}

function labels(): Record<keyof RoutingValues, string> {
  const named = Object.fromEntries(times.map((name) => [name, t(`routing.${name}`)])) as Record<TimeName, string>;
  return { ...named, mode: t("routing.mode"), notify_outside_hours: t("routing.notify_outside_hours"), queue: t("routing.queue") };
}

function faultWords(fault: Fault): string {
  if (fault.why === "early") return t("fault.early", { before: t(`routing.${fault.before}`) });
  return fault.why === "unreadable" ? t("fault.unreadable") : t(`fault.${fault.why}`, { time: timeWords(fault.limit) });
}
