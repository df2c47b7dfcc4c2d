import type { ComponentProps, ReactNode } from "react";
import { Select, Switch, TextArea, TextField } from "../../../../ui/Field.tsx";
import { readsTexts, useCurrentOperator } from "../../../../state/session.tsx";
import { AllowAddressButton } from "./AllowAddressButton.tsx";
import { ChangedLabel } from "../../../../ui/form/ChangedLabel.tsx";
import { t } from "../../text.ts";
import type { Form } from "../../../../ui/form/use-form.ts";

type FieldOfType<T, V> = { [K in keyof T & string]: T[K] extends V ? K : never }[keyof T & string];

/**
 * Binds a field to one form value. The label marks a changed value, and errors are shown below the
 * field.
 */
interface FieldBinding<T extends object, V> {
  form: Form<T>;
  name: FieldOfType<T, V>;
  label: ReactNode;
  readOnly: boolean;
}
type RestProps<P> = Omit<
  P,
  "form" | "label" | "name" | "value" | "checked" | "onChange" | "error" | "readOnly" | "disabled"
>;

/** Renders a single-line text field. */
export function FormTextField<T extends object>({
  form,
  name,
  label,
  readOnly,
  ...rest
}: FieldBinding<T, string> & RestProps<ComponentProps<typeof TextField>>) {
  return (
    <TextField
      autoComplete="off"
      {...rest}
      {...bindLabelledField(form, name, label)}
      readOnly={readOnly}
    />
  );
}

/**
 * Renders a field for a URL. If the URL was refused as private, the installation owner can allow it
 * in the form (CORE-123).
 */
export function FormUrlField<T extends object>(
  props: FieldBinding<T, string> & RestProps<ComponentProps<typeof TextField>>,
) {
  return (
    <>
      <FormTextField
        type="url"
        inputMode="url"
        mono
        spellCheck={false}
        maxLength={2048}
        {...props}
      />
      <AllowRefusedUrl form={props.form} name={props.name} />
    </>
  );
}

/** Lets the installation owner allow the URL of a field that was refused as private (CORE-123). */
export function AllowRefusedUrl<T extends object>({
  form,
  name,
}: {
  form: Form<T>;
  name: FieldOfType<T, string>;
}) {
  const me = useCurrentOperator();
  const isPrivate = form.refusal?.field === name && form.refusal.code === "private_address";
  if (!isPrivate || !me.instance_owner) return null;
  return (
    <p>
      <AllowAddressButton url={form.values[name] as string} then={form.submit} />
    </p>
  );
}

/**
 * Renders a field for a URL that message texts are sent to. The field is read-only for roles that
 * see masked texts (CORE-165).
 */
export function FormEndpointField<T extends object>(props: ComponentProps<typeof FormUrlField<T>>) {
  return readsTexts(useCurrentOperator()) ? (
    <FormUrlField {...props} />
  ) : (
    <FormUrlField {...props} readOnly hint={t("page.readonly")} />
  );
}

/** Renders a multi-line text field. */
export function FormTextArea<T extends object>({
  form,
  name,
  label,
  readOnly,
  ...rest
}: FieldBinding<T, string> & RestProps<ComponentProps<typeof TextArea>>) {
  return (
    <TextArea
      autoComplete="off"
      {...rest}
      {...bindLabelledField(form, name, label)}
      readOnly={readOnly}
    />
  );
}

/** Renders a select field. The form value is always one of `options`. */
export function FormSelect<T extends object>({
  form,
  name,
  label,
  readOnly,
  ...rest
}: FieldBinding<T, string> & RestProps<ComponentProps<typeof Select>>) {
  return <Select {...rest} {...bindLabelledField(form, name, label)} disabled={readOnly} />;
}

export function FormSwitch<T extends object>({
  form,
  name,
  label,
  readOnly,
  ...rest
}: FieldBinding<T, boolean> & RestProps<ComponentProps<typeof Switch>>) {
  return (
    <Switch
      {...rest}
      name={name}
      label={renderLabel(form, name, label)}
      checked={form.values[name] as boolean}
      onChange={(event) => form.set(name, event.target.checked as T[typeof name])}
      disabled={readOnly}
    />
  );
}

/** Returns props that bind a plain field to a text value of the form. */
export function bindField<T extends object>(form: Form<T>, name: FieldOfType<T, string>) {
  return {
    name,
    value: form.values[name] as string,
    onChange: (event: { target: { value: string } }) =>
      form.set(name, event.target.value as T[typeof name]),
    error: form.errors[name],
  };
}

function bindLabelledField<T extends object>(
  form: Form<T>,
  name: FieldOfType<T, string>,
  label: ReactNode,
) {
  return { ...bindField(form, name), label: renderLabel(form, name, label) };
}

function renderLabel<T extends object>(form: Form<T>, name: keyof T & string, label: ReactNode) {
  return (
    <ChangedLabel form={form} name={name}>
      {label}
    </ChangedLabel>
  );
}
