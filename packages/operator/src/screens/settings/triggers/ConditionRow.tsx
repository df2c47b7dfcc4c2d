import { conditionTypes, opsOf, type Leaf } from "@parlour/protocol/rules";
import { IconX } from "@tabler/icons-react";
import { Button } from "../../../ui/Button.tsx";
import { Select, TextField } from "../../../ui/Field.tsx";
import { faultWords, newLeaf, opWords, utmOf, utmText, valueText } from "./trigger-form.ts";
import { t } from "./text.ts";
import type { Editing } from "./ConditionGroup.tsx";

/** One condition as a sentence: what, how, and the value; how often it held in the dry run. */
export function ConditionRow({
  leaf,
  path,
  place,
  editing,
  onChange,
  onRemove,
}: {
  leaf: Leaf;
  path: string;
  /** Number among all conditions of the rule, for the dry run. */
  place: number;
  editing: Editing;
  onChange: (leaf: Leaf) => void;
  onRemove: () => void;
}) {
  const { readOnly, fault, counts, of } = editing;
  const name = t(`type.${leaf.type}`);
  const ops = opsOf(leaf.type);
  const wrong = fault !== null && (fault[0] === path || fault[0].startsWith(`${path}.`)) ? faultWords(fault[1]) : undefined;
  const count = counts?.[place];
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
      {ops.length > 0 && (
        <Select
          label={t("cond.how", { name })}
          hideLabel
          value={leaf.op ?? ops[0] ?? ""}
          disabled={readOnly}
          onChange={(event) => onChange({ ...leaf, op: event.target.value })}
          options={ops.map((op) => ({ value: op, label: opWords(op) }))}
        />
      )}
      <Value leaf={leaf} name={name} wrong={wrong} readOnly={readOnly} onChange={onChange} />
      {counts !== null && (
        <span className="hit num">{count === null || count === undefined ? t("cond.unknown") : t("cond.hit", { n: count, of })}</span>
      )}
      {!readOnly && <Button variant="quiet" small icon={IconX} aria-label={t("cond.remove", { name })} onClick={onRemove} />}
    </li>
  );
}

function Value({
  leaf,
  name,
  wrong,
  readOnly,
  onChange,
}: {
  leaf: Leaf;
  name: string;
  wrong: string | undefined;
  readOnly: boolean;
  onChange: (leaf: Leaf) => void;
}) {
  const { type, value } = leaf;
  const label = t("cond.value", { name });
  const shared = { label, hideLabel: true, error: wrong };
  if (type === "exit_intent") return <span className="value soft t13">{t("cond.exit")}</span>;
  if (type === "working_hours" || type === "operators_online")
    return (
      <Select
        {...shared}
        value={valueText(value)}
        disabled={readOnly}
        onChange={(event) => onChange({ ...leaf, value: event.target.value === "true" })}
        options={["true", "false"].map((one) => ({ value: one, label: t(one === "true" ? "cond.yes" : "cond.no") }))}
      />
    );
  if (type === "device")
    return (
      <Select
        {...shared}
        value={valueText(value)}
        disabled={readOnly}
        onChange={(event) => onChange({ ...leaf, value: event.target.value })}
        options={(["desktop", "mobile", "tablet"] as const).map((one) => ({ value: one, label: t(`cond.${one}`) }))}
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
        onChange={(event) => onChange({ ...leaf, value: utmOf(event.target.value) })}
      />
    );
  const isText = type === "url" || type === "referrer" || type === "language";
  return (
    <TextField
      {...shared}
      {...(isText
        ? { maxLength: 500, placeholder: type === "language" ? "de" : type === "url" ? "/cart" : "" }
        : { inputMode: "numeric" as const })}
      after={isText ? undefined : <span className="unit">{t(`unit.${type}`)}</span>}
      value={valueText(value)}
      readOnly={readOnly}
      autoComplete="off"
      onChange={({ target }) => onChange({ ...leaf, value: isText || !/^\d+$/.test(target.value) ? target.value : Number(target.value) })}
    />
  );
}
