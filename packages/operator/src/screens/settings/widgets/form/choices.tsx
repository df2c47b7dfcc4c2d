import type { Field } from "@parlour/protocol/settings/field";
import { useFields } from "../../../../ui/fields/use-fields.ts";
import { FormSelect } from "../../kit/form/form-fields.tsx";
import { CheckboxGroup } from "../../kit/form/CheckboxGroup.tsx";
import { ChangedLabel } from "../../../../ui/form/ChangedLabel.tsx";
import type { Form } from "../../../../ui/form/use-form.ts";
import { bind, type ControlProps } from "../../kit/kind/controls.tsx";
import { useDepartments } from "../../../../state/api/queries.ts";
import { t } from "../text.ts";
import { languageName, languages } from "../../../../ui/localized/languages.ts";

export function Departments({ form, name, label, hint, readOnly }: ControlProps<Field>) {
  const source = useDepartments();
  if (source.data?.length === 0) return <p className="t13 faint">{t("widget.departments.none")}</p>;
  return (
    <CheckboxGroup
      {...bindGroup<number>(form, name, label)}
      hint={hint}
      readOnly={readOnly}
      source={source}
      choices={(source.data ?? []).map((item) => ({
        value: item.id,
        label: <bdi>{item.name}</bdi>,
      }))}
    />
  );
}

/**
 * The fields that a form asks for, in the order in which they were chosen. A key that visitors and
 * chats have is that of visitors.
 */
export function FormFields({ form, name, label, hint, readOnly }: ControlProps<Field>) {
  const source = useFields();
  const all = source.data ?? [];
  const keys = new Set(all.flatMap(({ object, key }) => (object === "visitor" ? [key] : [])));
  const fields = all.filter(
    ({ object, key, sources }) =>
      sources.includes("form") && (object === "visitor" || !keys.has(key)),
  );
  if (source.data !== undefined && fields.length === 0)
    return <p className="t13 faint">{t("widget.form_fields.none")}</p>;
  return (
    <CheckboxGroup
      {...bindGroup<string>(form, name, label)}
      hint={hint}
      readOnly={readOnly}
      source={source}
      choices={fields.map((field) => ({
        value: field.key,
        label: (
          <>
            <bdi>{field.name}</bdi>
            {field.required === "start" ? ` (${t("widget.form_fields.required")})` : ""}
          </>
        ),
      }))}
    />
  );
}

export const Language = (props: ControlProps<Field>) => (
  <FormSelect
    {...bind<string>(props)}
    options={[
      { value: "", label: t("widget.language.auto") },
      ...languages.map((code) => ({ value: code, label: languageName(code) })),
    ]}
  />
);

export const ContactMode = (props: ControlProps<Field>) => (
  <FormSelect
    {...bind<string>(props)}
    options={(["off", "optional", "required"] as const).map((value) => ({
      value,
      label: t(`mode.${value}`),
    }))}
  />
);

export function NamedChoices({
  form,
  field,
  name,
  label,
  hint,
  readOnly,
  describe,
}: ControlProps<Field>) {
  const values = field.type === "choices" ? field.values : [];
  return (
    <CheckboxGroup
      {...bindGroup<string>(form, name, label)}
      hint={hint}
      readOnly={readOnly}
      choices={values.map((value) => ({ value, label: describe(value) ?? value }))}
    />
  );
}

const bindGroup = <V,>(form: Form<Record<string, unknown>>, name: string, label: string) => ({
  name,
  title: (
    <ChangedLabel form={form} name={name}>
      {label}
    </ChangedLabel>
  ),
  chosen: form.values[name] as readonly V[],
  onChange: (chosen: readonly V[]) => form.set(name, chosen),
  error: form.errors[name],
});
