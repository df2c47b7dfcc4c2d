import { useId, type ReactNode } from "react";
import "./choice-tiles.css";

interface ChoiceTilesProps<T extends string> {
  legend: ReactNode;
  value: T;
  options: readonly { readonly value: T; readonly label: string; readonly hint: string }[];
  onChange: (value: T) => void;
  readOnly: boolean;
}

/** Renders a few options with an explanation each. Keyboards see a radio group. */
export function ChoiceTiles<T extends string>(props: ChoiceTilesProps<T>) {
  const { legend, value, options, onChange, readOnly } = props;
  const id = useId();
  return (
    <fieldset className="field">
      <legend className="label">{legend}</legend>
      <div className="tiles">
        {options.map((option) => (
          <label key={option.value} htmlFor={`${id}-${option.value}`}>
            <input
              id={`${id}-${option.value}`}
              type="radio"
              name={id}
              checked={option.value === value}
              disabled={readOnly}
              aria-describedby={`${id}-${option.value}-hint`}
              onChange={() => onChange(option.value)}
            />
            <span className="medium">{option.label}</span>
            <small id={`${id}-${option.value}-hint`} aria-hidden="true">
              {option.hint}
            </small>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
