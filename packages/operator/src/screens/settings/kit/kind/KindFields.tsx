import type { Field } from "@parlour/protocol/settings/field";
import { Fragment, type ReactNode } from "react";
import { can, useCurrentOperator } from "../../../../state/session.tsx";
import { findText, textById } from "../../../../text/index.ts";
import { SettingsSection } from "../form/SettingsSection.tsx";
import type { Form } from "../form/use-form.ts";
import { defaultControls, type ControlProps } from "./controls.tsx";
import type { FormValues } from "./form-values.ts";
import type { FormScreen } from "./kind-screen.ts";

/** Renders the sections of a kind with their fields. A section without an id has no title. */
export function KindFields({
  screen,
  form,
  readOnly,
  stored,
  isShown = () => true,
}: {
  screen: FormScreen;
  form: Form<FormValues>;
  readOnly: boolean;
  /** Absent: the object is new. */
  stored?: object;
  isShown?: ((name: string, values: FormValues) => boolean) | undefined;
}) {
  const { kind, prefix, sections, controls = {}, inDialog } = screen;
  return sections.map(({ id, fields, below }) => {
    const shown = fields.filter((name) => isShown(name, form.values));
    const rows = shown.map((name) => {
      const field = kind.fields[name];
      return (
        field && (
          <FieldControl
            key={name}
            {...{ prefix, name, field, form, readOnly }}
            control={controls[name]}
          />
        )
      );
    });
    const content = (
      <Fragment key={fields.join()}>
        {rows}
        {below?.((stored ?? null) as never)}
      </Fragment>
    );
    if (id === undefined && inDialog) return content;
    if (id === undefined)
      return (
        <section key={fields.join()} className="group">
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
  prefix,
  name,
  field,
  form,
  readOnly,
  control,
}: {
  prefix: string;
  name: string;
  field: Field;
  form: Form<FormValues>;
  readOnly: boolean;
  control: ((props: ControlProps<Field>) => ReactNode) | undefined;
}) {
  const me = useCurrentOperator();
  const controls: Readonly<Record<string, unknown>> = defaultControls;
  const Control = control ?? (controls[field.type] as (props: ControlProps<Field>) => ReactNode);
  return (
    <Control
      {...{ form, field, name }}
      label={textById(`${prefix}.${name}`)}
      hint={findText(`${prefix}.${name}.hint`) ?? undefined}
      readOnly={readOnly || (field.needs !== undefined && !can(me, field.needs))}
      describe={(value) => findText(`${prefix}.${name}.${value}`) ?? undefined}
    />
  );
}
