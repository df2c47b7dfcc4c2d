import type { Field } from "@parlour/protocol/settings/field";
import { flattenFields, isFieldShown } from "@parlour/protocol/settings/paths";
import { Fragment, type ReactNode } from "react";
import { can, useCurrentOperator } from "../../../../state/session.tsx";
import { findText, textById } from "../../../../text/index.ts";
import { t } from "../../text.ts";
import { SettingsSection } from "../form/SettingsSection.tsx";
import type { Form } from "../form/use-form.ts";
import { defaultControls, type ControlProps } from "./controls.tsx";
import { getCredentialState, type FormValues } from "./form-values.ts";
import type { FormScreen } from "./kind-screen.ts";

/** Renders the sections of a kind with their fields. A section without an id has no title. */
export function KindFields({
  screen,
  form,
  readOnly,
  stored,
  managed = [],
}: {
  screen: FormScreen;
  form: Form<FormValues>;
  readOnly: boolean;
  /** Absent: the object is new. */
  stored?: object | undefined;
  managed?: readonly string[];
}) {
  const {
    kind,
    prefix,
    sections,
    controls = {},
    joined = {},
    inDialog,
    isShown = () => true,
  } = screen;
  const fieldsByPath = flattenFields(kind.fields);
  const renderField = (name: string): ReactNode => {
    const path = joined[name]?.fields[0] ?? name;
    const field = fieldsByPath[path];
    const needed = isFieldShown(kind.fields, form.values, path) && isShown(name, form.values);
    return (
      field &&
      needed && (
        <FieldControl
          key={name}
          {...{ screen, name, field, form, readOnly, stored }}
          isManaged={managed.includes(name)}
          control={controls[name]}
        />
      )
    );
  };
  return sections.map(({ id, fields, className, bare, below }, n) => {
    const rows = fields.map((row) => {
      if (typeof row === "string") return renderField(row);
      const controlsOfRow = row.map(renderField).filter(Boolean);
      return (
        controlsOfRow.length > 0 && (
          <div key={row.join()} className="modes">
            {controlsOfRow}
          </div>
        )
      );
    });
    const content = (
      <Fragment key={n}>
        {className === undefined ? rows : <div className={className}>{rows}</div>}
        {below?.((stored ?? null) as never, form)}
      </Fragment>
    );
    if (id === undefined && (inDialog || bare)) return content;
    if (id === undefined)
      return (
        <section key={n} className="group">
          {content}
        </section>
      );
    const hint = findText(`${prefix}.group.${id}.hint`);
    return (
      <SettingsSection key={id} id={`g-${prefix}-${id}`} title={textById(`${prefix}.group.${id}`)}>
        {hint !== null && <p className="hint">{hint}</p>}
        {content}
      </SettingsSection>
    );
  });
}

/** Renders the control of one field with its texts: the label and, if it exists, the hint. */
function FieldControl({
  screen: { kind, prefix },
  name,
  field,
  form,
  readOnly,
  stored,
  isManaged,
  control,
}: {
  screen: FormScreen;
  name: string;
  field: Field;
  form: Form<FormValues>;
  readOnly: boolean;
  stored: object | undefined;
  isManaged: boolean;
  control: ((props: ControlProps<Field>) => ReactNode) | undefined;
}) {
  const me = useCurrentOperator();
  const controls: Readonly<Record<string, unknown>> = defaultControls;
  const hintId =
    field.type === "credential" ? getCredentialState(kind.fields, name, form, stored) : "hint";
  const Control = control ?? (controls[field.type] as (props: ControlProps<Field>) => ReactNode);
  return (
    <Control
      {...{ form, field, name }}
      label={textById(`${prefix}.${name}`)}
      hint={isManaged ? t("page.managed") : (findText(`${prefix}.${name}.${hintId}`) ?? undefined)}
      readOnly={readOnly || isManaged || (field.needs === "addresses" && !can(me, field.needs))}
      describe={(value) => findText(`${prefix}.${name}.${value}`) ?? undefined}
    />
  );
}
