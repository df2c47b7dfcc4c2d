import type { Field, Fields } from "@parlour/protocol/settings/field";
import { flattenFields, isFieldShown } from "@parlour/protocol/settings/paths";
import { Fragment, type ReactNode } from "react";
import { readsTexts, useCurrentOperator } from "../../../../state/session.tsx";
import { findText, textById } from "../../../../text/index.ts";
import { t } from "../../text.ts";
import { SettingsSection } from "../form/SettingsSection.tsx";
import type { Form } from "../../../../ui/form/use-form.ts";
import { defaultControls, type ControlProps } from "./controls.tsx";
import { getCredentialState, type FormValues } from "./form-values.ts";
import { getLabelId, type FormScreen } from "./kind-screen.ts";

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
    if (!field || !needed) return null;
    const heading = findText(`${getLabelId(screen, name)}.heading`);
    return (
      <Fragment key={name}>
        {heading !== null && <h3 className="subgroup">{heading}</h3>}
        <FieldControl
          {...{ screen, name, field, form, readOnly, stored }}
          isManaged={managed.includes(name)}
          control={controls[name]}
        />
      </Fragment>
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
  screen,
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
  const { fields } = screen.kind;
  const id = getLabelId(screen, name);
  const isLocked = needsAddresses(fields, name) && !readsTexts(me);
  const isFixed = stored !== undefined && field.set === "create";
  const hintId =
    field.type === "credential" ? getCredentialState(fields, name, form, stored) : "hint";
  const Control = control ?? (controls[field.type] as (props: ControlProps<Field>) => ReactNode);
  const getHint = (): string | null => {
    if (isManaged) return t("page.managed");
    if (isLocked) return t("page.readonly");
    return screen.getHint?.(name, stored) ?? findText(`${id}.${hintId}`);
  };
  return (
    <Control
      {...{ form, field, name }}
      label={textById(id)}
      hint={getHint() ?? undefined}
      readOnly={readOnly || isManaged || isLocked || isFixed}
      describe={(value) => findText(`${id}.${value}`) ?? undefined}
    />
  );
}

/** Returns whether a change of the field or of its group needs the right to change addresses. */
function needsAddresses(fields: Fields, path: string): boolean {
  const [name = "", ...others] = path.split(".");
  const field = fields[name];
  return (
    field?.needs === "addresses" ||
    (field?.type === "group" && needsAddresses(field.fields, others.join(".")))
  );
}
