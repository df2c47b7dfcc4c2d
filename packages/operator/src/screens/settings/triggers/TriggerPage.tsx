import type { Department, Trigger, TriggerDryRunResult } from "@parlour/protocol/api";
import type { Channel } from "@parlour/protocol";
import { onceValues } from "@parlour/protocol/rules";
import { IconCopy } from "@tabler/icons-react";
import { useRouter } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { api } from "../../../state/api/api.ts";
import { runOrToast, useApiMutation } from "../../../ui/mutation.ts";
import { Banner } from "../../../ui/badges.tsx";
import { FormSelect, FormSwitch, FormTextField } from "../kit/form/form-fields.tsx";
import { invalidateLists, useAllChannels, useDepartments } from "../queries.ts";
import { FormPage } from "../kit/form/FormPage.tsx";
import { QueryPageBody } from "../kit/resource/parts.tsx";
import { t as shared } from "../text.ts";
import { updateResource } from "../kit/resource/resource.ts";
import { useForm, type Form } from "../kit/form/use-form.ts";
import { useResourceMenu } from "../kit/resource/use-resource-menu.tsx";
import { DryRun, dryRunKey } from "./DryRun.tsx";
import { RuleEditor } from "./RuleEditor.tsx";
import { t } from "./text.ts";
import {
  toCreateBody,
  validateTrigger,
  validateTriggerRule,
  createEmptyTrigger,
  toPatchBody,
  getTriggerLabels,
  toFormValues,
  type TriggerFormValues,
} from "./trigger-form.ts";
import "./triggers.css";
import { runDryRun, usePagesWithOwnRules, useTrigger, useTriggers } from "./use-triggers.ts";

/** Renders Settings → Triggers → one trigger (API-313). */
export function TriggerPage({ id }: { id: number }) {
  const trigger = useTrigger(id);
  return (
    <QueryPageBody query={trigger} title={t("triggers.title")}>
      {(data) => (
        <EditorDataLoader title={data.name}>
          {(editorData) => <TriggerForm trigger={data} {...editorData} />}
        </EditorDataLoader>
      )}
    </QueryPageBody>
  );
}

/** Renders Settings → Triggers → Add. */
export function NewTriggerPage() {
  return (
    <EditorDataLoader title={t("trigger.new")}>
      {(editorData) => <NewTriggerForm {...editorData} />}
    </EditorDataLoader>
  );
}

interface EditorData {
  departments: readonly Department[];
  widgets: readonly Channel[];
}
/** Loads the departments and widgets that the editor offers. */
function EditorDataLoader({
  title,
  children,
}: {
  title: string;
  children: (editorData: EditorData) => ReactNode;
}) {
  const departments = useDepartments();
  const channels = useAllChannels();
  return (
    <QueryPageBody query={departments} title={title}>
      {(departmentList) => (
        <QueryPageBody query={channels} title={title}>
          {(channelList) =>
            children({
              departments: departmentList,
              widgets: channelList.filter(({ kind }) => kind === "widget"),
            })
          }
        </QueryPageBody>
      )}
    </QueryPageBody>
  );
}

function NewTriggerForm(editorData: EditorData) {
  const router = useRouter();
  const form = useForm<TriggerFormValues>({
    saved: createEmptyTrigger(),
    validate: validateTrigger,
    mapErrorField: mapTriggerErrorField,
    save: async (values) => {
      await api.post<Trigger>("/triggers", toCreateBody(values));
      invalidateLists("triggers");
      await router.navigate({
        to: "/settings/$",
        params: { _splat: "triggers" },
        ignoreBlocker: true,
      });
    },
  });
  const dry = useDryRun(form);
  return (
    <FormPage
      title={t("trigger.new")}

      form={form}
      labels={getTriggerLabels()}
      verb={t("trigger.create")}
      side={dry.panel}
    >
      <TriggerFields form={form} readOnly={false} run={dry.fresh} {...editorData} />
    </FormPage>
  );
}

function TriggerForm({ trigger, ...editorData }: EditorData & { trigger: Trigger }) {
  const form = useForm<TriggerFormValues>({
    saved: toFormValues(trigger),
    validate: validateTrigger,
    mapErrorField: mapTriggerErrorField,
    save: (values, changed) => updateResource("triggers", trigger.id, toPatchBody(values, changed)),
  });
  const { menu, dialog } = useTriggerMenu(trigger);
  const dry = useDryRun(form);
  return (
    <>
      <FormPage
        title={trigger.name}
        about={usePositionText(trigger)}

        form={form}
        labels={getTriggerLabels()}
        readOnly={trigger.managed ? shared("page.managed") : null}
        tools={!trigger.managed && menu}
        side={dry.panel}
      >
        <OwnRulesNotice channels={trigger.channels} />
        <TriggerFields form={form} readOnly={trigger.managed} run={dry.fresh} {...editorData} />
      </FormPage>
      {dialog}
    </>
  );
}

/** Returns the position of the trigger. Undefined until all triggers are loaded. */
function usePositionText({ id }: Trigger): string | undefined {
  const { data: triggers = [] } = useTriggers();
  const position = triggers.findIndex((trigger) => trigger.id === id) + 1;
  return position > 0 ? t("trigger.place", { n: position, of: triggers.length }) : undefined;
}

/** Warns that pages of the trigger's channels replace the trigger with their own rules. */
function OwnRulesNotice({ channels }: { channels: readonly number[] | null }) {
  const query = usePagesWithOwnRules();
  const pages = (query.data?.pages ?? []).filter(
    ({ channel_id: id }) => channels === null || channels.includes(id),
  );
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
    const copy = {
      ...toCreateBody(toFormValues(trigger)),
      name: t("trigger.copy", { name: trigger.name }).slice(0, 100),
      enabled: false,
    };
    const created = await api.post<Trigger>("/triggers", copy);
    invalidateLists("triggers");
    await router.navigate({ to: "/settings/$", params: { _splat: `triggers/${created.id}` } });
  };
  return useResourceMenu({
    label: t("trigger.more"),
    deleteLabel: t("trigger.delete"),
    list: "triggers",
    page: "triggers",
    id: trigger.id,
    name: trigger.name,
    text: t("trigger.delete.text"),
    verb: t("trigger.delete"),
    otherEntries: [
      {
        id: "copy",
        icon: IconCopy,
        label: t("trigger.duplicate"),
        run: () => void runOrToast(duplicate),
      },
    ],
  });
}

/** Converts an error path such as `if.all[0].value` to the form field. */
const mapTriggerErrorField = (error: {
  readonly field: string | null;
}): keyof TriggerFormValues | null =>
  error.field?.startsWith("if") ? "if" : error.field?.startsWith("do") ? "do" : null;

/**
 * Runs the entered conditions as a dry run. If the conditions change, the result is marked as
 * outdated and its counts are hidden.
 */
function useDryRun(form: Form<TriggerFormValues>) {
  const [lastRun, setLastRun] = useState<{ run: TriggerDryRunResult; of: string } | null>(null);
  const { busy, failure, run } = useApiMutation();
  const { if: condition, channels } = form.values;
  const currentKey = dryRunKey(condition, channels);
  const hasError =
    form.values.json !== "" ||
    validateTriggerRule({ ...form.values, do: [{ type: "open" }] }) !== null;
  const isStale = lastRun !== null && lastRun.of !== currentKey;
  const onRun = () =>
    void run(async () => setLastRun({ run: await runDryRun(condition, channels), of: currentKey }));
  return {
    fresh: isStale ? null : (lastRun?.run ?? null),
    panel: (
      <DryRun
        run={lastRun?.run ?? null}
        actions={form.values.do}
        isStale={isStale}
        busy={busy}
        failure={failure}
        unavailable={hasError ? t("dry.fault") : undefined}
        onRun={onRun}
      />
    ),
  };
}

function TriggerFields({
  form,
  readOnly,
  run,
  departments,
  widgets,
}: EditorData & {
  form: Form<TriggerFormValues>;
  readOnly: boolean;
  run: TriggerDryRunResult | null;
}) {
  return (
    <>
      <section className="group" aria-labelledby="g-trigger">
        <h2 id="g-trigger">{t("trigger.group")}</h2>
        <FormTextField
          form={form}
          name="name"
          label={t("trigger.name")}
          dir="auto"
          maxLength={100}
          readOnly={readOnly}
        />
        <FormSwitch form={form} name="enabled" label={t("trigger.on")} readOnly={readOnly} />
        <FormSelect
          form={form}
          name="once"
          label={t("trigger.once")}
          readOnly={readOnly}
          options={onceValues.map((value) => ({ value: value, label: t(`once.${value}`) }))}
        />
      </section>
      <RuleEditor
        form={form}
        readOnly={readOnly}
        run={run}
        departments={departments}
        widgets={widgets}
      />
    </>
  );
}
