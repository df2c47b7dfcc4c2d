import { maxSeconds } from "@parlour/protocol/conditions/condition";
import type { Fact } from "@parlour/protocol/conditions/facts";
import { operators, type Test } from "@parlour/protocol/conditions/operators";
import { useState, type FormEvent } from "react";
import { Button } from "../../Button.tsx";
import { TextField } from "../../Field.tsx";
import { parseFieldTime, toFieldTime } from "../../choice/field-time.ts";
import { parseNumber } from "../../choice/parse-number.ts";
import { formatFact, formatValue, type FactCatalogue } from "../fact-catalogue.ts";
import { OptionList, type Option } from "../../options/OptionList.tsx";
import { t } from "../text.ts";
import { SpanForm } from "./SpanForm.tsx";

interface ValueEditorProps {
  readonly test: Test;
  readonly fact: Fact;
  readonly rows: FactCatalogue["rows"];
  readonly onChange: (value: Test["value"]) => void;
  readonly onClose: () => void;
}

/** Edits the value of a test: a list to choose from, or a form with a field. */
export function ValueEditor(props: ValueEditorProps) {
  const { test, fact } = props;
  if (operators[test.op] === "seconds")
    return (
      <SpanForm
        label={t("conditions.values", { fact: formatFact(test.fact, fact) })}
        seconds={typeof test.value === "number" ? test.value : 604_800}
        max={maxSeconds}
        problem={t("problem.span")}
        onChange={props.onChange}
        onClose={props.onClose}
      />
    );
  const hasOptions = fact.to !== undefined || fact.values !== undefined || fact.kind === "flag";
  return hasOptions || operators[test.op] === "values" ? (
    <ValueOptions {...props} />
  ) : (
    <ValueForm {...props} />
  );
}

/** List of the rows or choices. Names are texts, which can be added. */
function ValueOptions({ test, fact, rows, onChange, onClose }: ValueEditorProps) {
  const isMultiple = operators[test.op] === "values";
  const chosen = [test.value ?? []].flat();
  const values = new Map(
    listValues(fact, rows, chosen).map((value) => [String(value), value] as const),
  );
  const options = [...values].map(([id, value]): Option => ({
    id,
    label: formatValue(test.fact, fact, value, rows).text,
    isChosen: chosen.some((other) => other === value),
  }));
  const choose = (value: string | number | boolean) => {
    if (!isMultiple || typeof value === "boolean") {
      onChange(value);
      onClose();
      return;
    }
    const others = chosen.filter((other) => other !== value);
    const next = others.length < chosen.length ? others : [...chosen, value];
    onChange(next.length === 0 ? undefined : (next as readonly (string | number)[]));
  };
  return (
    <OptionList
      label={t("conditions.values", { fact: formatFact(test.fact, fact) })}
      groups={options.length === 0 ? [] : [{ options }]}
      isMultiple={isMultiple}
      onPick={(id) => choose(values.get(id) ?? id)}
      onClose={onClose}
      onCreate={fact.kind === "names" ? choose : undefined}
    />
  );
}

/** Returns what can be chosen. Removed rows that are chosen are included, to be unchosen. */
function listValues(
  { kind, to, values }: Fact,
  rows: FactCatalogue["rows"],
  chosen: readonly (string | number | boolean)[],
): readonly (string | number | boolean)[] {
  if (kind === "flag") return [true, false];
  const known =
    to !== undefined
      ? (rows[to] ?? []).map(({ id }) => id)
      : kind === "names"
        ? (rows.tag ?? []).map(({ name }) => name)
        : (values ?? []);
  return [...new Set([...known, ...chosen])];
}

/** Form for a text, a number, a time or a date. */
function ValueForm({ test, fact, onChange, onClose }: ValueEditorProps) {
  const { kind } = fact;
  const [text, setText] = useState(() =>
    kind === "time" && test.value !== undefined
      ? toFieldTime(Date.parse(String(test.value)))
      : String(test.value ?? ""),
  );
  const [error, setError] = useState<string | undefined>(undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const value = parseValue(kind, text);
    if (value === null)
      return setError(
        t(
          kind === "time" || kind === "date" || kind === "number"
            ? `problem.${kind}`
            : "problem.text",
        ),
      );
    onChange(value);
    onClose();
  };
  const inputType = {
    type: kind === "time" ? "datetime-local" : kind === "date" ? "date" : "text",
  };
  return (
    <form className="chipform" noValidate onSubmit={submit}>
      <TextField
        label={t("conditions.values", { fact: formatFact(test.fact, fact) })}
        {...inputType}
        inputMode={kind === "number" ? "decimal" : undefined}
        dir={kind === "text" ? "auto" : undefined}
        autoComplete="off"
        // Opening the form moves the focus to its field.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        maxLength={500}
        value={text}
        error={error}
        onChange={(event) => {
          setText(event.target.value);
          setError(undefined);
        }}
      />
      <Button type="submit" variant="primary" small>
        {t("conditions.apply")}
      </Button>
    </form>
  );
}

function parseValue(kind: Fact["kind"], text: string): string | number | null {
  if (kind === "time") {
    const at = parseFieldTime(text);
    return at === null ? null : new Date(at).toISOString();
  }
  if (kind === "number") return parseNumber(text);
  return text.trim() === "" ? null : text.trim();
}
