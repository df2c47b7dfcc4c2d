import type { ReactNode } from "react";
import { Switch } from "../../../ui/Field.tsx";
import { ChangedLabel } from "../kit/form/FormPage.tsx";
import { SettingsSection } from "../kit/form/SettingsSection.tsx";
import type { Form } from "../kit/form/use-form.ts";
import { createDefaultHours, type HoursValues } from "./hours-form.ts";
import { HoursEditor } from "./HoursEditor.tsx";

interface WithHours {
  /** Hours of the department or widget, or null if it has none of its own. */
  hours: HoursValues | null;
}
interface CustomHoursProps<T extends WithHours> {
  form: Form<T>;
  label: string;
  hint: string;
  readOnly: boolean;
}

/**
 * Edits hours of a department or widget that replace the account's hours (CORE-091). If switched
 * off, the account's hours apply.
 */
export function CustomHours<T extends WithHours>({ label, ...props }: CustomHoursProps<T>) {
  const changedLabel = (
    <ChangedLabel form={props.form} name="hours">
      {label}
    </ChangedLabel>
  );
  return <HoursSwitch {...props} label={changedLabel} />;
}

/** Renders working hours as a section of a page with a switch. Off means always open. */
export function HoursSection<T extends WithHours>({
  id,
  title,
  ...props
}: CustomHoursProps<T> & { id: string; title: string }) {
  const changedLabel = (
    <ChangedLabel form={props.form} name="hours">
      {title}
    </ChangedLabel>
  );
  return (
    <SettingsSection id={id} title={changedLabel}>
      <HoursSwitch {...props} />
    </SettingsSection>
  );
}

function HoursSwitch<T extends WithHours>({
  form,
  label,
  hint,
  readOnly,
}: Omit<CustomHoursProps<T>, "label"> & { label: ReactNode }) {
  const { hours } = form.values;
  const set = (next: HoursValues | null) => form.set("hours", next as T["hours"]);
  return (
    <>
      <Switch
        label={label}
        hint={hint}
        checked={hours !== null}
        onChange={(event) => set(event.target.checked ? createDefaultHours() : null)}
        disabled={readOnly}
      />
      {hours !== null && (
        <HoursEditor
          values={hours}
          saved={form.saved.hours}
          onChange={set}
          readOnly={readOnly}
          error={form.errors.hours}
        />
      )}
    </>
  );
}
