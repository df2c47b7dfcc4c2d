import type { ReactNode } from "react";
import { Switch } from "../../../ui/Field.tsx";
import { ChangedLabel } from "../../../ui/form/ChangedLabel.tsx";
import type { Form } from "../../../ui/form/use-form.ts";
import { createDefaultHours, type HoursValues } from "./hours-form.ts";
import { HoursEditor } from "./HoursEditor.tsx";

interface CustomHoursProps<T extends object> {
  form: Form<T>;
  /** Field with the hours, or null if the object has none of its own. By default `hours`. */
  name?: string;
  label: string;
  hint?: string | undefined;
  readOnly: boolean;
}

/**
 * Edits hours of a department or widget that replace the account's hours (CORE-091). If switched
 * off, the account's hours apply.
 */
export function CustomHours<T extends object>({ label, ...props }: CustomHoursProps<T>) {
  const changedLabel = (
    <ChangedLabel form={toHoursForm(props.form)} name={props.name ?? "hours"}>
      {label}
    </ChangedLabel>
  );
  return <HoursSwitch {...props} label={changedLabel} />;
}

function HoursSwitch<T extends object>({
  form,
  name = "hours",
  label,
  hint,
  readOnly,
}: Omit<CustomHoursProps<T>, "label"> & { label: ReactNode }) {
  const { values, saved, errors, set } = toHoursForm(form);
  const hours = values[name] ?? null;
  return (
    <>
      <Switch
        label={label}
        hint={hint}
        checked={hours !== null}
        onChange={(event) => set(name, event.target.checked ? createDefaultHours() : null)}
        disabled={readOnly}
      />
      {hours !== null && (
        <HoursEditor
          values={hours}
          saved={saved[name] ?? null}
          onChange={(next) => set(name, next)}
          readOnly={readOnly}
          error={errors[name]}
        />
      )}
    </>
  );
}
const toHoursForm = (form: unknown) => form as Form<Record<string, HoursValues | null>>;
