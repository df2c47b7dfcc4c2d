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

/** A list of things to tick. */
export function Checks<T extends string | number>({
  title,
  hint,
  name,
  choices,
  chosen,
  onChange,
  readOnly,
  error,
}: {
  title: ReactNode;
  hint?: string;
  name: string;
  choices: readonly Choice<T>[];
  chosen: readonly T[];
  /** In the order of `choices`. */
  onChange: (chosen: T[]) => void;
  readOnly: boolean;
  error?: string | undefined;
}) {
  const id = useId();
  return (
    <fieldset className="field" aria-labelledby={id}>
      <p className="label" id={id}>
        {title}
      </p>
      {hint !== undefined && <p className="hint">{hint}</p>}
      <ul className="ops" data-readonly={readOnly || undefined}>
        {choices.map((choice) => (
          <li key={choice.value}>
            <label>
              <input
                className="check"
                type="checkbox"
                name={name}
                checked={chosen.includes(choice.value)}
                onChange={(event) =>
                  onChange(
                    choices
                      .map((one) => one.value)
                      .filter((value) => (value === choice.value ? event.target.checked : chosen.includes(value))),
                  )
                }
                disabled={readOnly}
                aria-invalid={error !== undefined || undefined}
              />
              <span className="grow">
                {choice.label}
                {choice.hint !== undefined && <small className="hint block">{choice.hint}</small>}
              </span>
            </label>
          </li>
        ))}
      </ul>
      {error !== undefined && (
        <p className="err">
          <Icon of={IconAlertCircle} small />
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** All channels, those of later too (null), or the ticked ones. */
export function ChannelPick({
  title,
  channels,
  onChange,
  readOnly,
  error,
}: {
  title: ReactNode;
  channels: readonly number[] | null;
  onChange: (channels: number[] | null) => void;
  readOnly: boolean;
  error?: string | undefined;
}) {
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
