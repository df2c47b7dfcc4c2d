import type { Channel } from "@parlour/protocol";
import type { Department } from "@parlour/protocol/api";
import type { Condition } from "@parlour/protocol/rules";
import { useState, type ReactNode } from "react";
import { Button } from "../../../ui/Button.tsx";
import { TextArea } from "../../../ui/Field.tsx";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { LineSkeleton } from "../../../ui/loading/Skeleton.tsx";
import { ChangedLabel } from "../../../ui/form/ChangedLabel.tsx";
import type { Form } from "../../../ui/form/use-form.ts";
import { useAllChannels, useDepartments } from "../../../state/api/queries.ts";
import { ActionList } from "./ActionList.tsx";
import { ConditionGroup } from "./ConditionGroup.tsx";
import { useCurrentDryRun } from "./DryRun.tsx";
import {
  validateTriggerRule,
  ruleErrorText,
  formatRuleJson,
  parseRuleJson,
  getRuleLanguages,
  type RuleValues,
  type EditorState,
} from "./trigger-form.ts";
import { t } from "./text.ts";

interface RuleEditorProps {
  form: Form<RuleValues>;
  readOnly: boolean;
}

interface EditorProps extends RuleEditorProps {
  departments: readonly Department[];
  widgets: readonly Channel[];
}

/** Loads the departments and widgets that the editor of a rule offers. */
export function RuleEditor(props: RuleEditorProps) {
  const departments = useDepartments();
  const channels = useAllChannels();
  const failed = [departments, channels].find(({ data, error }) => !data && error !== null);
  if (failed) return <ErrorMessage error={failed.error} onRetry={() => void failed.refetch()} />;
  if (departments.data === undefined || channels.data === undefined)
    return <LineSkeleton lines={7} />;
  const widgets = channels.data.filter(({ kind }) => kind === "widget");
  return <LoadedRuleEditor {...props} departments={departments.data} widgets={widgets} />;
}

/**
 * Edits trigger, conditions and actions, either as sentences or as the JSON that `setRules` accepts
 * (WG-050). Both views edit the same rule.
 */
function LoadedRuleEditor(props: EditorProps) {
  const { form, readOnly, widgets } = props;
  const [isJson, setJson] = useState(false);
  const { values } = form;
  return (
    <section className="group rule" aria-labelledby="g-rule">
      <div className="line">
        <h2 id="g-rule" className="grow">
          {t("trigger.rule")}
        </h2>
        <Button
          small
          variant="quiet"
          aria-pressed={isJson}
          onClick={() => setJson(!isJson)}
          unavailable={values.json === "" ? undefined : t("json.first")}
        >
          {t("json.show")}
        </Button>
      </div>
      <Block form={form} name="channels" title={t("trigger.channels")}>
        <WidgetPicker
          widgets={widgets}
          values={values}
          readOnly={readOnly}
          onChange={(channels) => form.set("channels", channels)}
        />
      </Block>
      {isJson ? <JsonView form={form} readOnly={readOnly} /> : <RuleSentences {...props} />}
    </section>
  );
}

interface BlockProps {
  form: Form<RuleValues>;
  name: "channels" | "if" | "do";
  title: string;
  children: ReactNode;
}

function Block({ form, name, title, children }: BlockProps) {
  return (
    <div className="block" data-field={name} tabIndex={-1}>
      <h3>
        <ChangedLabel form={form} name={name}>
          {title}
        </ChangedLabel>
      </h3>
      {children}
    </div>
  );
}

function RuleSentences({ form, readOnly, departments, widgets }: EditorProps) {
  const { values } = form;
  const editing = getEditorState(form, readOnly, useCurrentDryRun(values));
  const languages = getRuleLanguages(widgets, values.channels);
  const setIf = (next: Condition) =>
    form.set("if", "all" in next && next.all.length === 0 ? null : next);
  return (
    <>
      <Block form={form} name="if" title={t("trigger.if")}>
        <div>
          <ConditionGroup
            condition={values.if}
            path=".if"
            firstIndex={0}
            level={0}
            editing={editing}
            onChange={setIf}
          />
          {/* Shows errors that belong to no single condition. */}
          {editing.ruleError !== null &&
            /^\.if(?!.*\.(?:type|op|value))/.test(editing.ruleError[0]) && (
              <p className="err">{ruleErrorText(editing.ruleError[1])}</p>
            )}
        </div>
      </Block>
      <Block form={form} name="do" title={t("trigger.do")}>
        <div>
          <ActionList
            actions={values.do}
            onChange={(next) => form.set("do", next)}
            {...{ departments, languages, editing }}
          />
        </div>
      </Block>
    </>
  );
}

/**
 * Returns the state for the parts of the editor. It contains errors only after the operator has
 * tried to save the rule.
 */
function getEditorState(
  { values, errors }: Form<RuleValues>,
  readOnly: boolean,
  run: ReturnType<typeof useCurrentDryRun>,
): EditorState {
  const wasSubmitted = errors.if !== undefined || errors.do !== undefined;
  return {
    readOnly,
    ruleError: wasSubmitted ? validateTriggerRule(values) : null,
    counts: run?.conditions ?? null,
    visitCount: run?.visitors.length ?? 0,
  };
}

interface WidgetPickerProps {
  widgets: readonly Channel[];
  values: RuleValues;
  readOnly: boolean;
  onChange: (channels: readonly number[] | null) => void;
}

/** Selects the widgets in which the rule runs. */
function WidgetPicker({ widgets, values: { channels }, readOnly, onChange }: WidgetPickerProps) {
  const toggle = (id: number): void => {
    const selected = channels ?? [];
    onChange(selected.includes(id) ? selected.filter((item) => item !== id) : [...selected, id]);
  };
  const toggleAll = () => onChange(channels === null ? widgets.map(({ id }) => id) : null);
  return (
    <fieldset className="where" disabled={readOnly}>
      <legend className="t13 soft">{t("where.about")}</legend>
      <label>
        <input type="checkbox" className="check" checked={channels === null} onChange={toggleAll} />
        {t("where.all")}
      </label>
      {channels !== null &&
        widgets.map(({ id, name }) => (
          <label key={id}>
            <input
              type="checkbox"
              className="check"
              checked={channels.includes(id)}
              onChange={() => toggle(id)}
            />
            {name}
          </label>
        ))}
    </fieldset>
  );
}

/**
 * Edits the rule as JSON. Valid JSON is applied while the operator types. Invalid JSON stays in the
 * field, with the position of the error.
 */
function JsonView({ form, readOnly }: { form: Form<RuleValues>; readOnly: boolean }) {
  const { values } = form;
  const [enteredText, setEnteredText] = useState(
    values.json === "" ? formatRuleJson(values) : values.json,
  );
  // Keeps the typed text while it represents the current rule. Otherwise, for example after
  // Discard, formats the rule again.
  const text =
    values.json !== ""
      ? values.json
      : isSame(enteredText, values)
        ? enteredText
        : formatRuleJson(values);
  const parsed = parseRuleJson(text);
  return (
    <div className="json">
      <TextArea
        name="json"
        label={t("json.label")}
        hint={t("json.hint")}
        rows={Math.min(24, text.split("\n").length + 1)}
        spellCheck={false}
        dir="ltr"
        value={text}
        readOnly={readOnly}
        error={"fault" in parsed ? parsed.fault : form.errors.json}
        onChange={({ target }) => {
          setEnteredText(target.value);
          const next = parseRuleJson(target.value);
          if ("fault" in next) return form.set("json", target.value);
          form.set("json", "");
          form.set("once", next.once);
          form.set("if", next.if);
          form.set("do", next.do);
        }}
      />
    </div>
  );
}

function isSame(text: string, values: RuleValues): boolean {
  const parsed = parseRuleJson(text);
  return !("fault" in parsed) && formatRuleJson(parsed) === formatRuleJson(values);
}
