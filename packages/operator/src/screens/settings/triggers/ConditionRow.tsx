import { conditionTypes, opsOf, type Leaf } from "@parlour/protocol/rules";
import { IconX } from "@tabler/icons-react";
import { Button } from "../../../ui/Button.tsx";
import { Select, TextField } from "../../../ui/Field.tsx";
import { faultWords, newLeaf, opWords, utmOf, utmText, valueText } from "./trigger-form.ts";
import { t } from "./text.ts";
import type { Editing } from "./ConditionGroup.tsx";

interface RowProps {
  leaf: Leaf;
  path: string;
  /** Index among all conditions of the rule, for the dry-run counts. */
  place: number;
  editing: Editing;
  onChange: (leaf: Leaf) => void;
  onRemove: () => void;
}

/**
 * Edits one condition as a sentence: type, operator, value. Shows how often it was true in the dry
 * run.
 */
export function ConditionRow({ leaf, path, place, editing, onChange, onRemove }: RowProps) {
  const { readOnly, fault, counts, of } = editing;
  const name = t(`type.${leaf.type}`);
  const wrong = fault !== null && (fault[0] === path || fault[0].startsWith(`${path}.`)) ? faultWords(fault[1]) : undefined;
  return (
    <li className="condition" aria-label={name}>
      <Select
        label={t("cond.what")}
        hideLabel
        value={leaf.type}
        disabled={readOnly}
        onChange={(event) => onChange(newLeaf(event.target.value as Leaf["type"]))}
        options={conditionTypes.map((type) => ({ value: type, label: t(`type.${type}`) }))}
      />
      <Op leaf={leaf} name={name} readOnly={readOnly} onChange={onChange} />
      <Value leaf={leaf} name={name} wrong={wrong} readOnly={readOnly} onChange={onChange} />
      {counts !== null && <Hits n={counts[place]} of={of} />}
      {!readOnly && <Button variant="quiet" small icon={IconX} aria-label={t("cond.remove", { name })} onClick={onRemove} />}
    </li>
  );
}

function Hits({ n, of }: { n: number | null | undefined; of: number }) {
  return <span className="hit num">{n === null || n === undefined ? t("cond.unknown") : t("cond.hit", { n, of })}</span>;
}

interface PartProps extends Pick<RowProps, "leaf" | "onChange"> {
  name: string;
  readOnly: boolean;
}

/** Selects the operator, if the condition has several. */
function Op({ leaf, name, readOnly, onChange }: PartProps) {
  const ops = opsOf(leaf.type);
  if (ops.length === 0) return null;
  return (
    <Select
      label={t("cond.how", { name })}
      hideLabel
      value={leaf.op ?? ops[0] ?? ""}
      disabled={readOnly}
      onChange={(event) => onChange({ ...leaf, op: event.target.value })}
      options={ops.map((op) => ({ value: op, label: opWords(op) }))}
    />
  );
}

function Value({ leaf, name, wrong, readOnly, onChange }: PartProps & { wrong: string | undefined }) {
  const { type, value } = leaf;
  const shared = { label: t("cond.value", { name }), hideLabel: true, error: wrong };
  const put = (next: NonNullable<Leaf["value"]>) => onChange({ ...leaf, value: next });
  if (type === "exit_intent") return <span className="value soft t13">{t("cond.exit")}</span>;
  const words = choices[type];
  if (words !== undefined)
    return (
      <Select
        {...shared}
        value={valueText(value)}
        disabled={readOnly}
        onChange={({ target }) => put(words === yesNo ? target.value === "true" : target.value)}
        options={Object.entries(words).map(([one, word]) => ({ value: one, label: t(word) }))}
      />
    );
  if (type === "utm")
    return (
      <TextField
        {...shared}
        mono
        defaultValue={utmText(value)}
        readOnly={readOnly}
        placeholder="source=news"
        autoComplete="off"
        onChange={(event) => put(utmOf(event.target.value))}
      />
    );
  return <Typed {...shared} type={type} value={valueText(value)} readOnly={readOnly} onChange={put} />;
}

const yesNo = { true: "cond.yes", false: "cond.no" } as const;
/** Condition types whose value is chosen from a list. */
const choices: Partial<Record<Leaf["type"], Readonly<Record<string, Parameters<typeof t>[0]>>>> = {
  working_hours: yesNo,
  operators_online: yesNo,
  device: { desktop: "cond.desktop", mobile: "cond.mobile", tablet: "cond.tablet" },
};

interface TypedProps {
  type: Exclude<Leaf["type"], "exit_intent" | "utm">;
  label: string;
  hideLabel: boolean;
  error: string | undefined;
  value: string;
  readOnly: boolean;
  onChange: (value: string | number) => void;
}

/** Edits a text or a number. An incomplete number stays text as typed. */
function Typed({ type, onChange, ...shared }: TypedProps) {
  if (type === "url" || type === "referrer" || type === "language") {
    const placeholder = type === "language" ? "de" : type === "url" ? "/cart" : "";
    return (
      <TextField
        {...shared}
        maxLength={500}
        placeholder={placeholder}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
      />
    );
  }
  return (
    <TextField
      {...shared}
      inputMode="numeric"
      after={<span className="unit">{t(`unit.${type as Numbered}`)}</span>}
      autoComplete="off"
      onChange={({ target }) => onChange(/^\d+$/.test(target.value) ? Number(target.value) : target.value)}
    />
  );
}
type Numbered = Exclude<TypedProps["type"], "url" | "referrer" | "language" | "working_hours" | "operators_online" | "device">;
