import { findConditionProblem, type Condition } from "@parlour/protocol/conditions/condition";
import type { Field } from "@parlour/protocol/settings/field";
import { ConditionEditor } from "../../../ui/conditions/editor/ConditionEditor.tsx";
import { ConditionSentences } from "../../../ui/conditions/editor/ConditionSentences.tsx";
import { SearchTokens } from "../../../ui/conditions/editor/SearchTokens.tsx";
import {
  useFactCatalogue,
  type ConditionObject,
} from "../../../ui/conditions/use-fact-catalogue.ts";
import type { Form } from "../../../ui/form/use-form.ts";
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

/** Edits the condition of a form. `hasMatches`: shows what it matches now. */
export function ConditionField<T extends object>({
  form,
  name,
  readOnly,
  of,
  hasMatches = true,
}: {
  readonly form: Form<T>;
  readonly name: keyof T & string;
  readonly readOnly: boolean;
  readonly of: ConditionObject;
  readonly hasMatches?: boolean;
}) {
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
        onChange={(next) => form.set(name, next as T[typeof name])}
      >
        {hasMatches && problem === null && <MatchCount of={of} condition={condition} />}
      </ConditionEditor>
      {error !== undefined && <p className="err">{error}</p>}
      {hasMatches && of === "chat" && <SearchTokens condition={condition} rows={catalogue.rows} />}
    </div>
  );
}
