import type { Department } from "@parlour/protocol/api";
import type { WidgetLanguage } from "@parlour/protocol/entity/widget/languages";
import type { RuleAction, RuleError } from "@parlour/protocol/rules";
import { IconPlus, IconX } from "@tabler/icons-react";
import { useRef } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Select } from "../../../ui/Field.tsx";
import { LocalizedText } from "../../../ui/localized/LocalizedText.tsx";
import {
  actionKinds,
  getActionKind,
  ruleErrorText,
  type ActionKind,
  type EditorState,
} from "./trigger-form.ts";
import { t } from "./text.ts";

const newActions: Readonly<Record<ActionKind, RuleAction>> = {
  invitation: { type: "invitation", text: "" },
  open: { type: "open", start: "chat" },
  call: { type: "open", start: "call" },
  label: { type: "label", text: "" },
  hide: { type: "hide" },
};

interface ActionContext {
  departments: readonly Department[];
  /** Languages in which the chat windows of the rule's widgets can appear. */
  languages: readonly WidgetLanguage[];
  editing: EditorState;
}

/** Edits the actions of a rule in their order. */
export function ActionList(
  props: ActionContext & {
    actions: readonly RuleAction[];
    onChange: (actions: readonly RuleAction[]) => void;
  },
) {
  const { actions, onChange, ...context } = props;
  const { readOnly } = context.editing;
  const addButton = useRef<HTMLButtonElement>(null);
  const remove = (n: number): void => {
    onChange(actions.filter((_, index) => index !== n));
    addButton.current?.focus();
  };
  return (
    <>
      <ol className="actions">
        {actions.map((action, n) => (
          <Action
            key={n}
            {...context}
            action={action}
            path={`.do[${n}]`}
            onChange={(next) => onChange(actions.map((item, index) => (index === n ? next : item)))}
            onRemove={actions.length > 1 ? () => remove(n) : null}
          />
        ))}
      </ol>
      {!readOnly && actions.length < 5 && (
        <div className="adds">
          <Button
            ref={addButton}
            variant="quiet"
            small
            icon={IconPlus}
            onClick={() => onChange([...actions, newActions.label])}
          >
            {t("act.add")}
          </Button>
        </div>
      )}
    </>
  );
}

interface ActionProps extends ActionContext {
  action: RuleAction;
  /** Path of the action within the rule. */
  path: string;
  onChange: (action: RuleAction) => void;
  /** Removes the action. Null for the only action, which cannot be removed. */
  onRemove: (() => void) | null;
}

function Action({
  action,
  path,
  departments,
  languages,
  editing: { readOnly, ruleError },
  onChange,
  onRemove,
}: ActionProps) {
  const removeLabel = t("act.remove", { name: t(`act.${getActionKind(action)}`) });
  return (
    <li>
      <div className="line">
        <Select
          label={t("act.what")}
          hideLabel
          value={getActionKind(action)}
          disabled={readOnly}
          onChange={(event) => onChange(newActions[event.target.value as ActionKind])}
          options={actionKinds.map((kind) => ({ value: kind, label: t(`act.${kind}`) }))}
        />
        {action.type === "invitation" && (
          <InvitationDepartment {...{ action, departments, readOnly, onChange }} />
        )}
        {!readOnly && onRemove && (
          <Button variant="quiet" small icon={IconX} aria-label={removeLabel} onClick={onRemove} />
        )}
      </div>
      {action.type === "hide" && <p className="hint">{t("act.hide.hint")}</p>}
      {"text" in action && (
        <LocalizedText
          label={t(action.type === "label" ? "act.caption" : "act.text")}
          value={action}
          {...{ languages, readOnly }}
          maxLength={action.type === "label" ? 60 : 500}
          isLong={action.type === "invitation"}
          getError={(language) => getTextError(ruleError, path, language)}
          onChange={onChange}
        />
      )}
    </li>
  );
}

/** Returns the error of a text. An error of the whole action is shown at its default text. */
function getTextError(
  ruleError: RuleError | null,
  path: string,
  language: WidgetLanguage | null,
): string | undefined {
  const paths = language === null ? [path, `${path}.text`] : [`${path}.texts.${language}`];
  return ruleError !== null && paths.includes(ruleError[0])
    ? ruleErrorText(ruleError[1])
    : undefined;
}

type Invitation = Extract<RuleAction, { type: "invitation" }>;
interface InvitationDepartmentProps extends Pick<ActionContext, "departments"> {
  action: Invitation;
  readOnly: boolean;
  onChange: (action: Invitation) => void;
}

/** Selects the department of an invitation. */
function InvitationDepartment({
  action,
  departments,
  readOnly,
  onChange,
}: InvitationDepartmentProps) {
  const { department_id, ...rest } = action;
  return (
    <Select
      label={t("act.department")}
      hideLabel
      value={String(department_id ?? "")}
      disabled={readOnly}
      onChange={({ target }) =>
        onChange(target.value === "" ? rest : { ...rest, department_id: Number(target.value) })
      }
      options={[
        { value: "", label: t("act.nobody") },
        ...departments.map(({ id, name }) => ({ value: String(id), label: name })),
        // If the department was deleted, the action keeps it until the operator chooses another
        // one.
        ...(department_id === undefined || departments.some(({ id }) => id === department_id)
          ? []
          : [{ value: String(department_id), label: t("act.gone", { id: department_id }) }]),
      ]}
    />
  );
}
