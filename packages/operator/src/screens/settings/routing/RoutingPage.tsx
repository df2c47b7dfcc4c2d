import type { Routing } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { api, queries } from "../../../state/api.ts";
import { may, useMe } from "../../../state/session.tsx";
import { Select, Switch, TextField } from "../../../ui/Field.tsx";
import { FormPage, Label } from "../FormPage.tsx";
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
  const { values, set } = form;
  const readOnly = saved.managed ? shared("page.managed") : may(me, "team") ? null : shared("page.readonly");
  const fixed = readOnly !== null;
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
        <Select
          label={
            <Label form={form} name="mode">
              {t("routing.mode")}
            </Label>
          }
          name="mode"
          value={values.mode}
          options={modes.map((value) => ({ value, label: t(`mode.${value}`) }))}
          hint={t(`mode.${values.mode}.hint`)}
          onChange={(event) => set("mode", modes.find((one) => one === event.target.value) ?? "all")}
          disabled={fixed}
        />
        {values.mode !== "all" && time("offer_s")}
      </section>
      <section className="group" aria-labelledby="g-ladder">
        <h2 id="g-ladder">{t("routing.ladder")}</h2>
        <p className="hint">{t("routing.ladder.hint")}</p>
        {steps.map(time)}
        {time("remind_s")}
        <Switch
          label={
            <Label form={form} name="notify_outside_hours">
              {t("routing.notify_outside_hours")}
            </Label>
          }
          hint={t("routing.notify_outside_hours.hint")}
          name="notify_outside_hours"
          checked={values.notify_outside_hours}
          onChange={(event) => set("notify_outside_hours", event.target.checked)}
          disabled={fixed}
        />
        <Switch
          label={
            <Label form={form} name="queue">
              {t("routing.queue")}
            </Label>
          }
          hint={t("routing.queue.hint")}
          name="queue"
          checked={values.queue}
          onChange={(event) => set("queue", event.target.checked)}
          disabled={fixed}
        />
      </section>
      <section className="group" aria-labelledby="g-silent">
        <h2 id="g-silent">{t("routing.silent")}</h2>
        {time("grace_s")}
        {time("inactivity_s")}
      </section>
    </FormPage>
  );
}

function TimeField({ form, name, fixed }: { form: Form<RoutingValues>; name: TimeName; fixed: boolean }) {
  return (
    <div className="timefield">
      <TextField
        label={
          <Label form={form} name={name}>
            {t(`routing.${name}`)}
          </Label>
        }
        hint={t(`routing.${name}.hint`)}
        name={name}
        value={form.values[name]}
        error={form.faults[name]}
        onChange={(event) => form.set(name, event.target.value)}
        autoComplete="off"
        maxLength={40}
        readOnly={fixed}
      />
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
