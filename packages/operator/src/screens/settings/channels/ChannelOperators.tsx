import type { Operator } from "@parlour/protocol";
import { useId } from "react";
import { useCurrentOperator } from "../../../state/session.tsx";
import { Avatar } from "../../../ui/badges.tsx";
import { useOperatorPresence, useOperators } from "../../../state/api/queries.ts";
import { Checkbox, GroupError } from "../kit/form/CheckboxGroup.tsx";
import { ChangedLabel } from "../../../ui/form/ChangedLabel.tsx";
import { SettingsSection } from "../kit/form/SettingsSection.tsx";
import { PresenceBadge } from "../kit/resource/parts.tsx";
import { useCustomStatus } from "../../../ui/presence/use-custom-status.ts";
import { t } from "../text.ts";
import type { Form } from "../../../ui/form/use-form.ts";

export function ChannelOperators<T extends { operators: number[] }>({
  form,
  readOnly,
}: {
  form: Form<T>;
  readOnly: boolean;
}) {
  const id = useId();
  const operators = useOperators().data ?? [];
  const { values, set, errors } = form;
  const listedOperators = operators.filter(
    (operator) => operator.active || values.operators.includes(operator.id),
  );
  const toggle = (operator: number, isChecked: boolean) => {
    const others = values.operators.filter((other) => other !== operator);
    const next = isChecked ? [...others, operator].toSorted((a, b) => a - b) : others;
    set("operators", next as T["operators"]);
  };
  const label = { form, name: "operators", children: t("channel.operators") } as const;
  return (
    <SettingsSection id={id} title={<ChangedLabel {...label} />}>
      <p className="hint">{t("channel.operators.hint")}</p>
      <ul className="ops" data-readonly={readOnly || undefined}>
        {listedOperators.map((operator) => (
          <Checkbox
            key={operator.id}
            {...{ name: "operators", readOnly }}
            checked={values.operators.includes(operator.id)}
            onTick={(isChecked) => toggle(operator.id, isChecked)}
            isInvalid={errors.operators !== undefined}
          >
            <OperatorWithPresence operator={operator} />
          </Checkbox>
        ))}
      </ul>
      {errors.operators !== undefined && <GroupError>{errors.operators}</GroupError>}
    </SettingsSection>
  );
}

function OperatorWithPresence({ operator }: { operator: Operator }) {
  const me = useCurrentOperator();
  const getPresence = useOperatorPresence();
  const getStatus = useCustomStatus();
  return (
    <>
      <Avatar
        name={operator.name}
        photo={operator.photo ?? ""}
        size={28}
        me={operator.id === me.id}
      />
      <span className="cut">{operator.name}</span>
      <span className="state">
        {operator.active ? (
          <PresenceBadge presence={getPresence(operator)} status={getStatus(operator.id)} />
        ) : (
          t("people.off")
        )}
      </span>
    </>
  );
}
