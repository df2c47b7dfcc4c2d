import { maxAddressLength } from "@parlour/protocol/email/sender";
import { useState, type FormEvent } from "react";
import { Button } from "../../Button.tsx";
import { SpanForm } from "../../conditions/editor/SpanForm.tsx";
import { ValueEditor } from "../../conditions/editor/ValueEditor.tsx";
import { noRows } from "../../conditions/fact-catalogue.ts";
import { TextArea } from "../../Field.tsx";
import { OptionList, type Option } from "../../options/OptionList.tsx";
import {
  formatArgument,
  formatChoice,
  findChoice,
  getArgument,
  type ActionCatalogue,
  type DraftAction,
} from "../action-catalogue.ts";
import { t } from "../text.ts";

interface ArgumentEditorProps {
  readonly action: DraftAction;
  /** Name of the argument. */
  readonly name: string;
  readonly catalogue: ActionCatalogue;
  readonly onChange: (action: DraftAction) => void;
  readonly onClose: () => void;
}

/** Edits an argument of an action: a list to choose from, or a form with a field. */
export function ArgumentEditor(props: ArgumentEditorProps) {
  const { action, name, catalogue, onChange, onClose } = props;
  const argument = getArgument(action.type, name);
  const label = formatChoice(findChoice(action));
  const set = (value: DraftAction[string]) => onChange({ ...action, [name]: value });
  if (argument?.type === "integer")
    return (
      <SpanForm
        label={label}
        seconds={Number(action[name] ?? 3600)}
        max={argument.max}
        problem={t("actions.span")}
        onChange={set}
        onClose={onClose}
      />
    );
  if (argument?.type === "text" || argument?.type === "email")
    return (
      <TextForm
        {...{ label, onClose }}
        max={argument.type === "text" ? argument.max : maxAddressLength}
        rows={argument.type === "text" ? 5 : 1}
        initial={String(action[name] ?? "")}
        onChange={set}
      />
    );
  if (argument?.type === "field_value") return <FieldValueEditor {...props} onChange={set} />;
  const options = listOptions(action, name, catalogue);
  if (argument?.type === "rows")
    return (
      <OptionList
        label={label}
        isMultiple
        groups={options.length === 0 ? [] : [{ options }]}
        onPick={(id) => set(toggleRow(action[name], Number(id), argument.max))}
        onClose={onClose}
      />
    );
  return (
    <OptionList
      label={label}
      groups={options.length === 0 ? [] : [{ options }]}
      onPick={(id) => {
        // A value of the field before does not fit another field.
        const rest = argument?.type === "field" ? { value: undefined } : {};
        const value = argument?.type === "row" ? Number(id) : id;
        if (value !== action[name]) onChange({ ...action, ...rest, [name]: value });
        onClose();
      }}
      onClose={onClose}
    />
  );
}

/** Adds an id to a list, or removes it. An empty list is missing. */
function toggleRow(value: DraftAction[string], id: number, max: number): DraftAction[string] {
  const chosen = Array.isArray(value) ? (value as readonly number[]) : [];
  const others = chosen.filter((other) => other !== id);
  const next = others.length < chosen.length ? others : [...chosen, id].slice(0, max);
  return next.length === 0 ? undefined : next;
}

/** Returns the rows, fields or choices of an argument. */
function listOptions(
  action: DraftAction,
  name: string,
  catalogue: ActionCatalogue,
): readonly Option[] {
  const argument = getArgument(action.type, name);
  const values =
    argument?.type === "row" || argument?.type === "rows"
      ? (catalogue.rows[argument.to] ?? []).map(({ id }) => id)
      : argument?.type === "choice"
        ? argument.values
        : Object.keys(catalogue.fields ?? {});
  const chosen: readonly unknown[] = [action[name]].flat();
  return values.map((value) => ({
    id: String(value),
    label: formatArgument({ ...action, [name]: value }, name, catalogue).text ?? "",
    isChosen: chosen.includes(value),
  }));
}

/** Edits the value of a field by its kind, as a value of a condition. */
function FieldValueEditor({
  action,
  name,
  catalogue,
  onChange,
  onClose,
}: Omit<ArgumentEditorProps, "onChange"> & {
  readonly onChange: (value: DraftAction[string]) => void;
}) {
  const field = String(action["field"]);
  const fact = catalogue.fields?.[field];
  if (fact === undefined) return <p className="soft t13 nothing">{t("actions.types")}</p>;
  const value = action[name];
  const empty = { fact: field, op: fact.kind === "choices" ? "any_of" : "is" } as const;
  const test = value === undefined || value === null ? empty : { ...empty, value };
  return (
    <ValueEditor
      test={test}
      fact={fact}
      rows={noRows}
      onClose={onClose}
      onChange={(next) => onChange(next as DraftAction[string])}
    />
  );
}

interface TextFormProps {
  readonly label: string;
  /** Maximum number of characters, and number of lines that the field shows. */
  readonly max: number;
  readonly rows: number;
  readonly initial: string;
  readonly onChange: (text: string) => void;
  readonly onClose: () => void;
}

/** Form for a text, such as that of a note. */
function TextForm({ label, max, rows, initial, onChange, onClose }: TextFormProps) {
  const [text, setText] = useState(initial);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "") return;
    onChange(text.trim());
    onClose();
  };
  return (
    <form className="chipform" noValidate onSubmit={submit}>
      <TextArea
        label={label}
        dir="auto"
        rows={rows}
        // Opening the form moves the focus to its field.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        maxLength={max}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" variant="primary" small>
        {t("conditions.apply")}
      </Button>
    </form>
  );
}
