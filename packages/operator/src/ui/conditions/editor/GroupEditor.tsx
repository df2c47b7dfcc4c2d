// oxlint-disable jsx-a11y/prefer-tag-over-role -- a group of lines is no fieldset: it has no legend on screen.
import type { Condition } from "@parlour/protocol/conditions/condition";
import { IconBracketsContain, IconChevronDown, IconPlus } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Button } from "../../Button.tsx";
import { Menu } from "../../dialog/menu.tsx";
import { Icon } from "../../Icon.tsx";
import { Chip } from "./Chip.tsx";
import { ConditionLine } from "./ConditionLine.tsx";
import { createTest, toggleExclusion, toLine } from "../edit-tree.ts";
import { formatEmpty } from "../fact-catalogue.ts";
import { FactList } from "./FactList.tsx";
import { getItemPath, joinModes, toCondition, toGroup, type JoinMode } from "../group.ts";
import { handleItemKey, type Editing, type ItemAction } from "./editing.ts";
import { ItemMenu } from "./ItemMenu.tsx";
import { t } from "../text.ts";

/** Level of the innermost group (CND-002). */
const maxLevel = 4;

interface GroupProps {
  readonly condition: Condition;
  readonly path: string;
  /** 0: the whole condition. */
  readonly level: number;
  readonly editing: Editing;
  readonly onChange: (condition: Condition) => void;
  /** Word before a group in a group. */
  readonly joiner?: string;
  readonly onAction?: (action: ItemAction) => void;
  readonly end?: ReactNode;
}

/** A group: how its items are joined, its lines and groups, and the buttons to add more. */
export function GroupEditor(props: GroupProps) {
  const { condition, path, level, editing, onChange, joiner, onAction, end } = props;
  const { join, items } = toGroup(condition);
  const name = t(`join.${join}`);
  const setItems = (
    next: readonly Condition[],
    focusIndex: number,
    part: "fact" | "value",
  ): void => {
    const changed = toCondition({ join, items: next });
    editing.focusAfterChange(
      focusIndex < next.length
        ? { path: getItemPath(changed, path, focusIndex), part }
        : { path, part: "add" },
    );
    onChange(changed);
  };
  return (
    <div role="group" aria-label={name} className={level === 0 ? undefined : "condgroup"}>
      <GroupHead
        {...{ join, path, name, joiner, onAction, end }}
        onJoin={(next) => onChange(toCondition({ join: next, items }))}
      />
      <div className="condbody">
        {items.length === 0 && level === 0 && <p className="soft t13">{formatEmpty(join)}</p>}
        {items.map((item, n) => (
          <Item
            key={n}
            item={item}
            path={getItemPath(condition, path, n)}
            level={level}
            joiner={getJoiner(join, n, toLine(item)?.isExcluded === true)}
            editing={editing}
            onChange={(next) => onChange(toCondition({ join, items: items.with(n, next) }))}
            onAction={(action) => setItems(applyAction(items, n, action, join), n, "fact")}
          />
        ))}
        <AddButtons
          path={path}
          level={level}
          editing={editing}
          onAdd={(item) => setItems([...items, item], items.length, "value")}
        />
      </div>
    </div>
  );
}

interface ItemProps {
  readonly item: Condition;
  readonly path: string;
  readonly level: number;
  readonly joiner: string;
  readonly editing: Editing;
  readonly onChange: (condition: Condition) => void;
  readonly onAction: (action: ItemAction) => void;
}

function Item({ item, level, ...props }: ItemProps) {
  const line = toLine(item);
  return line === null ? (
    <GroupEditor condition={item} level={level + 1} {...props} />
  ) : (
    <ConditionLine {...line} {...props} />
  );
}

/** Returns the items after an action of the menu or the keyboard on one of them. */
function applyAction(
  items: readonly Condition[],
  n: number,
  action: ItemAction,
  join: JoinMode,
): readonly Condition[] {
  const item = items[n];
  if (item === undefined) return items;
  const replacement: Readonly<Record<ItemAction, readonly Condition[]>> = {
    duplicate: [item, item],
    exclude: [toggleExclusion(item)],
    group: [join === "all" || join === "notall" ? { any: [item] } : { all: [item] }],
    ungroup: toGroup(item).items,
    remove: [],
  };
  return items.toSpliced(n, 1, ...replacement[action]);
}

function getJoiner(join: JoinMode, n: number, isExcluded: boolean): string {
  if (n === 0) return isExcluded ? t("joiner.not") : "";
  const word = join === "all" || join === "notall" ? "all" : "any";
  return t(isExcluded ? `joiner.${word}.not` : `joiner.${word}`);
}

interface HeadProps {
  readonly join: JoinMode;
  readonly path: string;
  readonly name: string;
  readonly joiner: string | undefined;
  readonly onJoin: (join: JoinMode) => void;
  readonly onAction: ((action: ItemAction) => void) | undefined;
  readonly end: ReactNode;
}

function GroupHead({ join, path, name, joiner, onJoin, onAction, end }: HeadProps) {
  return (
    // The keys of the buttons inside bubble up to it.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={onAction ? "condline" : "condhead"}
      data-path={onAction ? path : undefined}
      data-head={onAction ? undefined : ""}
      onKeyDown={(event) => onAction && handleItemKey(event, onAction)}
    >
      {onAction && <span className="joiner">{joiner}</span>}
      <Menu
        label={name}
        className="chip op join"
        placement="bottom start"
        groups={[
          {
            entries: joinModes.map((mode) => ({
              id: mode,
              label: t(`join.${mode}`),
              chosen: mode === join,
            })),
          },
        ]}
        onAction={(id) => onJoin(id as JoinMode)}
      >
        {name}
        <Icon of={IconChevronDown} small />
      </Menu>
      {onAction && (
        <ItemMenu
          sentence={name}
          isExcluded={join === "none" || join === "notall"}
          isGroup
          onAction={onAction}
        />
      )}
      {end !== undefined && <span className="push">{end}</span>}
    </div>
  );
}

interface AddProps {
  readonly path: string;
  readonly level: number;
  readonly editing: Editing;
  readonly onAdd: (item: Condition) => void;
}

function AddButtons({ path, level, editing, onAdd }: AddProps) {
  return (
    <div className="condadd" data-add={path}>
      <Chip
        className="btn quiet small"
        label={t("conditions.facts")}
        editor={(close) => (
          <FactList
            facts={editing.catalogue.facts}
            onClose={close}
            onPick={(name, fact) => {
              onAdd(createTest(name, fact));
              close();
            }}
          />
        )}
      >
        <Icon of={IconPlus} small />
        {t("conditions.add")}
      </Chip>
      {level < maxLevel && (
        <Button variant="quiet" small icon={IconBracketsContain} onClick={() => onAdd({ any: [] })}>
          {t("conditions.group")}
        </Button>
      )}
    </div>
  );
}
