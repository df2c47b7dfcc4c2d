// oxlint-disable jsx-a11y/prefer-tag-over-role -- a group of lines is no fieldset: it has no legend on screen.
import { maxActions } from "@parlour/protocol/actions/actions";
import type { InputProblem } from "@parlour/protocol/conditions/problem";
import { IconPlus } from "@tabler/icons-react";
import { useRef } from "react";
import { Chip } from "../../conditions/editor/Chip.tsx";
import "../../conditions/editor/conditions.css";
import { useEditorFocus } from "../../conditions/editor/use-editor-focus.ts";
import { Icon } from "../../Icon.tsx";
import { OptionList } from "../../options/OptionList.tsx";
import {
  actionChoices,
  createAction,
  formatChoice,
  needsOperator,
  type ActionCatalogue,
  type DraftAction,
} from "../action-catalogue.ts";
import { t } from "../text.ts";
import { ActionLine, type LineChange } from "./ActionLine.tsx";
import "./actions.css";

interface ActionEditorProps {
  readonly actions: readonly DraftAction[];
  readonly catalogue: ActionCatalogue;
  readonly problem: InputProblem | null;
  /** Whether a rule runs the actions, and no operator. */
  readonly isRule?: boolean;
  readonly onChange: (actions: readonly DraftAction[]) => void;
}

/**
 * Edits a list of actions as lines of chips (ACT-025). Enter opens a chip, arrow keys walk, Alt
 * with an arrow moves a line, and Delete removes it.
 */
export function ActionEditor(props: ActionEditorProps) {
  const { actions, catalogue, problem, isRule = false, onChange } = props;
  const root = useRef<HTMLDivElement>(null);
  const { focusAfterChange, onKeyDown } = useEditorFocus(root);
  const move = (n: number, change: LineChange) => {
    const to = change === "up" ? n - 1 : n + 1;
    const action = actions[n];
    if (change === "remove") {
      const next = actions.toSpliced(n, 1);
      focusAfterChange(
        n < next.length ? { path: getPath(n), part: "fact" } : { path: "do", part: "add" },
      );
      onChange(next);
    } else if (action !== undefined && to >= 0 && to < actions.length) {
      focusAfterChange({ path: getPath(to), part: "fact" });
      onChange(actions.toSpliced(n, 1).toSpliced(to, 0, action));
    }
  };
  return (
    // The keys of the buttons inside bubble up to it.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus, jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={root}
      role="group"
      aria-label={t("actions.name")}
      className="conditions"
      onKeyDown={onKeyDown}
    >
      {actions.map((action, n) => (
        <ActionLine
          key={n}
          path={getPath(n)}
          {...{ action, catalogue, problem }}
          onChange={(next) => onChange(actions.with(n, next))}
          onMove={(change) => move(n, change)}
        />
      ))}
      {actions.length < maxActions && (
        <AddButton
          isRule={isRule}
          onAdd={(action) => {
            focusAfterChange({ path: getPath(actions.length), part: "value" });
            onChange([...actions, action]);
          }}
        />
      )}
      {actions.length > 1 && <p className="soft t13">{t("actions.order")}</p>}
    </div>
  );
}
const getPath = (n: number): string => `do[${n}]`;

/** A time that is fixed when the list is written has passed when it runs. */
const usual = actionChoices.filter(({ names }) => !names.includes("until"));

interface AddButtonProps {
  readonly isRule: boolean;
  readonly onAdd: (action: DraftAction) => void;
}
function AddButton({ isRule, onAdd }: AddButtonProps) {
  const offered = usual.filter(({ type }) => !isRule || !needsOperator(type));
  return (
    <div className="condadd" data-add="do">
      <Chip
        className="btn quiet small"
        label={t("actions.types")}
        editor={(close) => (
          <OptionList
            label={t("actions.types")}
            groups={[
              {
                options: offered.map((choice) => ({ id: choice.id, label: formatChoice(choice) })),
              },
            ]}
            onClose={close}
            onPick={(id) => {
              const choice = offered.find((other) => other.id === id);
              if (choice !== undefined) onAdd(createAction(choice));
              close();
            }}
          />
        )}
      >
        <Icon of={IconPlus} small />
        {t("actions.add")}
      </Chip>
    </div>
  );
}
