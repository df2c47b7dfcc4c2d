import { leavesOf, type Condition, type RuleFault } from "@parlour/protocol/rules";
import { IconPlus, IconX, IconBracketsContain } from "@tabler/icons-react";
import { useRef, type Ref } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Select } from "../../../ui/Field.tsx";
import { ConditionRow } from "./ConditionRow.tsx";
import { conditionOf, groupOf, isGroup, joins, newLeaf, pathOf, type Join } from "./trigger-form.ts";
import { t } from "./text.ts";

/** State that all parts of the rule editor share. */
export interface Editing {
  readonly readOnly: boolean;
  /** Error of the rule, after the operator tried to save it. */
  readonly fault: RuleFault | null;
  /**
   * For each condition in order, the number of dry-run visits in which it was true. null: not run,
   * or the rule has changed since.
   */
  readonly counts: readonly (number | null)[] | null;
  readonly of: number;
}
/** Maximum nesting depth of groups in the editor. Deeper rules can be written as JSON. */
const mostLevels = 4;

interface GroupProps {
  condition: Condition | null;
  path: string;
  /** Index of its first condition among all conditions of the rule. */
  first: number;
  level: number;
  editing: Editing;
  onChange: (condition: Condition) => void;
  onRemove?: () => void;
}

/** Edits conditions and how they are joined. Nested groups work the same way. */
export function ConditionGroup({ condition, path, first, level, editing, onChange, onRemove }: GroupProps) {
  const add = useRef<HTMLButtonElement>(null);
  const { join, items } = groupOf(condition);
  const { readOnly } = editing;
  const put = (next: readonly Condition[]): void => onChange(conditionOf({ join, items: next }));
  const remove = (n: number): void => {
    put(items.filter((_, at) => at !== n));
    // The focused element was removed.
    add.current?.focus();
  };
  const itemAt = (n: number) => ({
    path: condition === null ? path : pathOf(condition, path, n),
    place: first + items.slice(0, n).reduce((sum, one) => sum + leavesOf(one).length, 0),
    onChange: (next: Condition) => put(items.with(n, next)),
    onRemove: () => remove(n),
  });
  return (
    <fieldset className="joined" aria-label={t(`join.${join}`)}>
      <Joint join={join} readOnly={readOnly} onJoin={(next) => onChange(conditionOf({ join: next, items }))} onUngroup={onRemove} />
      {items.length === 0 && <p className="soft t13">{t(level === 0 ? "cond.always" : "cond.empty")}</p>}
      <ol>
        {items.map((item, n) => (
          <Item key={n} item={item} level={level} editing={editing} {...itemAt(n)} />
        ))}
      </ol>
      {!readOnly && <Adds ref={add} level={level} onAdd={(next) => put([...items, next])} />}
    </fieldset>
  );
}

interface ItemProps extends Pick<GroupProps, "path" | "level" | "editing" | "onChange"> {
  item: Condition;
  place: number;
  onRemove: () => void;
}

function Item({ item, path, place, level, editing, onChange, onRemove }: ItemProps) {
  const shared = { path, editing, onChange, onRemove };
  if (!isGroup(item)) return <ConditionRow leaf={item} place={place} {...shared} />;
  return (
    <li className="inner">
      <ConditionGroup condition={item} first={place} level={level + 1} {...shared} />
    </li>
  );
}

interface JointProps {
  join: Join;
  readOnly: boolean;
  onJoin: (join: Join) => void;
  onUngroup: (() => void) | undefined;
}

function Joint({ join, readOnly, onJoin, onUngroup }: JointProps) {
  return (
    <div className="joint">
      <Select
        label={t("cond.join")}
        hideLabel
        value={join}
        disabled={readOnly}
        onChange={(event) => onJoin(event.target.value as Join)}
        options={joins.map((one) => ({ value: one, label: t(`join.${one}`) }))}
      />
      {onUngroup && !readOnly && <Button variant="quiet" small icon={IconX} aria-label={t("cond.ungroup")} onClick={onUngroup} />}
    </div>
  );
}

function Adds({ ref, level, onAdd }: { ref: Ref<HTMLButtonElement>; level: number; onAdd: (condition: Condition) => void }) {
  return (
    <div className="adds">
      <Button ref={ref} variant="quiet" small icon={IconPlus} onClick={() => onAdd(newLeaf("url"))}>
        {t("cond.add")}
      </Button>
      {level < mostLevels - 1 && (
        <Button variant="quiet" small icon={IconBracketsContain} onClick={() => onAdd({ any: [newLeaf("scroll")] })}>
          {t("cond.group")}
        </Button>
      )}
    </div>
  );
}
