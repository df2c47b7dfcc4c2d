import type { Department } from "@parlour/protocol/api";
import type { WidgetLanguage } from "@parlour/protocol/languages";
import type { RuleAction } from "@parlour/protocol/rules";
import { IconPlus, IconX } from "@tabler/icons-react";
import { useRef } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Select } from "../../../ui/Field.tsx";
import type { Editing } from "./ConditionGroup.tsx";
import { t } from "./text.ts";
import { Wordings } from "./Wordings.tsx";

const kinds = ["invitation", "open", "call", "label"] as const;
const kindOf = (action: RuleAction): (typeof kinds)[number] =>
  action.type === "open" ? (action.start === "call" ? "call" : "open") : action.type;
const fresh: Readonly<Record<(typeof kinds)[number], RuleAction>> = {
  invitation: { type: "invitation", text: "" },
  open: { type: "open", start: "chat" },
  call: { type: "open", start: "call" },
  label: { type: "label", text: "" },
};

interface Around {
  departments: readonly Department[];
  /** Languages that chat windows of the rule's widgets can show. */
  languages: readonly WidgetLanguage[];
  editing: Editing;
}

/** Edits the actions of a rule in their order. */
export function ActionList(props: Around & { actions: readonly RuleAction[]; onChange: (actions: readonly RuleAction[]) => void }) {
  const { actions, onChange, ...around } = props;
  const { readOnly } = around.editing;
  const add = useRef<HTMLButtonElement>(null);
  const remove = (n: number): void => {
    onChange(actions.filter((_, at) => at !== n));
    add.current?.focus();
  };
  return (
    <>
      <ol className="actions">
        {actions.map((action, n) => (
          <Action
            key={n}
            {...around}
            action={action}
            path={`.do[${n}]`}
            onChange={(next) => onChange(actions.map((one, at) => (at === n ? next : one)))}
            onRemove={actions.length > 1 ? () => remove(n) : null}
          />
        ))}
      </ol>
      {!readOnly && actions.length < 5 && (
        <div className="adds">
          <Button ref={add} variant="quiet" small icon={IconPlus} onClick={() => onChange([...actions, fresh.label])}>
            {t("act.add")}
          </Button>
        </div>
      )}
    </>
  );
}

interface ActionProps extends Around {
  action: RuleAction;
  /** Path of the action in the rule. */
  path: string;
  onChange: (action: RuleAction) => void;
  /** null: it is the only action and cannot be removed. */
  onRemove: (() => void) | null;
}

function Action({ action, path, departments, languages, editing: { readOnly, fault }, onChange, onRemove }: ActionProps) {
  const remove = t("act.remove", { name: t(`act.${kindOf(action)}`) });
  return (
    <li>
      <div className="line">
        <Select
          label={t("act.what")}
          hideLabel
          value={kindOf(action)}
          disabled={readOnly}
          onChange={(event) => onChange(fresh[event.target.value as (typeof kinds)[number]])}
          options={kinds.map((kind) => ({ value: kind, label: t(`act.${kind}`) }))}
        />
        {action.type === "invitation" && <InviteTo {...{ action, departments, readOnly, onChange }} />}
        {!readOnly && onRemove && <Button variant="quiet" small icon={IconX} aria-label={remove} onClick={onRemove} />}
      </div>
      {action.type !== "open" && <Wordings {...{ action, path, fault, languages, readOnly, onChange }} />}
    </li>
  );
}

type Invitation = Extract<RuleAction, { type: "invitation" }>;
interface InviteToProps extends Pick<Around, "departments"> {
  action: Invitation;
  readOnly: boolean;
  onChange: (action: Invitation) => void;
}

/** Selects the department of an invitation. */
function InviteTo({ action, departments, readOnly, onChange }: InviteToProps) {
  const { department_id: chosen, ...rest } = action;
  return (
    <Select
      label={t("act.department")}
      hideLabel
      value={String(chosen ?? "")}
      disabled={readOnly}
      onChange={({ target }) => onChange(target.value === "" ? rest : { ...rest, department_id: Number(target.value) })}
      options={[
        { value: "", label: t("act.nobody") },
        ...departments.map(({ id, name }) => ({ value: String(id), label: name })),
        // The department was deleted. The action keeps it until the operator chooses another one.
        ...(chosen === undefined || departments.some(({ id }) => id === chosen)
          ? []
          : [{ value: String(chosen), label: t("act.gone", { id: chosen }) }]),
      ]}
    />
  );
}
