import type { Field } from "@parlour/protocol/api";
import { fieldKinds } from "@parlour/protocol/field-kinds";
import { IconAlertCircle } from "@tabler/icons-react";
import { useId } from "react";
import { Select, TextField } from "../../Field.tsx";
import { Icon } from "../../Icon.tsx";
import { formatFieldValue, type Draft } from "./field-value.ts";

interface FieldInputProps {
  readonly field: Field;
  readonly draft: Draft;
  readonly error: string | undefined;
  readonly onChange: (draft: Draft) => void;
}

/** The control for a value of the field: check boxes, a list, or a field for text. */
export function FieldInput({ field, draft, error, onChange }: FieldInputProps) {
  if (typeof draft === "object")
    return <OptionBoxes {...{ field, error, onChange }} chosen={draft} />;
  const { kind, name, help } = field;
  const common = {
    label: name,
    hideLabel: true,
    hint: help === "" ? undefined : help,
    error,
    value: draft,
    // Opening the form moves the focus to its control.
    // oxlint-disable-next-line jsx-a11y/no-autofocus
    autoFocus: true,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  if (kind === "one_of" || kind === "flag")
    return <Select {...common} options={listChoices(field, draft)} />;
  const { input } = fieldKinds[kind];
  return (
    <TextField
      {...common}
      // A number is typed with the comma or the point of the language.
      type={input === "number" ? "text" : input}
      inputMode={input === "number" ? "decimal" : undefined}
      dir={kind === "text" ? "auto" : undefined}
      autoComplete="off"
    />
  );
}

/** Returns the choices of a list. The stored one is included if the field does not have it now. */
function listChoices({ kind, options }: Field, draft: string) {
  const choices =
    kind === "flag"
      ? [true, false].map((value) => ({
          value: String(value),
          label: formatFieldValue(kind, value),
        }))
      : [...new Set([...options, draft])]
          .filter((option) => option !== "")
          .map((option) => ({ value: option, label: option }));
  return [{ value: "", label: "–" }, ...choices];
}

interface OptionBoxesProps extends Omit<FieldInputProps, "draft"> {
  readonly chosen: readonly string[];
}

function OptionBoxes({ field, chosen, error, onChange }: OptionBoxesProps) {
  const id = useId();
  // The stored ones are included if the field does not have them now.
  const options = [...new Set([...field.options, ...chosen])];
  return (
    <fieldset className="fieldboxes" aria-describedby={id}>
      <legend className="vh">{field.name}</legend>
      {options.map((option, n) => (
        <label key={option}>
          <input
            type="checkbox"
            checked={chosen.includes(option)}
            // Opening the form moves the focus to its first control.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus={n === 0}
            onChange={({ target: { checked } }) =>
              onChange(
                options.filter((other) => (other === option ? checked : chosen.includes(other))),
              )
            }
          />
          <bdi>{option}</bdi>
        </label>
      ))}
      <div id={id}>
        {field.help !== "" && <p className="hint">{field.help}</p>}
        {error !== undefined && (
          <p className="err">
            <Icon of={IconAlertCircle} small />
            {error}
          </p>
        )}
      </div>
    </fieldset>
  );
}
