import { IconAlertCircle } from "@tabler/icons-react";
import { useId, type ReactNode } from "react";
import { Switch } from "../../ui/Field.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { useAllChannels } from "./data.ts";
import { t } from "./text.ts";

export interface Choice<T extends string | number> {
  value: T;
  label: ReactNode;
  hint?: string;
}

interface ChecksProps<T extends string | number> {
  title: ReactNode;
  hint?: string;
  name: string;
  choices: readonly Choice<T>[];
  chosen: readonly T[];
  /** Called with the chosen values in the order of `choices`. */
  onChange: (chosen: T[]) => void;
  readOnly: boolean;
  error?: string | undefined;
}

/** Renders a list of checkboxes. */
export function Checks<T extends string | number>(props: ChecksProps<T>) {
  const { title, hint, name, choices, chosen, onChange, readOnly, error } = props;
  const id = useId();
  const tick = (value: T, on: boolean) =>
    onChange(choices.map((one) => one.value).filter((other) => (other === value ? on : chosen.includes(other))));
  return (
    <fieldset className="field" aria-labelledby={id}>
      <p className="label" id={id}>
        {title}
      </p>
      {hint !== undefined && <p className="hint">{hint}</p>}
      <ul className="ops" data-readonly={readOnly || undefined}>
        {choices.map(({ value, label, hint: about }) => {
          const checked = chosen.includes(value);
          return (
            <Check key={value} {...{ name, checked, readOnly }} wrong={error !== undefined} onTick={(on) => tick(value, on)}>
              <span className="grow">
                {label}
                {about !== undefined && <small className="hint block">{about}</small>}
              </span>
            </Check>
          );
        })}
      </ul>
      {error !== undefined && <Fault>{error}</Fault>}
    </fieldset>
  );
}

interface CheckProps {
  name: string;
  checked: boolean;
  onTick: (on: boolean) => void;
  readOnly: boolean;
  wrong: boolean;
  children: ReactNode;
}

/** Renders one row of a checkbox list. */
export function Check({ name, checked, onTick, readOnly, wrong, children }: CheckProps) {
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
          aria-invalid={wrong || undefined}
        />
        {children}
      </label>
    </li>
  );
}

/** Shows an error that concerns the whole list. */
export function Fault({ children }: { children: string }) {
  return (
    <p className="err">
      <Icon of={IconAlertCircle} small />
      {children}
    </p>
  );
}

interface ChannelPickProps {
  title: ReactNode;
  channels: readonly number[] | null;
  onChange: (channels: number[] | null) => void;
  readOnly: boolean;
  error?: string | undefined;
}

/** Selects all channels, including future ones (null), or individual channels. */
export function ChannelPick({ title, channels, onChange, readOnly, error }: ChannelPickProps) {
  const { data = [] } = useAllChannels();
  return (
    <section className="group">
      <Switch
        label={title}
        hint={t("pick.all.hint")}
        name="channels"
        checked={channels === null}
        onChange={(event) => onChange(event.target.checked ? null : data.map((channel) => channel.id))}
        disabled={readOnly}
      />
      {channels !== null && (
        <Checks
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
