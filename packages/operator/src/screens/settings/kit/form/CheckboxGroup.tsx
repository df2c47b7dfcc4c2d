import { IconAlertCircle } from "@tabler/icons-react";
import { useId, type ReactNode } from "react";
import { Switch } from "../../../../ui/Field.tsx";
import { Icon } from "../../../../ui/Icon.tsx";
import { useAllChannels } from "../../queries.ts";
import { t } from "../../text.ts";

export interface CheckboxOption<T extends string | number> {
  value: T;
  label: ReactNode;
  hint?: string;
}

interface CheckboxGroupProps<T extends string | number> {
  title: ReactNode;
  hint?: string;
  name: string;
  choices: readonly CheckboxOption<T>[];
  chosen: readonly T[];
  /** Receives the chosen values in the order of `choices`. */
  onChange: (chosen: T[]) => void;
  readOnly: boolean;
  error?: string | undefined;
}

/** Renders a list of checkboxes. */
export function CheckboxGroup<T extends string | number>(props: CheckboxGroupProps<T>) {
  const { title, hint, name, choices, chosen, onChange, readOnly, error } = props;
  const id = useId();
  const setChecked = (value: T, isChecked: boolean) =>
    onChange(
      choices
        .map((choice) => choice.value)
        .filter((other) => (other === value ? isChecked : chosen.includes(other))),
    );
  return (
    <fieldset className="field" aria-labelledby={id}>
      <p className="label" id={id}>
        {title}
      </p>
      {hint !== undefined && <p className="hint">{hint}</p>}
      <ul className="ops" data-readonly={readOnly || undefined}>
        {choices.map(({ value, label, hint: optionHint }) => {
          const checked = chosen.includes(value);
          return (
            <Checkbox
              key={value}
              {...{ name, checked, readOnly }}
              isInvalid={error !== undefined}
              onTick={(isChecked) => setChecked(value, isChecked)}
            >
              <span className="grow">
                {label}
                {optionHint !== undefined && <small className="hint block">{optionHint}</small>}
              </span>
            </Checkbox>
          );
        })}
      </ul>
      {error !== undefined && <GroupError>{error}</GroupError>}
    </fieldset>
  );
}

interface CheckboxProps {
  name: string;
  checked: boolean;
  onTick: (isChecked: boolean) => void;
  readOnly: boolean;
  isInvalid: boolean;
  children: ReactNode;
}

/** Renders one row of a checkbox list. */
export function Checkbox({ name, checked, onTick, readOnly, isInvalid, children }: CheckboxProps) {
  return (
    <li>
      <label>
        <input
          className="check"
          type="checkbox"
          name={name}
          checked={checked}
          onChange={(event) => onTick(event.target.checked)}
          disabled={readOnly}
          aria-invalid={isInvalid || undefined}
        />
        {children}
      </label>
    </li>
  );
}

/** Shows an error that applies to the whole list. */
export function GroupError({ children }: { children: string }) {
  return (
    <p className="err">
      <Icon of={IconAlertCircle} small />
      {children}
    </p>
  );
}

interface ChannelPickerProps {
  title: ReactNode;
  channels: readonly number[] | null;
  onChange: (channels: number[] | null) => void;
  readOnly: boolean;
  error?: string | undefined;
}

/** Selects individual channels, or all channels including future ones (null). */
export function ChannelPicker({ title, channels, onChange, readOnly, error }: ChannelPickerProps) {
  const { data = [] } = useAllChannels();
  return (
    <section className="group">
      <Switch
        label={title}
        hint={t("pick.all.hint")}
        name="channels"
        checked={channels === null}
        onChange={(event) =>
          onChange(event.target.checked ? null : data.map((channel) => channel.id))
        }
        disabled={readOnly}
      />
      {channels !== null && (
        <CheckboxGroup
          title={t("pick.channels")}
          name="channels"
          choices={data.map((channel) => ({ value: channel.id, label: channel.name }))}
          chosen={channels}
          onChange={onChange}
          readOnly={readOnly}
          error={error}
        />
      )}
    </section>
  );
}
