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

/** What the rule does, in its order. */
export function ActionList({
  actions,
  departments,
  languages,
  editing,
  onChange,
}: {
  actions: readonly RuleAction[];
  departments: readonly Department[];
  /** Those that windows of the rule's widgets may speak. */
  languages: readonly WidgetLanguage[];
  editing: Editing;
  onChange: (actions: readonly RuleAction[]) => void;
}) {
  const add = useRef<HTMLButtonElement>(null);
  const { readOnly, fault } = editing;
  const put = (n: number, action: RuleAction): void => onChange(actions.map((one, at) => (at === n ? action : one)));
  return (
    <>
      <ol className="actions">
        {actions.map((action, n) => {
          return (
            <li key={n}>
              <div className="line">
                <Select
                  label={t("act.what")}
                  hideLabel
                  value={kindOf(action)}
                  disabled={readOnly}
                  onChange={(event) => put(n, fresh[event.target.value as (typeof kinds)[number]])}
                  options={kinds.map((kind) => ({ value: kind, label: t(`act.${kind}`) }))}
                />
                {action.type === "invitation" && (
                  <Select
                    label={t("act.department")}
                    hideLabel
                    value={String(action.department_id ?? "")}
                    disabled={readOnly}
                    onChange={({ target }) => {
                      const { department_id: _, ...rest } = action;
                      put(n, target.value === "" ? rest : { ...rest, department_id: Number(target.value) });
                    }}
                    options={[
                      { value: "", label: t("act.nobody") },
                      ...departments.map(({ id, name }) => ({ value: String(id), label: name })),
                      // Deleted since: kept until somebody chooses.
                      ...(action.department_id === undefined || departments.some(({ id }) => id === action.department_id)
                        ? []
                        : [{ value: String(action.department_id), label: t("act.gone", { id: action.department_id }) }]),
                    ]}
                  />
                )}
                {!readOnly && actions.length > 1 && (
                  <Button
                    variant="quiet"
                    small
                    icon={IconX}
                    aria-label={t("act.remove", { name: t(`act.${kindOf(action)}`) })}
                    onClick={() => {
                      onChange(actions.filter((_, at) => at !== n));
                      add.current?.focus();
                    }}
                  />
                )}
              </div>
              {action.type !== "open" && (
                <Wordings
                  action={action}
                  path={`.do[${n}]`}
                  fault={fault}
                  languages={languages}
                  readOnly={readOnly}
                  onChange={(next) => put(n, next)}
                />
              )}
            </li>
          );
        })}
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
