// oxlint-disable jsx-a11y/prefer-tag-over-role -- a line of a form is a group, but no fieldset.
import type { Condition } from "@parlour/protocol/conditions/condition";
import type { Fact } from "@parlour/protocol/conditions/facts";
import { operators, operatorsOf, type Test } from "@parlour/protocol/conditions/operators";
import { IconAlertCircle } from "@tabler/icons-react";
import { Icon } from "../../Icon.tsx";
import { Chip } from "./Chip.tsx";
import { handleItemKey, type Editing, type ItemAction } from "./editing.ts";
import { changeOperator, createTest, findProblemText } from "../edit-tree.ts";
import {
  formatFact,
  formatOperator,
  formatTest,
  formatValues,
  getFactIcon,
  type FactCatalogue,
} from "../fact-catalogue.ts";
import { FactList } from "./FactList.tsx";
import { ItemMenu } from "./ItemMenu.tsx";
import { OptionList } from "../../options/OptionList.tsx";
import { t } from "../text.ts";
import { ValueEditor } from "./ValueEditor.tsx";

interface LineProps {
  readonly test: Test;
  readonly isExcluded: boolean;
  readonly path: string;
  /** Word before the line: "and", "or", "and not". */
  readonly joiner: string;
  readonly editing: Editing;
  readonly onChange: (condition: Condition) => void;
  readonly onAction: (action: ItemAction) => void;
}

/** A test as a sentence of chips: fact, operator, value. */
export function ConditionLine(props: LineProps) {
  const { test, isExcluded, path, joiner, editing, onChange, onAction } = props;
  const { catalogue } = editing;
  const fact = catalogue.facts[test.fact];
  const sentence = formatTest(test, catalogue);
  const error = findLineError(test, fact, editing, path);
  const change = (next: Test) => onChange(isExcluded ? { not: next } : next);
  return (
    // The keys of the buttons inside bubble up to it.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus, jsx-a11y/no-noninteractive-element-interactions
    <div
      role="group"
      aria-label={isExcluded ? t("conditions.not", { sentence }) : sentence}
      className="condline"
      data-path={path}
      onKeyDown={(event) => handleItemKey(event, onAction)}
    >
      <span className="joiner">{joiner}</span>
      <span className="chips2">
        <FactChip test={test} catalogue={catalogue} onChange={change} />
        {fact && <OperatorChip test={test} fact={fact} onChange={change} />}
        {fact && operators[test.op] !== "none" && (
          <ValueChip test={test} fact={fact} rows={catalogue.rows} onChange={change} />
        )}
      </span>
      <ItemMenu sentence={sentence} isExcluded={isExcluded} onAction={onAction} />
      {error !== null && (
        <p className="err">
          <Icon of={IconAlertCircle} small />
          {error}
        </p>
      )}
    </div>
  );
}

/** Returns what is wrong with the line, also before the operator tries to save. */
function findLineError(
  test: Test,
  fact: Fact | undefined,
  { catalogue, problem }: Editing,
  path: string,
): string | null {
  if (fact === undefined) return t("problem.fact", { name: test.fact });
  const isRemoved = formatValues(test, fact, catalogue.rows).some((value) => value.isRemoved);
  return isRemoved ? t("problem.removed") : findProblemText(problem, path, test);
}

interface PartProps {
  readonly test: Test;
  readonly onChange: (test: Test) => void;
}

function FactChip({
  test,
  catalogue,
  onChange,
}: PartProps & { readonly catalogue: FactCatalogue }) {
  const fact = catalogue.facts[test.fact];
  return (
    <Chip
      className={fact ? "chip fact" : "chip bad"}
      label={t("conditions.facts")}
      editor={(close) => (
        <FactList
          facts={catalogue.facts}
          chosen={test.fact}
          onClose={close}
          onPick={(name, chosen) => {
            if (name !== test.fact) onChange(createTest(name, chosen));
            close();
          }}
        />
      )}
    >
      <Icon of={fact ? getFactIcon(fact) : IconAlertCircle} small />
      {formatFact(test.fact, fact)}
    </Chip>
  );
}

function OperatorChip({ test, fact, onChange }: PartProps & { readonly fact: Fact }) {
  const label = t("conditions.operators", { fact: formatFact(test.fact, fact) });
  const options = operatorsOf[fact.kind].map((op) => ({
    id: op,
    label: formatOperator(fact.kind, op),
    isChosen: op === test.op,
  }));
  return (
    <Chip
      className="chip op"
      label={label}
      editor={(close) => (
        <OptionList
          label={label}
          groups={[{ options }]}
          onClose={close}
          onPick={(id) => {
            const op = operatorsOf[fact.kind].find((other) => other === id);
            if (op !== undefined) onChange(changeOperator(test, op));
            close();
          }}
        />
      )}
    >
      {formatOperator(fact.kind, test.op)}
    </Chip>
  );
}

/** Maximum number of values that a line shows. */
const maxShownValues = 6;

function ValueChip({
  test,
  fact,
  rows,
  onChange,
}: PartProps & { readonly fact: Fact; readonly rows: FactCatalogue["rows"] }) {
  const values = formatValues(test, fact, rows);
  const hidden = values.length - maxShownValues;
  return (
    <Chip
      className={values.length === 0 ? "chip none" : "values"}
      label={t("conditions.values", { fact: formatFact(test.fact, fact) })}
      editor={(close) => (
        <ValueEditor
          {...{ test, fact, rows }}
          onClose={close}
          onChange={(value) =>
            onChange(
              value === undefined
                ? { fact: test.fact, op: test.op }
                : { fact: test.fact, op: test.op, value },
            )
          }
        />
      )}
    >
      {values.length === 0 && t("conditions.choose")}
      {values.slice(0, maxShownValues).map(({ text, isRemoved }, n) => (
        <span key={n} className={isRemoved ? "chip bad" : "chip val"}>
          {isRemoved && <Icon of={IconAlertCircle} small />}
          <bdi>{text}</bdi>
        </span>
      ))}
      {hidden > 0 && <span className="chip val">{t("conditions.more", { n: hidden })}</span>}
    </Chip>
  );
}
