import type { Routing } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { afterCloses } from "../../../state/after-close.ts";
import { api, queries } from "../../../state/api.ts";
import { may, useMe } from "../../../state/session.tsx";
import { FormSelect, FormSwitch, FormText } from "../bound.tsx";
import { FormPage } from "../FormPage.tsx";
import { Group } from "../Group.tsx";
import { Loaded } from "../parts.tsx";
import { t as shared } from "../text.ts";
import { useForm, type Form } from "../use-form.ts";
import { Preview, timeWords } from "./Preview.tsx";
import { choices, faultsOf, patchOf, steps, times, valuesOf, type Fault, type RoutingValues, type TimeName } from "./routing-form.ts";
import "./routing.css";
import { t } from "./text.ts";

const modes = ["all", "round_robin", "least_busy", "last_operator"] as const;

/**
 * Settings → Routing: which operators are asked first, how a chat escalates, and what happens to
 * unanswered chats (CORE-031 – CORE-035).
 */
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
  const form = useRoutingForm(saved);
  const readOnly = saved.managed ? shared("page.managed") : may(me, "team") ? null : shared("page.readonly");
  const bound = { form, readOnly: readOnly !== null };
  return (
    <FormPage
      title={t("routing.title")}
      about={t("routing.about")}
      form={form}
      labels={labels()}
      readOnly={readOnly}
      side={<Preview values={form.values} />}
    >
      <First {...bound} />
      <Ladder {...bound} />
      <Unanswered {...bound} />
      <Group id="g-silent" title={t("routing.silent")}>
        <TimeField {...bound} name="grace_s" />
        <TimeField {...bound} name="inactivity_s" />
      </Group>
      <Group id="g-closing" title={t("routing.closing")}>
        <FormSelect
          {...bound}
          name="after_close"
          label={t("routing.after_close")}
          options={afterCloses.map((value) => ({ value, label: t(`after_close.${value}`) }))}
          hint={t("routing.after_close.hint")}
        />
      </Group>
      <Group id="g-timer" title={t("routing.timer")}>
        <p className="hint">{t("routing.timer.hint")}</p>
        <FormSelect
          {...bound}
          name="ring_order"
          label={t("routing.ring_order")}
          options={(["longest", "newest"] as const).map((value) => ({ value, label: t(`ring_order.${value}`) }))}
          hint={t("routing.ring_order.hint")}
        />
        <TimeField {...bound} name="warn_s" />
        <TimeField {...bound} name="overdue_s" />
      </Group>
    </FormPage>
  );
}

function useRoutingForm(saved: Routing): Form<RoutingValues> {
  return useForm<RoutingValues>({
    saved: valuesOf(saved, (name, n) => t(`time.${name}`, { n })),
    check: (values) => {
      const faults = Object.entries(faultsOf(values)) as [TimeName, Fault][];
      return Object.fromEntries(faults.map(([name, fault]) => [name, faultWords(fault)]));
    },
    save: async (values, changed) => {
      queries.setQueryData(["routing"], await api.patch<Routing>("/routing", patchOf(values, changed)));
    },
  });
}

interface PartProps {
  form: Form<RoutingValues>;
  readOnly: boolean;
}

/** Settings of the first offer (CORE-031). */
function First(bound: PartProps) {
  const { mode } = bound.form.values;
  return (
    <Group id="g-mode" title={t("routing.first")}>
      <FormSelect
        {...bound}
        name="mode"
        label={t("routing.mode")}
        options={modes.map((value) => ({ value, label: t(`mode.${value}`) }))}
        hint={t(`mode.${mode}.hint`)}
      />
      {mode !== "all" && <TimeField {...bound} name="offer_s" />}
    </Group>
  );
}

/** Settings of the escalation: who is asked next, and when. */
function Ladder(bound: PartProps) {
  const outside = { label: t("routing.notify_outside_hours"), hint: t("routing.notify_outside_hours.hint") };
  return (
    <Group id="g-ladder" title={t("routing.ladder")}>
      <p className="hint">{t("routing.ladder.hint")}</p>
      {steps.map((name) => (
        <TimeField key={name} {...bound} name={name} />
      ))}
      <TimeField {...bound} name="remind_s" />
      <FormSwitch {...bound} name="notify_outside_hours" {...outside} />
      <FormSwitch {...bound} name="queue" label={t("routing.queue")} hint={t("routing.queue.hint")} />
    </Group>
  );
}

/** Settings for chats whose operator is online but does not answer (CORE-153). */
function Unanswered(bound: PartProps) {
  return (
    <Group id="g-unanswered" title={t("routing.unanswered")}>
      <FormSwitch {...bound} name="reassign" label={t("routing.reassign")} hint={t("routing.reassign.hint")} />
      {bound.form.values.reassign && <TimeField {...bound} name="reassign_s" />}
    </Group>
  );
}

function TimeField({ name, ...bound }: PartProps & { name: TimeName }) {
  return (
    <div className="timefield">
      <FormText {...bound} name={name} label={t(`routing.${name}`)} hint={t(`routing.${name}.hint`)} maxLength={40} />
    </div>
  );
}

function labels(): Record<keyof RoutingValues, string> {
  const named = Object.fromEntries(times.map((name) => [name, t(`routing.${name}`)])) as Record<TimeName, string>;
  const chosen = Object.fromEntries(choices.map((name) => [name, t(`routing.${name}`)])) as Record<(typeof choices)[number], string>;
  return { ...named, ...chosen, reassign: t("routing.reassign") };
}

function faultWords(fault: Fault): string {
  if (fault.why === "early") return t("fault.early", { before: t(`routing.${fault.before}`) });
  return fault.why === "unreadable" ? t("fault.unreadable") : t(`fault.${fault.why}`, { time: timeWords(fault.limit) });
}
