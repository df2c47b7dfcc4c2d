import type { Channel } from "@parlour/protocol";
import type { Department, TriggerRun } from "@parlour/protocol/api";
import { useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { TextArea } from "../../../ui/Field.tsx";
import { Label } from "../FormPage.tsx";
import type { Form } from "../use-form.ts";
import { ActionList } from "./ActionList.tsx";
import { ConditionGroup, type Editing } from "./ConditionGroup.tsx";
import { faultOf, faultWords, jsonOf, readJson, spokenBy, type TriggerValues } from "./trigger-form.ts";
import { t } from "./text.ts";

/** When, if, then: as sentences or as the JSON that setRules takes (WG-050); both edit the same rule. */
export function RuleEditor({
  form,
  readOnly,
  run,
  departments,
  widgets,
}: {
  form: Form<TriggerValues>;
  readOnly: boolean;
  /** Of this rule as it stands; null: not run. */
  run: TriggerRun | null;
  departments: readonly Department[];
  widgets: readonly Channel[];
}) {
  const [isJson, setJson] = useState(false);
  const { values, faults } = form;
  const isTried = faults.if !== undefined || faults.do !== undefined;
  const editing: Editing = {
    readOnly,
    fault: isTried ? faultOf(values) : null,
    counts: run?.conditions ?? null,
    of: run?.visitors.length ?? 0,
  };
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
      <div className="block">
        <h3>
          <Label form={form} name="channels">
            {t("trigger.when")}
          </Label>
        </h3>
        <Where widgets={widgets} values={values} readOnly={readOnly} onChange={(channels) => form.set("channels", channels)} />
      </div>
      {isJson ? (
        <JsonView form={form} readOnly={readOnly} />
      ) : (
        <>
          <div className="block">
            <h3>
              <Label form={form} name="if">
                {t("trigger.if")}
              </Label>
            </h3>
            <div>
              <ConditionGroup
                condition={values.if}
                path=".if"
                first={0}
                level={0}
                editing={editing}
                onChange={(next) => form.set("if", "all" in next && next.all.length === 0 ? null : next)}
              />
              {/* What belongs to no condition of its own. */}
              {editing.fault !== null && /^\.if(?!.*\.(?:type|op|value))/.test(editing.fault[0]) && (
                <p className="err">{faultWords(editing.fault[1])}</p>
              )}
            </div>
          </div>
          <div className="block">
            <h3>
              <Label form={form} name="do">
                {t("trigger.then")}
              </Label>
            </h3>
            <div>
              <ActionList
                actions={values.do}
                departments={departments}
                languages={spokenBy(widgets, values.channels)}
                editing={editing}
                onChange={(next) => form.set("do", next)}
              />
            </div>
          </div>
        </>
      )}
    </section>
  );
}

/** On which sites the rule is looked at. */
function Where({
  widgets,
  values,
  readOnly,
  onChange,
}: {
  widgets: readonly Channel[];
  values: TriggerValues;
  readOnly: boolean;
  onChange: (channels: readonly number[] | null) => void;
}) {
  const { channels } = values;
  const toggle = (id: number): void => {
    const chosen = channels ?? [];
    onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  };
  return (
    <fieldset className="where" disabled={readOnly}>
      <legend className="t13 soft">{t("where.about")}</legend>
      <label>
        <input
          type="checkbox"
          className="check"
          checked={channels === null}
          onChange={() => onChange(channels === null ? widgets.map(({ id }) => id) : null)}
        />
        {t("where.all")}
      </label>
      {channels !== null &&
        widgets.map(({ id, name }) => (
          <label key={id}>
            <input type="checkbox" className="check" checked={channels.includes(id)} onChange={() => toggle(id)} />
            {name}
          </label>
        ))}
    </fieldset>
  );
}

/** The rule as JSON. What is right is taken over while it is typed; what is wrong stays in the field, with its place. */
function JsonView({ form, readOnly }: { form: Form<TriggerValues>; readOnly: boolean }) {
  const { values } = form;
  const [typed, setTyped] = useState(values.json === "" ? jsonOf(values) : values.json);
  // What was typed stands as long as it says what the rule is; after a discard it does not.
  const text = values.json !== "" ? values.json : isSame(typed, values) ? typed : jsonOf(values);
  const read = readJson(text);
  return (
    <div className="json">
      <TextArea
        label={t("json.label")}
        hint={t("json.hint")}
        rows={Math.min(24, text.split("\n").length + 1)}
        spellCheck={false}
        dir="ltr"
        value={text}
        readOnly={readOnly}
        error={"fault" in read ? read.fault : form.faults.json}
        onChange={({ target }) => {
          setTyped(target.value);
          const next = readJson(target.value);
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

function isSame(typed: string, values: TriggerValues): boolean {
  const read = readJson(typed);
  return !("fault" in read) && jsonOf(read) === jsonOf(values);
}
