import { useState, type FormEvent } from "react";
import { Button } from "../../Button.tsx";
import { Select, TextField } from "../../Field.tsx";
import { spanUnits, splitSpan, type SpanUnit } from "../fact-catalogue.ts";
import { t } from "../text.ts";

interface SpanFormProps {
  readonly label: string;
  readonly seconds: number;
  /** The longest span, in seconds, and the error of a longer one. */
  readonly max: number;
  readonly problem: string;
  readonly onChange: (seconds: number) => void;
  readonly onClose: () => void;
}

/** Form for a span of time, as a number and a unit. */
export function SpanForm({ label, seconds, max, problem, onChange, onClose }: SpanFormProps) {
  const [initialN, initialUnit] = splitSpan(seconds);
  const [text, setText] = useState(String(initialN));
  const [unit, setUnit] = useState<SpanUnit>(initialUnit);
  const [error, setError] = useState<string | undefined>(undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [, size] = spanUnits.find(([name]) => name === unit) ?? ["second", 1];
    const next = Number(text) * size;
    if (!/^\d+$/.test(text.trim()) || next < 1 || next > max) return setError(problem);
    onChange(next);
    onClose();
  };
  return (
    <form className="chipform" noValidate onSubmit={submit}>
      <TextField
        label={label}
        inputMode="numeric"
        autoComplete="off"
        // Opening the form moves the focus to its field.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        maxLength={9}
        value={text}
        error={error}
        onChange={(event) => {
          setText(event.target.value);
          setError(undefined);
        }}
      />
      <Select
        label={t("unit.label")}
        value={unit}
        options={spanUnits.map(([name]) => ({ value: name, label: t(`unit.${name}`) }))}
        onChange={(event) => setUnit(event.target.value as SpanUnit)}
      />
      <Button type="submit" variant="primary" small>
        {t("conditions.apply")}
      </Button>
    </form>
  );
}
