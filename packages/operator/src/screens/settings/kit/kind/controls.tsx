import type { Field, FieldType } from "@parlour/protocol/settings/field";
import type { ReactNode } from "react";
import {
  ChannelPicker,
  CheckboxGroup,
  DepartmentPicker,
  SectionPicker,
} from "../form/CheckboxGroup.tsx";
import { OperatorPicker } from "../form/OperatorPicker.tsx";
import { ChangedLabel } from "../../../../ui/form/ChangedLabel.tsx";
import {
  FormEndpointField,
  FormSelect,
  FormSwitch,
  FormTextArea,
  FormTextField,
  FormUrlField,
} from "../form/form-fields.tsx";
import type { Form } from "../../../../ui/form/use-form.ts";
import { selectChoices, type FormValues } from "./form-values.ts";

/** What every control of a field receives. */
export interface ControlProps<F extends Field> {
  readonly form: Form<FormValues>;
  readonly field: F;
  /** Name of the field in the form and in the API. */
  readonly name: string;
  readonly label: string;
  readonly hint: string | undefined;
  readonly readOnly: boolean;
  /** Returns the text of a choice: `mode.all`, or the explanation of a value. */
  readonly describe: (value: string) => string | undefined;
}
type Control<T extends FieldType> = (props: ControlProps<Extract<Field, { type: T }>>) => ReactNode;

/**
 * Types of fields whose controls differ from kind to kind, so that each kind has its own. Texts
 * have one if they are `typed`.
 */
export type OwnControl = "reference" | "texts" | "time" | "custom";
type DefaultControl = Exclude<FieldType, Exclude<OwnControl, "texts"> | "group">;
/** The control of each other type of field. A new type does not compile without one. */
export const defaultControls: { readonly [T in DefaultControl]: Control<T> } = {
  text: ({ field, ...props }) => {
    if (field.format === "url" || field.format === "base_url")
      return field.needs === "addresses" ? (
        <FormEndpointField {...bind<string>(props)} />
      ) : (
        <FormUrlField {...bind<string>(props)} />
      );
    if (field.lines)
      return <FormTextArea {...bind<string>(props)} dir="auto" rows={3} maxLength={field.max} />;
    const type = field.format === "email" ? { type: "email" } : { dir: "auto" };
    return (
      <FormTextField
        {...bind<string>(props)}
        {...type}
        spellCheck={(field.format ?? field.pattern) === undefined ? undefined : false}
        maxLength={field.max}
      />
    );
  },
  credential: ({ field, ...props }) => (
    <FormTextField
      {...bind<string>(props)}
      type="password"
      autoComplete="new-password"
      maxLength={field.max}
    />
  ),
  flag: (props) => <FormSwitch {...bind<boolean>(props)} />,
  integer: ({ field, ...props }) =>
    field.unit === "s" ? (
      <div className="timefield">
        <FormTextField {...bind<string>(props)} maxLength={40} />
      </div>
    ) : (
      <FormTextField
        {...bind<string>(props)}
        inputMode="numeric"
        maxLength={String(field.max).length}
      />
    ),
  choice: ({ field, describe, hint, ...props }) => (
    <FormSelect
      {...bind<string>(props)}
      options={[
        ...(field.default === null ? [{ value: "", label: describe("none") ?? "" }] : []),
        ...field.values.map((value) => ({ value, label: describe(value) ?? value })),
      ]}
      hint={describe(`${props.form.values[props.name] as string}.hint`) ?? hint}
    />
  ),
  choices: (props) => <ChoicesControl {...props} />,
  texts: ({ field, ...props }) =>
    field.typed === "lines" ? (
      <FormTextArea {...bind<string>(props)} rows={3} spellCheck={false} />
    ) : (
      <FormTextField {...bind<string>(props)} mono spellCheck={false} />
    ),
  references: ({ field, form, name, label, hint, readOnly }) => {
    const picker = {
      title: renderLabel(form, name, label),
      onChange: (chosen: number[] | null) => form.set(name, chosen),
      readOnly,
      error: form.errors[name],
    };
    const chosen = form.values[name] as readonly number[] | null;
    if (field.to === "operator")
      return <OperatorPicker {...picker} {...{ name, hint }} chosen={chosen ?? []} />;
    if (field.to === "channel") return <ChannelPicker {...picker} channels={chosen} />;
    return field.to === "department" ? (
      <DepartmentPicker {...picker} departments={chosen} />
    ) : (
      <SectionPicker {...picker} sections={chosen} />
    );
  },
  // A generated secret is not entered.
  secret: () => null,
};

/** Renders checkboxes for values of a field, by default all, each with its explanation. */
export function ChoicesControl({
  form,
  name,
  field,
  label,
  hint,
  values = field.values,
  readOnly,
  describe,
  error = form.errors[name],
}: ControlProps<ChoicesField> & {
  readonly values?: readonly string[];
  readonly error?: string | undefined;
}) {
  const chosen = form.values[name] as readonly string[];
  return (
    <CheckboxGroup
      title={renderLabel(form, name, label)}
      hint={hint}
      name={name}
      choices={values.map((value) => ({
        value,
        label: <code className="mono">{value}</code>,
        hint: describe(value),
      }))}
      chosen={chosen}
      onChange={(changed) =>
        form.set(name, selectChoices(field, { chosen, group: values, selected: changed }))
      }
      readOnly={readOnly}
      error={error}
    />
  );
}
type ChoicesField = Extract<Field, { type: "choices" }>;

const renderLabel = (form: Form<FormValues>, name: string, label: string) => (
  <ChangedLabel form={form} name={name}>
    {label}
  </ChangedLabel>
);
/** Binds a control, which knows the type `V` of its value from the type of the field. */
export const bind = <V,>({
  form,
  name,
  label,
  hint,
  readOnly,
}: Omit<ControlProps<Field>, "field" | "describe" | "hint"> & {
  readonly hint?: string | undefined;
}) => ({
  form: form as unknown as Form<Record<string, V>>,
  name,
  label,
  hint,
  readOnly,
});
