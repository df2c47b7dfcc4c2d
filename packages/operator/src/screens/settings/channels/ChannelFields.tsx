import type { Operator } from "@parlour/protocol";
import { useId } from "react";
import { can, useCurrentOperator } from "../../../state/session.tsx";
import { Avatar } from "../../../ui/badges.tsx";
import { FormEndpointField, FormSwitch, FormTextField } from "../kit/form/form-fields.tsx";
import type { ChannelFormValues } from "./channel-form.ts";
import { useOperatorPresence } from "../queries.ts";
import { Checkbox, GroupError } from "../kit/form/CheckboxGroup.tsx";
import { ChangedLabel } from "../kit/form/FormPage.tsx";
import { SettingsSection } from "../kit/form/SettingsSection.tsx";
import { PresenceBadge } from "../kit/resource/parts.tsx";
import { t } from "../text.ts";
import type { Form } from "../kit/form/use-form.ts";

interface ChannelOperatorsProps<T extends { operators: number[] }> {
  form: Form<T>;
  operators: readonly Operator[];
  readOnly: boolean;
}
interface ChannelFieldsProps extends ChannelOperatorsProps<ChannelFormValues> {
  /**
   * Whether the channel is new. Its form has four inputs only, so one setting is hidden (CH-001).
   */
  isNew?: boolean;
}

/** Renders the fields of a channel: name, endpoint, switches and operators. */
export function ChannelFields({ form, operators, readOnly, isNew = false }: ChannelFieldsProps) {
  const fieldProps = { form, readOnly };
  // The switch changes the URL that message texts are sent to (CORE-165), so it needs the
  // permission to choose addresses.
  const isLocked = readOnly || !can(useCurrentOperator(), "addresses");
  return (
    <>
      <section className="group" aria-labelledby="g-channel">
        <h2 id="g-channel">{t("channel.group")}</h2>
        <FormTextField
          {...fieldProps}
          name="name"
          label={t("channel.name")}
          dir="auto"
          maxLength={100}
        />
        <FormEndpointField
          {...fieldProps}
          name="endpoint_url"
          label={t("channel.url")}
          hint={t("channel.url.hint")}
        />
        {!isNew && (
          <FormSwitch
            {...fieldProps}
            readOnly={isLocked}
            name="append_public_id"
            label={t("channel.append")}
            hint={t("channel.append.hint", { place: "{public_id}" })}
          />
        )}
        <FormSwitch
          {...fieldProps}
          name="chunked"
          label={t("channel.chunked")}
          hint={t("channel.chunked.hint")}
        />
      </section>
      <ChannelOperators form={form} operators={operators} readOnly={readOnly} />
    </>
  );
}

/** Renders the operators of a channel as checkboxes with their presence. */
export function ChannelOperators<T extends { operators: number[] }>({
  form,
  operators,
  readOnly,
}: ChannelOperatorsProps<T>) {
  const id = useId();
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

/** Shows an operator and their presence. */
function OperatorWithPresence({ operator }: { operator: Operator }) {
  const me = useCurrentOperator();
  const getPresence = useOperatorPresence();
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
        {operator.active ? <PresenceBadge presence={getPresence(operator)} /> : t("people.off")}
      </span>
    </>
  );
}
