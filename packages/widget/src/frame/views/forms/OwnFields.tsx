import { fieldKinds } from "@parlour/protocol/field-kinds";
import { findFieldValueProblem } from "@parlour/protocol/field-values";
import { localizeField, localizeOption } from "@parlour/protocol/localized-field";
import type { FieldInput } from "@parlour/protocol/widget";
import type { FormField } from "@parlour/protocol/settings/widget-settings";
import type { TextFunction } from "../../../texts/index.ts";
import type { TextProps } from "../view-props.ts";
import { Field, FieldError, Hint } from "./Field.tsx";
import type { FieldEntry, OwnFieldsState } from "./use-own-fields.ts";

interface OwnFieldsProps extends TextProps {
  /** Prefix of the ids of the controls. */
  readonly id: string;
  readonly own: OwnFieldsState;
  /** Errors by `fields.<key>`. */
  readonly problems: Readonly<Partial<Record<`fields.${string}`, string>>>;
}

/** The account's own fields in a form, each with the control of its kind (WG-264). */
export function OwnFields({ id, own, problems, t }: OwnFieldsProps) {
  return (
    <>
      {own.fields.map((field) => (
        <OwnField
          key={field.key}
          id={`${id}-f-${field.key}`}
          field={localizeField(field, t.language)}
          typed={own.entries[field.key]?.typed ?? ""}
          problem={problems[`fields.${field.key}`] ?? null}
          change={(typed) => own.enter(field.key, toEntry(field, typed, t))}
          t={t}
        />
      ))}
    </>
  );
}

interface OwnFieldProps extends TextProps {
  readonly id: string;
  readonly field: FormField;
  readonly typed: FieldEntry["typed"];
  readonly problem: string | null;
  readonly change: (typed: FieldEntry["typed"]) => void;
}

function OwnField({ id, field, typed, problem, change, t }: OwnFieldProps) {
  const hint = field.help === "" ? undefined : field.help;
  if (field.kind === "several_of")
    return <Choices id={id} field={field} typed={typed} problem={problem} change={change} t={t} />;
  return (
    <Field
      id={id}
      label={field.name}
      mode={field.required ? "required" : "optional"}
      value={String(typed)}
      change={change}
      problem={problem}
      type={fieldKinds[field.kind].input}
      choices={listChoices(field, t)}
      hint={hint}
      t={t}
    />
  );
}

/** Returns the values of a list with their labels. undefined: the visitor types the value. */
function listChoices(
  field: FormField,
  t: TextFunction,
): readonly (readonly [string, string])[] | undefined {
  if (field.kind === "one_of")
    return field.options.map((option) => [option, localizeOption(field, option, t.language)]);
  return field.kind === "flag"
    ? [
        ["true", t("yes")],
        ["false", t("no")],
      ]
    : undefined;
}

/** Checkboxes of a field that takes several values. */
function Choices({ id, field, typed, problem, change, t }: OwnFieldProps) {
  const chosen = typeof typed === "string" ? [] : typed;
  const described = problem !== null ? `${id}-e` : field.help === "" ? undefined : `${id}-h`;
  return (
    <fieldset class="pw-field" aria-describedby={described}>
      <legend class="pw-label">
        {field.name}
        {field.required ? null : <span>{t("optional")}</span>}
      </legend>
      {field.options.map((option) => (
        <label key={option} class="pw-check">
          <input
            type="checkbox"
            checked={chosen.includes(option)}
            aria-invalid={problem !== null}
            onChange={({ currentTarget: { checked } }) =>
              change(
                field.options.filter((one) => (one === option ? checked : chosen.includes(one))),
              )
            }
          />
          <span dir="auto">{localizeOption(field, option, t.language)}</span>
        </label>
      ))}
      {problem !== null ? (
        <FieldError id={id} text={problem} />
      ) : field.help === "" ? null : (
        <Hint id={id} text={field.help} />
      )}
    </fieldset>
  );
}

/** Returns what the visitor typed with its value. The server checks the value again. */
function toEntry(field: FormField, typed: FieldEntry["typed"], t: TextFunction): FieldEntry {
  if (typed.length === 0 || (typeof typed === "string" && typed.trim() === ""))
    return { typed, problem: null };
  const value = toValue(field, typed);
  return findFieldValueProblem(field, value) === null
    ? { typed, value, problem: null }
    : { typed, problem: t("badValue") };
}

function toValue({ kind }: FormField, typed: FieldEntry["typed"]): FieldInput[string] {
  if (typeof typed !== "string") return [...typed];
  if (kind === "number") return Number(typed.replace(",", "."));
  return kind === "flag" ? typed === "true" : typed.trim();
}
