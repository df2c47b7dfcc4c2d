import {
  ruleEvents,
  ruleStates,
  type RuleRepeat,
  type RuleStart,
  type RuleState,
} from "@parlour/protocol/automation/rule";
import type { Field } from "@parlour/protocol/settings/field";
import { useState } from "react";
import { Select, TextField } from "../../../ui/Field.tsx";
import { durationText, parseDuration } from "../kit/kind/duration.ts";
import type { ControlProps } from "../kit/kind/controls.tsx";
import { t } from "./text.ts";

/** Time of a state that was chosen just now: 20 minutes. */
const initialSeconds = 1200;
const initialHours = 24;

/** Returns the state that a rule waits for, with its seconds, or null. */
function findState(when: RuleStart): readonly [RuleState, number] | null {
  const state = ruleStates.find((name) => name in when);
  if (state === undefined) return null;
  return [state, (when as Readonly<Partial<Record<RuleState, number>>>)[state] ?? 0];
}
const toState = (state: RuleState, seconds: number): RuleStart =>
  ({ [state]: seconds }) as unknown as RuleStart;

/** Returns the sentence of when a rule runs: "A customer waits for an operator, 20 min". */
export function formatStart(when: RuleStart): string {
  const [state, seconds] = findState(when) ?? [];
  if (state === undefined) return "event" in when ? t(`rule.when.${when.event}`) : "";
  return `${t(`rule.when.${state}`)}, ${durationText(seconds ?? 0)}`;
}

/** Chooses the event or the lasting state that starts a rule. */
export function WhenControl({ form, name, label, readOnly }: ControlProps<Field>) {
  const when = form.values[name] as RuleStart;
  const [state, seconds] = findState(when) ?? [null, initialSeconds];
  const [text, setText] = useState(durationText(seconds));
  if (readOnly) return <p>{formatStart(when)}</p>;
  return (
    <div data-field={name} tabIndex={-1}>
      <Select
        label={label}
        value={state ?? ("event" in when ? when.event : "")}
        options={[...ruleEvents, ...ruleStates].map((value) => ({
          value,
          label: t(`rule.when.${value}`),
        }))}
        onChange={({ target: { value } }) => {
          const event = ruleEvents.find((other) => other === value);
          const next = ruleStates.find((other) => other === value);
          if (event !== undefined) form.set(name, { event });
          if (next !== undefined) form.set(name, toState(next, parseDuration(text) ?? 0));
        }}
      />
      {state !== null && (
        <TextField
          label={t("rule.for")}
          value={text}
          maxLength={30}
          error={form.errors[name]}
          onChange={({ target: { value } }) => {
            setText(value);
            form.set(name, toState(state, parseDuration(value) ?? 0));
          }}
        />
      )}
    </div>
  );
}

/** Chooses how often a rule runs on a chat. */
export function RepeatControl({ form, name, label, readOnly }: ControlProps<Field>) {
  const repeat = form.values[name] as RuleRepeat;
  const isHours = typeof repeat === "object";
  return (
    <div data-field={name} tabIndex={-1}>
      <Select
        label={label}
        disabled={readOnly}
        value={isHours ? "hours" : repeat}
        options={(["event", "chat", "hours"] as const).map((value) => ({
          value,
          label: t(`rule.repeat.${value}`),
        }))}
        onChange={({ target: { value } }) =>
          form.set(name, value === "hours" ? { hours: initialHours } : value)
        }
      />
      {isHours && (
        <TextField
          label={t("rule.hours")}
          inputMode="numeric"
          disabled={readOnly}
          maxLength={4}
          value={String(repeat.hours)}
          error={form.errors[name]}
          onChange={({ target: { value } }) =>
            form.set(name, { hours: Number(value.replaceAll(/\D/g, "")) })
          }
        />
      )}
    </div>
  );
}
