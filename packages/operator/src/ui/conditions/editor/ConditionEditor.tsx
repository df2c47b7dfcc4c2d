// oxlint-disable jsx-a11y/prefer-tag-over-role -- a group of lines is no fieldset: it has no legend on screen.
import type { Condition } from "@parlour/protocol/conditions/condition";
import type { InputProblem } from "@parlour/protocol/conditions/problem";
import { useRef, type ReactNode } from "react";
import "./conditions.css";
import type { FactCatalogue } from "../fact-catalogue.ts";
import { GroupEditor } from "./GroupEditor.tsx";
import { t } from "../text.ts";
import { useEditorFocus } from "./use-editor-focus.ts";

interface ConditionEditorProps {
  readonly condition: Condition;
  readonly catalogue: FactCatalogue;
  readonly problem: InputProblem | null;
  readonly onChange: (condition: Condition) => void;
  /** Content at the end of the first line, such as the number of matches. */
  readonly children?: ReactNode;
}

/** Edits a condition as lines of chips: Enter, arrow keys, Delete, and `!` to exclude (CND-050). */
export function ConditionEditor(props: ConditionEditorProps) {
  const { condition, catalogue, problem, onChange, children } = props;
  const root = useRef<HTMLDivElement>(null);
  const { focusAfterChange, onKeyDown } = useEditorFocus(root);
  return (
    // The keys of the buttons inside bubble up to it.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus, jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={root}
      role="group"
      aria-label={t("conditions.name")}
      className="conditions"
      onKeyDown={onKeyDown}
    >
      <GroupEditor
        condition={condition}
        path=""
        level={0}
        editing={{ catalogue, problem, focusAfterChange }}
        onChange={onChange}
        end={children}
      />
    </div>
  );
}
