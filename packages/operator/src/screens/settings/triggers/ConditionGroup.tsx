import { leavesOf, type Condition, type RuleFault } from "@parlour/protocol/rules";
import { IconPlus, IconX, IconBracketsContain } from "@tabler/icons-react";
import { useRef } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Select } from "../../../ui/Field.tsx";
import { ConditionRow } from "./ConditionRow.tsx";
import { conditionOf, groupOf, isGroup, joins, newLeaf, pathOf, type Join } from "./trigger-form.ts";
import { t } from "./text.ts";

/** What all parts of the editor know. */
export interface Editing {
  readonly readOnly: boolean;
  /** What is wrong with the rule, once it was tried to save it. */
  readonly fault: RuleFault | null;
  /** Of each condition in its order: in how many visits of the dry run it held. null: not run, or the rule has changed since. */
  readonly counts: readonly (number | null)[] | null;
  readonly of: number;
}
/** Groups in groups, as many as the editor draws; deeper ones are written as JSON. */
const mostLevels = 4;

/** Conditions and how they are joined; groups in it the same way. */
export function ConditionGroup({
  condition,
  path,
  first,
  level,
  editing,
  onChange,
  onRemove,
}: {
  condition: Condition | null;
  path: string;
  /** Number of its first condition among all of the rule. */
  first: number;
  level: number;
  editing: Editing;
  onChange: (condition: Condition) => void;
  onRemove?: () => void;
}) {
  const add = useRef<HTMLButtonElement>(null);
  const { join, items } = groupOf(condition);
  const { readOnly } = editing;
  const put = (next: readonly Condition[]): void => onChange(conditionOf({ join, items: next }));
  const remove = (n: number): void => {
    put(items.filter((_, at) => at !== n));
    // What had the focus is gone.
    add.current?.focus();
  };
  const placeOf = (n: number): number => first + items.slice(0, n).reduce((sum, one) => sum + leavesOf(one).length, 0);
  return (
    <fieldset className="joined" aria-label={t(`join.${join}`)}>
      <div className="joint">
        <Select
          label={t("cond.join")}
          hideLabel
          value={join}
          disabled={readOnly}
          onChange={(event) => onChange(conditionOf({ join: event.target.value as Join, items }))}
          options={joins.map((one) => ({ value: one, label: t(`join.${one}`) }))}
        />
        {onRemove && !readOnly && <Button variant="quiet" small icon={IconX} aria-label={t("cond.ungroup")} onClick={onRemove} />}
      </div>
      {items.length === 0 && <p className="soft t13">{t(level === 0 ? "cond.always" : "cond.empty")}</p>}
      <ol>
        {items.map((item, n) => {
          const at = condition === null ? path : pathOf(condition, path, n);
          const change = (next: Condition): void => put(items.map((one, place) => (place === n ? next : one)));
          return isGroup(item) ? (
            <li key={n} className="inner">
              <ConditionGroup
                condition={item}
                path={at}
                first={placeOf(n)}
                level={level + 1}
                editing={editing}
                onChange={change}
                onRemove={() => remove(n)}
              />
            </li>
          ) : (
            <ConditionRow key={n} leaf={item} path={at} place={placeOf(n)} editing={editing} onChange={change} onRemove={() => remove(n)} />
          );
        })}
      </ol>
      {!readOnly && (
        <div className="adds">
          <Button ref={add} variant="quiet" small icon={IconPlus} onClick={() => put([...items, newLeaf("url")])}>
            {t("cond.add")}
          </Button>
          {level < mostLevels - 1 && (
            <Button variant="quiet" small icon={IconBracketsContain} onClick={() => put([...items, { any: [newLeaf("scroll")] }])}>
              {t("cond.group")}
            </Button>
          )}
        </div>
      )}
    </fieldset>
  );
}
