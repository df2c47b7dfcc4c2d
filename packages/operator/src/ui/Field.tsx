import { IconAlertCircle, IconChevronDown } from "@tabler/icons-react";
import {
  useId,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from "react";
import { Icon } from "./Icon.tsx";
import { describeMissing, ListFailure, type LoadedList } from "./loading/ListFailure.tsx";

interface FieldLabels {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  after?: ReactNode;
  hideLabel?: boolean | undefined;
}
interface FieldProps extends FieldLabels {
  children: (ids: FieldIds) => ReactNode;
}
/** Attributes that connect the control with its label, hint and error. */
interface FieldIds {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

/** Label, control, hint and error. The child function receives the ids for the control. */
export function Field({ label, hint, error, after, hideLabel, children }: FieldProps) {
  const id = useId();
  const describedBy = [hint !== undefined && `${id}-hint`, error && `${id}-err`]
    .filter(Boolean)
    .join(" ");
  return (
    <div className="field">
      <label htmlFor={id} className={hideLabel ? "vh" : undefined}>
        {label}
      </label>
      {children({
        id,
        "aria-describedby": describedBy === "" ? undefined : describedBy,
        "aria-invalid": error ? true : undefined,
      })}
      {after}
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="err" id={`${id}-err`}>
          <Icon of={IconAlertCircle} small />
          {error}
        </p>
      )}
    </div>
  );
}

type TextFieldProps = FieldLabels &
  Omit<InputHTMLAttributes<HTMLInputElement>, "className"> & {
    mono?: boolean;
    ref?: Ref<HTMLInputElement>;
  };

/** Single-line text field. */
export function TextField({ label, hint, error, after, hideLabel, mono, ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} after={after} hideLabel={hideLabel}>
      {(ids) => <input {...rest} {...ids} className={mono ? "input mono" : "input"} />}
    </Field>
  );
}

/** Multi-line text field. */
export function TextArea({
  label,
  hint,
  error,
  after,
  hideLabel,
  ...rest
}: FieldLabels &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "className"> & {
    ref?: Ref<HTMLTextAreaElement>;
  }) {
  return (
    <Field label={label} hint={hint} error={error} after={after} hideLabel={hideLabel}>
      {(ids) => <textarea {...rest} {...ids} className="input area" />}
    </Field>
  );
}

interface SelectProps
  extends
    FieldLabels,
    Omit<SelectHTMLAttributes<HTMLSelectElement>, "className" | "children" | "value"> {
  /** The stored value. It is shown even if it is no option (CORE-485). */
  value: string;
  options: readonly { value: string; label: string }[];
  /** The list that the options are made of. Its states are shown. */
  source?: LoadedList | undefined;
  /** Name of a value that the loaded list does not contain. */
  missing?: string | undefined;
}

/** Native select. It works with every keyboard, screen reader and phone. */
export function Select(props: SelectProps) {
  const { label, hint, error, after, hideLabel, options, source, missing, ...rest } = props;
  const isKnown = options.some(({ value }) => value === rest.value);
  const unknown = { value: rest.value, label: describeUnknown(rest.value, source, missing) };
  return (
    <Field
      {...{ label, hint, error, hideLabel }}
      after={
        <>
          {after}
          {source && <ListFailure list={source} />}
        </>
      }
    >
      {(ids) => (
        <span className="pick-one">
          <select {...rest} {...ids} className="input">
            {(isKnown ? options : [unknown, ...options]).map((o) => (
              <option key={o.value} value={o.value}>
                {o.label}
              </option>
            ))}
          </select>
          <Icon of={IconChevronDown} small />
        </span>
      )}
    </Field>
  );
}

/** Returns the label of a value without its option. It is empty before a choice. */
function describeUnknown(value: string, source?: LoadedList, missing?: string): string {
  if (value === "") return "";
  return (source && describeMissing(source, missing)) ?? missing ?? value;
}

type ToggleProps = Omit<InputHTMLAttributes<HTMLInputElement>, "className" | "type"> & {
  label: ReactNode;
  hint?: ReactNode;
};

/** On/off switch. Its change takes effect immediately. */
export function Switch({
  label,
  hint,
  checked,
  ...rest
}: Omit<ToggleProps, "checked" | "defaultChecked"> & { checked: boolean }) {
  const id = useId();
  return (
    <div className="toggle">
      <label htmlFor={id} className="medium">
        {label}
      </label>
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <input
        {...rest}
        id={id}
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        className="switch"
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      />
    </div>
  );
}
