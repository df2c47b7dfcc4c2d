import { Switch } from "../../../ui/Field.tsx";
import { Label } from "../FormPage.tsx";
import type { Form } from "../use-form.ts";
import { usualHours, type HoursValues } from "./hours-form.ts";
import { HoursEditor } from "./HoursEditor.tsx";

interface OwnHoursProps<T extends { hours: HoursValues | null }> {
  form: Form<T>;
  label: string;
  hint: string;
  readOnly: boolean;
}

/** Hours in place of the account's, of a department or a widget (CORE-091); off: the account's. */
export function OwnHours<T extends { hours: HoursValues | null }>({ form, label, hint, readOnly }: OwnHoursProps<T>) {
  const { hours } = form.values;
  const set = (next: HoursValues | null) => form.set("hours", next as T["hours"]);
  return (
    <>
      <Switch
        label={
          <Label form={form} name="hours">
            {label}
          </Label>
        }
        hint={hint}
        checked={hours !== null}
        onChange={(event) => set(event.target.checked ? usualHours() : null)}
        disabled={readOnly}
      />
      {hours !== null && <HoursEditor values={hours} onChange={set} readOnly={readOnly} error={form.faults.hours} />}
    </>
  );
}
