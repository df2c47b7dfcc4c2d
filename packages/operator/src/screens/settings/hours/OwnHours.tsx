import type { ReactNode } from "react";
import { Switch } from "../../../ui/Field.tsx";
import { Label } from "../FormPage.tsx";
import { Group } from "../Group.tsx";
import type { Form } from "../use-form.ts";
import { usualHours, type HoursValues } from "./hours-form.ts";
import { HoursEditor } from "./HoursEditor.tsx";

interface Timed {
  /** null: no hours of its own. */
  hours: HoursValues | null;
}
interface OwnHoursProps<T extends Timed> {
  form: Form<T>;
  label: string;
  hint: string;
  readOnly: boolean;
}

/**
 * Hours of a department or a widget that replace the account's hours (CORE-091). Off: the account's
 * hours apply.
 */
export function OwnHours<T extends Timed>({ label, ...props }: OwnHoursProps<T>) {
  const named = (
    <Label form={props.form} name="hours">
      {label}
    </Label>
  );
  return <Hours {...props} label={named} />;
}

/** Renders working hours as a section of a page. Off: always open. */
export function HoursGroup<T extends Timed>({ id, title, ...props }: OwnHoursProps<T> & { id: string; title: string }) {
  const named = (
    <Label form={props.form} name="hours">
      {title}
    </Label>
  );
  return (
    <Group id={id} title={named}>
      <Hours {...props} />
    </Group>
  );
}

function Hours<T extends Timed>({ form, label, hint, readOnly }: Omit<OwnHoursProps<T>, "label"> & { label: ReactNode }) {
  const { hours } = form.values;
  const set = (next: HoursValues | null) => form.set("hours", next as T["hours"]);
  return (
    <>
      <Switch
        label={label}
        hint={hint}
        checked={hours !== null}
        onChange={(event) => set(event.target.checked ? usualHours() : null)}
        disabled={readOnly}
      />
      {hours !== null && <HoursEditor values={hours} onChange={set} readOnly={readOnly} error={form.faults.hours} />}
    </>
  );
}
