import type { Department, Trigger, TriggerRun } from "@parlour/protocol/api";
import type { Channel } from "@parlour/protocol";
import { onceValues } from "@parlour/protocol/rules";
import { IconCopy } from "@tabler/icons-react";
import { useRouter } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { api } from "../../../state/api.ts";
import { orSay, useDeed } from "../../../ui/deed.ts";
import { Banner } from "../../../ui/marks.tsx";
import { FormSelect, FormSwitch, FormText } from "../bound.tsx";
import { stale, useAllChannels, useDepartments } from "../data.ts";
import { FormPage } from "../FormPage.tsx";
import { Loaded } from "../parts.tsx";
import { t as shared } from "../text.ts";
import { change } from "../thing.ts";
import { useForm, type Form } from "../use-form.ts";
import { useThingMenu } from "../use-thing-menu.tsx";
import { DryRun, isTried } from "./DryRun.tsx";
import { RuleEditor } from "./RuleEditor.tsx";
import { t } from "./text.ts";
import { bodyOf, checkTrigger, faultOf, newTrigger, patchOf, triggerLabels, valuesOf, type TriggerValues } from "./trigger-form.ts";
import "./triggers.css";
import { runDry, useReplaced, useTrigger, useTriggers } from "./use-triggers.ts";

/** Settings → Triggers → one trigger (API-041). */
export function TriggerPage({ id }: { id: number }) {
  const trigger = useTrigger(id);
  return (
    <Loaded read={trigger} title={t("triggers.title")} back="triggers">
      {(data) => <Around title={data.name}>{(around) => <TriggerForm trigger={data} {...around} />}</Around>}
    </Loaded>
  );
}

/** Settings → Triggers → Add. */
export function NewTriggerPage() {
  return <Around title={t("trigger.new")}>{(around) => <NewTrigger {...around} />}</Around>;
}

interface Known {
  departments: readonly Department[];
  widgets: readonly Channel[];
}
/** Loads the departments and widgets that the editor offers. */
function Around({ title, children }: { title: string; children: (known: Known) => ReactNode }) {
  const departments = useDepartments();
  const channels = useAllChannels();
  return (
    <Loaded read={departments} title={title} back="triggers">
      {(list) => (
        <Loaded read={channels} title={title} back="triggers">
          {(all) => children({ departments: list, widgets: all.filter(({ kind }) => kind === "widget") })}
        </Loaded>
      )}
    </Loaded>
  );
}

function NewTrigger(known: Known) {
  const router = useRouter();
  const form = useForm<TriggerValues>({
    saved: newTrigger(),
    check: checkTrigger,
    fieldOf,
    save: async (values) => {
      await api.post<Trigger>("/triggers", bodyOf(values));
      stale("triggers");
      await router.navigate({ to: "/settings/$", params: { _splat: "triggers" }, ignoreBlocker: true });
    },
  });
  const dry = useDryRun(form);
  return (
    <FormPage title={t("trigger.new")} back="triggers" form={form} labels={triggerLabels()} verb={t("trigger.create")} side={dry.panel}>
      <Fields form={form} readOnly={false} run={dry.fresh} {...known} />
    </FormPage>
  );
}

function TriggerForm({ trigger, ...known }: Known & { trigger: Trigger }) {
  const form = useForm<TriggerValues>({
    saved: valuesOf(trigger),
    check: checkTrigger,
    fieldOf,
    save: (values, changed) => change("triggers", trigger.id, patchOf(values, changed)),
  });
  const { menu, dialog } = useTriggerMenu(trigger);
  const dry = useDryRun(form);
  return (
    <>
      <FormPage
        title={trigger.name}
        about={usePlace(trigger)}
        back="triggers"
        form={form}
        labels={triggerLabels()}
        readOnly={trigger.managed ? shared("page.managed") : null}
        tools={!trigger.managed && menu}
        side={dry.panel}
      >
        <Replaced channels={trigger.channels} />
        <Fields form={form} readOnly={trigger.managed} run={dry.fresh} {...known} />
      </FormPage>
      {dialog}
    </>
  );
}

/** Returns the position among all triggers, once they are loaded. */
function usePlace({ id }: Trigger): string | undefined {
  const { data: all = [] } = useTriggers();
  const place = all.findIndex((one) => one.id === id) + 1;
  return place > 0 ? t("trigger.place", { n: place, of: all.length }) : undefined;
}

/** Warns that pages of its channels replace it with their own rules. */
function Replaced({ channels }: { channels: readonly number[] | null }) {
  const replaced = useReplaced();
  const pages = (replaced.data?.pages ?? []).filter(({ channel_id: id }) => channels === null || channels.includes(id));
  if (pages.length === 0) return null;
  return (
    <Banner tone="info">
      <p>{t("triggers.replaced", { n: pages.length })}</p>
    </Banner>
  );
}

function useTriggerMenu(trigger: Trigger) {
  const router = useRouter();
  const duplicate = async () => {
    const copy = { ...bodyOf(valuesOf(trigger)), name: t("trigger.copy", { name: trigger.name }).slice(0, 100), enabled: false };
    const made = await api.post<Trigger>("/triggers", copy);
    stale("triggers");
    await router.navigate({ to: "/settings/$", params: { _splat: `triggers/${made.id}` } });
  };
  return useThingMenu({
    label: t("trigger.more"),
    deletes: t("trigger.delete"),
    list: "triggers",
    page: "triggers",
    id: trigger.id,
    name: trigger.name,
    text: t("trigger.delete.text"),
    verb: t("trigger.delete"),
    others: [{ id: "copy", icon: IconCopy, label: t("trigger.duplicate"), run: () => void orSay(duplicate) }],
  });
}

/** Maps an error path such as `if.all[0].value` to the field of the conditions. */
const fieldOf = (error: { readonly field: string | null }): keyof TriggerValues | null =>
  error.field?.startsWith("if") ? "if" : error.field?.startsWith("do") ? "do" : null;

/**
 * Runs the entered conditions as a dry run. A result of other conditions is marked as outdated and
 * sets no counts.
 */
function useDryRun(form: Form<TriggerValues>) {
  const [tried, setTried] = useState<{ run: TriggerRun; of: string } | null>(null);
  const { busy, failure, run } = useDeed();
  const { if: condition, channels } = form.values;
  const now = isTried(condition, channels);
  const fault = form.values.json !== "" || faultOf({ ...form.values, do: [{ type: "open" }] }) !== null;
  const isStale = tried !== null && tried.of !== now;
  const onRun = () => void run(async () => setTried({ run: await runDry(condition, channels), of: now }));
  return {
    fresh: isStale ? null : (tried?.run ?? null),
    panel: (
      <DryRun
        run={tried?.run ?? null}
        actions={form.values.do}
        isStale={isStale}
        busy={busy}
        failure={failure}
        unavailable={fault ? t("dry.fault") : undefined}
        onRun={onRun}
      />
    ),
  };
}

function Fields({
  form,
  readOnly,
  run,
  departments,
  widgets,
}: Known & { form: Form<TriggerValues>; readOnly: boolean; run: TriggerRun | null }) {
  return (
    <>
      <section className="group" aria-labelledby="g-trigger">
        <h2 id="g-trigger">{t("trigger.group")}</h2>
        <FormText form={form} name="name" label={t("trigger.name")} dir="auto" maxLength={100} readOnly={readOnly} />
        <FormSwitch form={form} name="enabled" label={t("trigger.on")} readOnly={readOnly} />
        <FormSelect
          form={form}
          name="once"
          label={t("trigger.once")}
          readOnly={readOnly}
          options={onceValues.map((one) => ({ value: one, label: t(`once.${one}`) }))}
        />
      </section>
      <RuleEditor form={form} readOnly={readOnly} run={run} departments={departments} widgets={widgets} />
    </>
  );
}
