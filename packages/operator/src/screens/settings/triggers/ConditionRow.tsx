import { conditionTypes, getOperators, type SingleCondition } from "@parlour/protocol/rules";
import { IconX } from "@tabler/icons-react";
import { useChatSegments } from "../../../state/api/chat-segments.ts";
import { Button } from "../../../ui/Button.tsx";
import { Select, TextField } from "../../../ui/Field.tsx";
import { ruleErrorText, type EditorState } from "./trigger-form.ts";
import {
  changeOperator,
  createCondition,
  isAmount,
  operatorText,
  parseAmount,
  parseCountries,
  parseUtm,
  formatUtm,
  toFieldText,
} from "./condition-form.ts";
import { t } from "./text.ts";

interface RowProps {
  leaf: SingleCondition;
  path: string;
  /** Index in the rule's flat list of conditions. It selects the dry-run count. */
  index: number;
  editing: EditorState;
  onChange: (leaf: SingleCondition) => void;
  onRemove: () => void;
}

/**
 * Edits one condition as a sentence: type, operator, value. Shows in how many dry-run visits the
 * condition was true.
 */
export function ConditionRow({ leaf, path, index, editing, onChange, onRemove }: RowProps) {
  const { readOnly, ruleError, counts, visitCount } = editing;
  const name = t(`type.${leaf.type}`);
  const isWrong =
    ruleError !== null && (ruleError[0] === path || ruleError[0].startsWith(`${path}.`));
  const error = isWrong ? ruleErrorText(ruleError[1]) : undefined;
  const hasSegments = (useChatSegments().data ?? []).length > 0;
  const isNameWrong = isWrong && ruleError[0] === `${path}.name`;
  return (
    <li className="condition" aria-label={name}>
      <Select
        label={t("cond.what")}
        hideLabel
        value={leaf.type}
        disabled={readOnly}
        onChange={(event) =>
          onChange(createCondition(event.target.value as SingleCondition["type"]))
        }
        options={conditionTypes
          .filter((type) => type !== "segment" || hasSegments || leaf.type === "segment")
          .map((type) => ({ value: type, label: t(`type.${type}`) }))}
      />
      {leaf.type === "variable" && (
        <TextField
          label={t("cond.name")}
          hideLabel
          mono
          maxLength={255}
          value={leaf.name ?? ""}
          error={isNameWrong ? error : undefined}
          readOnly={readOnly}
          placeholder={t("cond.name.example")}
          autoComplete="off"
          onChange={({ target }) => onChange({ ...leaf, name: target.value })}
        />
      )}
      <OperatorSelect leaf={leaf} name={name} readOnly={readOnly} onChange={onChange} />
      <ValueField
        leaf={leaf}
        name={name}
        error={isNameWrong ? undefined : error}
        readOnly={readOnly}
        onChange={onChange}
      />
      {counts !== null && <HitCount n={counts[index]} of={visitCount} />}
      {!readOnly && (
        <Button
          variant="quiet"
          small
          icon={IconX}
          aria-label={t("cond.remove", { name })}
          onClick={onRemove}
        />
      )}
    </li>
  );
}

function HitCount({ n, of }: { n: number | null | undefined; of: number }) {
  return (
    <span className="hit num">
      {n === null || n === undefined ? t("cond.unknown") : t("cond.hit", { n, of })}
    </span>
  );
}

interface PartProps extends Pick<RowProps, "leaf" | "onChange"> {
  name: string;
  readOnly: boolean;
}

/** Selects the comparison operator. Renders nothing for condition types without one. */
function OperatorSelect({ leaf, name, readOnly, onChange }: PartProps) {
  const ops = getOperators(leaf.type);
  if (ops.length === 0) return null;
  return (
    <Select
      label={t("cond.how", { name })}
      hideLabel
      value={leaf.op ?? ops[0] ?? ""}
      disabled={readOnly}
      onChange={(event) => onChange(changeOperator(leaf, event.target.value))}
      options={ops.map((op) => ({ value: op, label: operatorText(op) }))}
    />
  );
}

function ValueField({
  leaf,
  name,
  error,
  readOnly,
  onChange,
}: PartProps & { error: string | undefined }) {
  const { type, value } = leaf;
  const segments = useSegmentNames(toFieldText(value));
  const shared = { label: t("cond.value", { name }), hideLabel: true, error: error };
  const setValue = (next: NonNullable<SingleCondition["value"]>) =>
    onChange({ ...leaf, value: next });
  if (type === "exit_intent") return <span className="value soft t13">{t("cond.exit")}</span>;
  const choices = type === "segment" ? segments : choicesByType[type];
  if (choices !== undefined)
    return (
      <Select
        {...shared}
        value={toFieldText(value)}
        disabled={readOnly}
        onChange={({ target }) =>
          setValue(
            type === "segment"
              ? target.value.split(" ").map(Number)
              : choices === yesNo
                ? target.value === "true"
                : target.value,
          )
        }
        options={Object.entries(choices).map(([option, text]) => ({
          value: option,
          label: type === "segment" ? text : t(text as TextId),
        }))}
      />
    );
  if (type === "utm" || type === "country") {
    const { format, parse, placeholder } = typedForms[type];
    return (
      <TextField
        {...shared}
        mono
        defaultValue={format(value)}
        readOnly={readOnly}
        placeholder={placeholder}
        autoComplete="off"
        onChange={(event) => setValue(parse(event.target.value))}
      />
    );
  }
  return (
    <TextOrNumberField
      {...shared}
      type={type}
      isDecimal={isAmount(leaf)}
      value={toFieldText(value)}
      readOnly={readOnly}
      onChange={setValue}
    />
  );
}

/** Returns the names of the segments by id. Several, which JSON can name, are one choice. */
function useSegmentNames(chosen: string): Readonly<Record<string, string>> {
  const { data = [] } = useChatSegments();
  const names = Object.fromEntries(data.map(({ id, name }) => [String(id), name]));
  const getName = (id: string): string => names[id] ?? (id || t("cond.segment"));
  return { [chosen]: chosen.split(" ").map(getName).join(", "), ...names };
}

/** Values that are typed in a notation of their own. */
const typedForms = {
  utm: { format: formatUtm, parse: parseUtm, placeholder: "source=news" },
  country: { format: toFieldText, parse: parseCountries, placeholder: "DE FR" },
};
const yesNo = { true: "cond.yes", false: "cond.no" } as const;
type TextId = Parameters<typeof t>[0];
/** Choices of the condition types whose value is selected from a list. */
const choicesByType: Partial<Record<SingleCondition["type"], Readonly<Record<string, TextId>>>> = {
  working_hours: yesNo,
  operators_online: yesNo,
  device: { desktop: "cond.desktop", mobile: "cond.mobile", tablet: "cond.tablet" },
};

interface TextOrNumberFieldProps {
  type: Exclude<SingleCondition["type"], "exit_intent" | "utm" | "country">;
  /** Whether a text type compares numbers. */
  isDecimal: boolean;
  label: string;
  hideLabel: boolean;
  error: string | undefined;
  value: string;
  readOnly: boolean;
  onChange: (value: string | number) => void;
}

/** Edits a text or a number. An incomplete number is kept as the typed text. */
function TextOrNumberField({ type, isDecimal, onChange, ...shared }: TextOrNumberFieldProps) {
  if (type === "url" || type === "referrer" || type === "language" || type === "variable") {
    const placeholder = type === "language" ? "de" : type === "url" ? "/cart" : "";
    return (
      <TextField
        {...shared}
        maxLength={500}
        inputMode={isDecimal ? "decimal" : undefined}
        placeholder={placeholder}
        autoComplete="off"
        onChange={({ target: { value } }) => onChange(isDecimal ? parseAmount(value) : value)}
      />
    );
  }
  return (
    <TextField
      {...shared}
      inputMode="numeric"
      after={<span className="unit">{t(`unit.${type as NumericType}`)}</span>}
      autoComplete="off"
      onChange={({ target }) =>
        onChange(/^\d+$/.test(target.value) ? Number(target.value) : target.value)
      }
    />
  );
}
type NumericType = Exclude<
  TextOrNumberFieldProps["type"],
  | "url"
  | "referrer"
  | "language"
  | "variable"
  | "working_hours"
  | "operators_online"
  | "device"
  | "segment"
>;
