import { findValues, type MaskSettings } from "@parlour/protocol/settings/mask-values";
import { validatePattern } from "@parlour/protocol/rules/pattern";
import type { Field } from "@parlour/protocol/settings/field";
import type { MaskPattern } from "@parlour/protocol/settings/kinds/account/model";
import { IconPlus, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { TextArea, TextField } from "../../../ui/Field.tsx";
import { ChangedLabel } from "../../../ui/form/ChangedLabel.tsx";
import { CheckboxGroup, GroupError } from "../kit/form/CheckboxGroup.tsx";
import type { ControlProps } from "../kit/kind/controls.tsx";
import type { FormValues } from "../kit/kind/form-values.ts";
import "./model.css";
import { t } from "./text.ts";

/** Chooses the kinds of values that the mask replaces. */
export function KindsControl({
  form,
  name,
  label,
  readOnly,
  describe,
  field,
}: ControlProps<Field>) {
  if (field.type !== "choices") return null;
  return (
    <CheckboxGroup
      title={
        <ChangedLabel form={form} name={name}>
          {label}
        </ChangedLabel>
      }
      name={name}
      choices={field.values.map((value) => ({ value, label: describe(value) }))}
      chosen={form.values[name] as readonly string[]}
      onChange={(kinds) => form.set(name, kinds)}
      readOnly={readOnly}
    />
  );
}

const maxPatterns = 20;

/** Edits the own patterns of the mask: a name, which becomes the placeholder, and a pattern. */
export function PatternsControl({ form, name, label, hint, readOnly }: ControlProps<Field>) {
  const patterns = form.values[name] as readonly MaskPattern[];
  const error = form.errors[name];
  const change = (at: number, next: MaskPattern) => form.set(name, patterns.with(at, next));
  return (
    <fieldset className="field" data-field={name} tabIndex={-1}>
      <legend className="label">
        <ChangedLabel form={form} name={name}>
          {label}
        </ChangedLabel>
      </legend>
      {hint !== undefined && <p className="hint">{hint}</p>}
      {patterns.map((pattern, at) => (
        // Rows have no other identity than their position.
        <div key={at} className="patternrow">
          <TextField
            label={t("model.pattern.name")}
            value={pattern.name}
            maxLength={30}
            autoComplete="off"
            readOnly={readOnly}
            onChange={({ target }) => change(at, { ...pattern, name: target.value })}
          />
          <TextField
            label={t("model.pattern.pattern")}
            mono
            value={pattern.pattern}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            readOnly={readOnly}
            onChange={({ target }) => change(at, { ...pattern, pattern: target.value })}
          />
          {!readOnly && (
            <Button
              variant="quiet"
              icon={IconX}
              aria-label={t("model.pattern.remove", { name: pattern.name })}
              onClick={() => form.set(name, patterns.toSpliced(at, 1))}
            />
          )}
        </div>
      ))}
      {error !== undefined && <GroupError>{error}</GroupError>}
      {!readOnly && patterns.length < maxPatterns && (
        <Button
          icon={IconPlus}
          wide
          onClick={() => form.set(name, [...patterns, { name: "", pattern: "" }])}
        >
          {t("model.pattern.add")}
        </Button>
      )}
    </fieldset>
  );
}

/** Returns what is wrong with the first wrong pattern, or null (MODEL-011). */
export function findPatternError(patterns: readonly MaskPattern[]): string | null {
  for (const [at, { name, pattern }] of patterns.entries()) {
    const n = at + 1;
    if (!/^[A-Za-z][A-Za-z0-9 ]{0,29}$/.test(name)) return t("model.pattern.name.wrong", { n });
    if (pattern === "" || validatePattern(pattern) !== null) return t("model.pattern.wrong", { n });
  }
  return null;
}

/** Shows a text of one's own as it would be sent, with the mask of the form (MODEL-052). */
export function MaskTrial({ values }: { readonly values: FormValues }) {
  const [text, setText] = useState("");
  const patterns = values["mask.patterns"] as readonly MaskPattern[];
  const settings = {
    kinds: values["mask.kinds"] as MaskSettings["kinds"],
    patterns: patterns.filter((pattern) => findPatternError([pattern]) === null),
  };
  const parts = maskText({ mode: "on", ...settings }, text);
  return (
    <>
      <TextArea
        label={t("model.try")}
        hint={t("model.try.hint")}
        value={text}
        rows={3}
        dir="auto"
        maxLength={2000}
        autoComplete="off"
        onChange={({ target }) => setText(target.value)}
      />
      {text !== "" && (
        <div aria-live="polite">
          <p className="label">{t("model.try.sent")}</p>
          {parts === null ? (
            <GroupError>{t("model.try.slow")}</GroupError>
          ) : (
            <p className="maskedtext" dir="auto">
              {parts.map(({ isMasked, shown }, at) =>
                isMasked ? <mark key={at}>{shown}</mark> : shown,
              )}
            </p>
          )}
        </div>
      )}
    </>
  );
}

interface TextPart {
  readonly isMasked: boolean;
  readonly shown: string;
}

/** Returns the text in parts, with a placeholder for each value. Null: a pattern is too slow. */
function maskText(settings: MaskSettings, text: string): readonly TextPart[] | null {
  const found = findValues(settings, [], text);
  if (found === null) return null;
  const valuesByLabel = new Map<string, string[]>();
  const parts: TextPart[] = [];
  let from = 0;
  for (const { label, start, end } of found) {
    const value = text.slice(start, end);
    const known = valuesByLabel.get(label) ?? [];
    if (!known.includes(value)) known.push(value);
    valuesByLabel.set(label, known);
    parts.push({ isMasked: false, shown: text.slice(from, start) });
    parts.push({ isMasked: true, shown: `[${label}_${known.indexOf(value) + 1}]` });
    from = end;
  }
  return [...parts, { isMasked: false, shown: text.slice(from) }];
}
