import { findActionsProblem } from "@parlour/protocol/actions/problems";
import type { Field } from "@parlour/protocol/settings/field";
import type { DraftAction } from "../../../ui/actions/action-catalogue.ts";
import { ActionEditor } from "../../../ui/actions/editor/ActionEditor.tsx";
import { ActionSentences } from "../../../ui/actions/editor/ActionSentences.tsx";
import { useActionCatalogue } from "../../../ui/actions/use-action-catalogue.ts";
import type { ControlProps } from "../kit/kind/controls.tsx";

/** Edits the actions of a macro. */
export function ActionsControl({ form, name, readOnly }: ControlProps<Field>) {
  const catalogue = useActionCatalogue();
  const actions = form.values[name] as readonly DraftAction[];
  const error = form.errors[name];
  if (readOnly) return <ActionSentences actions={actions} catalogue={catalogue} />;
  return (
    <div data-field={name} tabIndex={-1}>
      <ActionEditor
        actions={actions}
        catalogue={catalogue}
        isRule={Object.hasOwn(form.values, "when")}
        problem={error === undefined ? null : findActionsProblem(actions, name)}
        onChange={(next) => form.set(name, next)}
      />
      {error !== undefined && <p className="err">{error}</p>}
    </div>
  );
}
