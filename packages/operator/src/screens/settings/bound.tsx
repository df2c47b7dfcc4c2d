import type { ComponentProps, ReactNode } from "react";
import { Select, Switch, TextArea, TextField } from "../../ui/Field.tsx";
import { may, useMe } from "../../state/session.tsx";
import { AllowAddress } from "./AllowAddress.tsx";
import { Label } from "./FormPage.tsx";
import { t } from "./text.ts";
import type { Form } from "./use-form.ts";

type NameOf<T, V> = { [K in keyof T & string]: T[K] extends V ? K : never }[keyof T & string];

/**
 * Binds a field to one form value. The label marks a changed value, and an error is shown below the
 * field.
 */
interface Bound<T extends object, V> {
  form: Form<T>;
  name: NameOf<T, V>;
  label: ReactNode;
  readOnly: boolean;
}
type Rest<P> = Omit<P, "form" | "label" | "name" | "value" | "checked" | "onChange" | "error" | "readOnly" | "disabled">;

/** Renders a single-line text field. */
export function FormText<T extends object>({
  form,
  name,
  label,
  readOnly,
  ...rest
}: Bound<T, string> & Rest<ComponentProps<typeof TextField>>) {
  return <TextField autoComplete="off" {...rest} {...typed(form, name, label)} readOnly={readOnly} />;
}

/**
 * Renders a field for a URL. If the URL was refused as private, the installation owner can allow it
 * here (CORE-123).
 */
export function FormUrl<T extends object>(props: Bound<T, string> & Rest<ComponentProps<typeof TextField>>) {
  const { form, name } = props;
  const me = useMe();
  const isPrivate = form.refusal?.field === name && form.refusal.code === "private_address";
  return (
    <>
      <FormText type="url" inputMode="url" mono spellCheck={false} maxLength={2048} {...props} />
      {isPrivate && me.instance_owner && (
        <p>
          <AllowAddress url={form.values[name] as string} then={form.submit} />
        </p>
      )}
    </>
  );
}

/**
 * Renders a field for a URL that message texts are sent to. It is read-only for roles that see
 * masked texts (CORE-165).
 */
export function FormAddress<T extends object>(props: ComponentProps<typeof FormUrl<T>>) {
  const me = useMe();
  return <FormUrl {...props} {...(!may(me, "addresses") && { readOnly: true, hint: t("page.readonly") })} />;
}

/** Renders a multi-line text field. */
export function FormArea<T extends object>({
  form,
  name,
  label,
  readOnly,
  ...rest
}: Bound<T, string> & Rest<ComponentProps<typeof TextArea>>) {
  return <TextArea autoComplete="off" {...rest} {...typed(form, name, label)} readOnly={readOnly} />;
}

/** Renders a select field. Only values in `options` are ever set. */
export function FormSelect<T extends object>({
  form,
  name,
  label,
  readOnly,
  ...rest
}: Bound<T, string> & Rest<ComponentProps<typeof Select>>) {
  return <Select {...rest} {...typed(form, name, label)} disabled={readOnly} />;
}

/** Renders a switch. */
export function FormSwitch<T extends object>({
  form,
  name,
  label,
  readOnly,
  ...rest
}: Bound<T, boolean> & Rest<ComponentProps<typeof Switch>>) {
  return (
    <Switch
      {...rest}
      name={name}
      label={labelled(form, name, label)}
      checked={form.values[name] as boolean}
      onChange={(event) => form.set(name, event.target.checked as T[typeof name])}
      disabled={readOnly}
    />
  );
}

/** Returns the props that bind a plain field to one text value of a form. */
export function bind<T extends object>(form: Pick<Form<T>, "values" | "set" | "faults">, name: NameOf<T, string>) {
  return {
    name,
    value: form.values[name] as string,
    onChange: (event: { target: { value: string } }) => form.set(name, event.target.value as T[typeof name]),
    error: form.faults[name],
  };
}

function typed<T extends object>(form: Form<T>, name: NameOf<T, string>, label: ReactNode) {
  return { ...bind(form, name), label: labelled(form, name, label) };
}

function labelled<T extends object>(form: Form<T>, name: keyof T & string, label: ReactNode) {
  return (
    <Label form={form} name={name}>
      {label}
    </Label>
  );
}
