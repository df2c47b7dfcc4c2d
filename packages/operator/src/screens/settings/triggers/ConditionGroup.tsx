import { listConditions, type Condition } from "@parlour/protocol/rules";
import { IconPlus, IconX, IconBracketsContain } from "@tabler/icons-react";
import { useRef, type Ref } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Select } from "../../../ui/Field.tsx";
import { ConditionRow } from "./ConditionRow.tsx";
import type { EditorState } from "./trigger-form.ts";
import {
  getItemPath,
  joinModes,
  toCondition,
  toGroup,
  type JoinMode,
} from "../../../ui/conditions/group.ts";
import { createCondition, isGroup } from "./condition-form.ts";
import { t } from "./text.ts";

/** Maximum nesting depth of groups in the editor. Deeper rules can be edited as JSON. */
const maxNestingDepth = 4;

interface GroupProps {
  condition: Condition | null;
  path: string;
  /** Index of the group's first condition in the rule's flat list of conditions. */
  firstIndex: number;
  level: number;
  editing: EditorState;
  onChange: (condition: Condition) => void;
  onRemove?: () => void;
}

/** Edits the conditions of a group and how they are joined. Nested groups use it too. */
export function ConditionGroup({
  condition,
  path,
  firstIndex,
  level,
  editing,
  onChange,
  onRemove,
}: GroupProps) {
  const addButton = useRef<HTMLButtonElement>(null);
  const { join, items } = toGroup(condition);
  const { readOnly } = editing;
  const setItems = (next: readonly Condition[]): void =>
    onChange(toCondition({ join, items: next }));
  const remove = (n: number): void => {
    setItems(items.filter((_, index) => index !== n));
    // Moves the focus to the Add button, because the focused element was removed.
    addButton.current?.focus();
  };
  const getItemProps = (n: number) => ({
    path: condition === null ? path : getItemPath(condition, path, n),
    index:
      firstIndex +
      items.slice(0, n).reduce((sum, sibling) => sum + listConditions(sibling).length, 0),
    onChange: (next: Condition) => setItems(items.with(n, next)),
    onRemove: () => remove(n),
  });
  return (
    <fieldset className="joined" aria-label={t(`join.${join}`)}>
      <JoinSelect
        join={join}
        readOnly={readOnly}
        onJoin={(next) => onChange(toCondition({ join: next, items }))}
        onUngroup={onRemove}
      />
      {items.length === 0 && (
        <p className="soft t13">{t(level === 0 ? "cond.always" : "cond.empty")}</p>
      )}
      <ol>
        {items.map((item, n) => (
          <GroupItem key={n} item={item} level={level} editing={editing} {...getItemProps(n)} />
        ))}
      </ol>
      {!readOnly && (
        <AddButtons ref={addButton} level={level} onAdd={(next) => setItems([...items, next])} />
      )}
    </fieldset>
  );
}

interface ItemProps extends Pick<GroupProps, "path" | "level" | "editing" | "onChange"> {
  item: Condition;
  index: number;
  onRemove: () => void;
}

function GroupItem({ item, path, index, level, editing, onChange, onRemove }: ItemProps) {
  const shared = { path, editing, onChange, onRemove };
  if (!isGroup(item)) return <ConditionRow leaf={item} index={index} {...shared} />;
  return (
    <li className="inner">
      <ConditionGroup condition={item} firstIndex={index} level={level + 1} {...shared} />
    </li>
  );
}

interface JoinSelectProps {
  join: JoinMode;
  readOnly: boolean;
  onJoin: (join: JoinMode) => void;
  onUngroup: (() => void) | undefined;
}

function JoinSelect({ join, readOnly, onJoin, onUngroup }: JoinSelectProps) {
  return (
    <div className="joint">
      <Select
        label={t("cond.join")}
        hideLabel
        value={join}
        disabled={readOnly}
        onChange={(event) => onJoin(event.target.value as JoinMode)}
        options={joinModes.map((option) => ({ value: option, label: t(`join.${option}`) }))}
      />
      {onUngroup && !readOnly && (
        <Button
          variant="quiet"
          small
          icon={IconX}
          aria-label={t("cond.ungroup")}
          onClick={onUngroup}
        />
      )}
    </div>
  );
}

interface AddButtonsProps {
  ref: Ref<HTMLButtonElement>;
  level: number;
  onAdd: (condition: Condition) => void;
}

function AddButtons({ ref, level, onAdd }: AddButtonsProps) {
  return (
    <div className="adds">
      <Button
        ref={ref}
        variant="quiet"
        small
        icon={IconPlus}
        onClick={() => onAdd(createCondition("url"))}
      >
        {t("cond.add")}
      </Button>
      {level < maxNestingDepth - 1 && (
        <Button
          variant="quiet"
          small
          icon={IconBracketsContain}
          onClick={() => onAdd({ any: [createCondition("scroll")] })}
        >
          {t("cond.group")}
        </Button>
      )}
    </div>
  );
}
