import { findConditionProblem, type Condition } from "@parlour/protocol/conditions/condition";
import type { Field } from "@parlour/protocol/settings/field";
import { ConditionEditor } from "../../../ui/conditions/editor/ConditionEditor.tsx";
import { ConditionSentences } from "../../../ui/conditions/editor/ConditionSentences.tsx";
import { SearchTokens } from "../../../ui/conditions/editor/SearchTokens.tsx";
import {
  useFactCatalogue,
  type ConditionObject,
} from "../../../ui/conditions/use-fact-catalogue.ts";
import type { ControlProps } from "../kit/kind/controls.tsx";
import { MatchCount } from "./MatchCount.tsx";

/** Edits a condition on chats. Shows how many it matches, and the same search. */
export const ConditionControl = (props: ControlProps<Field>) => (
  <ConditionField {...props} of="chat" />
);
/** Edits a condition on visitors (SEG-002). */
export const VisitorConditionControl = (props: ControlProps<Field>) => (
  <ConditionField {...props} of="visitor" />
);

function ConditionField({
  form,
  name,
  readOnly,
  of,
}: ControlProps<Field> & { readonly of: ConditionObject }) {
  const catalogue = useFactCatalogue(of);
  const condition = form.values[name] as Condition;
  const error = form.errors[name];
  if (readOnly) return <ConditionSentences condition={condition} catalogue={catalogue} />;
  const problem = findConditionProblem(condition, catalogue.facts);
  return (
    <div className="viewcondition" data-field={name} tabIndex={-1}>
      <ConditionEditor
        condition={condition}
        catalogue={catalogue}
        problem={error === undefined ? null : problem}
        onChange={(next) => form.set(name, next)}
      >
        {problem === null && <MatchCount of={of} condition={condition} />}
      </ConditionEditor>
      {error !== undefined && <p className="err">{error}</p>}
      {of === "chat" && <SearchTokens condition={condition} rows={catalogue.rows} />}
    </div>
  );
}
