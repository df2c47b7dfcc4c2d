import type { Operator } from "@parlour/protocol";
import { useId } from "react";
import { may, useMe } from "../../state/session.tsx";
import { Avatar } from "../../ui/marks.tsx";
import { FormAddress, FormSwitch, FormText } from "./bound.tsx";
import type { ChannelValues } from "./channel-form.ts";
import { usePresenceOf } from "./data.ts";
import { Check, Fault } from "./Checks.tsx";
import { Label } from "./FormPage.tsx";
import { Group } from "./Group.tsx";
import { PresenceMark } from "./parts.tsx";
import { t } from "./text.ts";
import type { Form } from "./use-form.ts";

interface PickProps {
  form: Form<ChannelValues>;
  operators: readonly Operator[];
  readOnly: boolean;
}
interface Props extends PickProps {
  /** Hides the setting that a new channel does not have: it asks for four inputs only (CH-001). */
  isNew?: boolean;
}

/** Renders name, endpoint, switches and operators of a channel. */
export function ChannelFields({ form, operators, readOnly, isNew = false }: Props) {
  const bound = { form, readOnly };
  // This switch changes the URL that message texts are sent to (CORE-165).
  const isLocked = readOnly || !may(useMe(), "addresses");
  return (
    <>
      <section className="group" aria-labelledby="g-channel">
        <h2 id="g-channel">{t("channel.group")}</h2>
        <FormText {...bound} name="name" label={t("channel.name")} dir="auto" maxLength={100} />
        <FormAddress {...bound} name="endpoint_url" label={t("channel.url")} hint={t("channel.url.hint")} />
        {!isNew && (
          <FormSwitch
            {...bound}
            readOnly={isLocked}
            name="append_public_id"
            label={t("channel.append")}
            hint={t("channel.append.hint", { place: "{public_id}" })}
          />
        )}
        <FormSwitch {...bound} name="chunked" label={t("channel.chunked")} hint={t("channel.chunked.hint")} />
      </section>
      <OperatorPick form={form} operators={operators} readOnly={readOnly} />
    </>
  );
}

function OperatorPick({ form, operators, readOnly }: PickProps) {
  const id = useId();
  const { values, set, faults } = form;
  const shown = operators.filter((operator) => operator.active || values.operators.includes(operator.id));
  const toggle = (operator: number, on: boolean) => {
    const others = values.operators.filter((other) => other !== operator);
    set("operators", on ? [...others, operator].toSorted((a, b) => a - b) : others);
  };
  const label = { form, name: "operators", children: t("channel.operators") } as const;
  return (
    <Group id={id} title={<Label {...label} />}>
      <p className="hint">{t("channel.operators.hint")}</p>
      <ul className="ops" data-readonly={readOnly || undefined}>
        {shown.map((operator) => (
          <Check
            key={operator.id}
            {...{ name: "operators", readOnly }}
            checked={values.operators.includes(operator.id)}
            onTick={(on) => toggle(operator.id, on)}
            wrong={faults.operators !== undefined}
          >
            <OperatorNow operator={operator} />
          </Check>
        ))}
      </ul>
      {faults.operators !== undefined && <Fault>{faults.operators}</Fault>}
    </Group>
  );
}

/** Shows an operator and their presence. */
function OperatorNow({ operator }: { operator: Operator }) {
  const me = useMe();
  const presenceOf = usePresenceOf();
  return (
    <>
      <Avatar name={operator.name} photo={operator.photo ?? ""} size={28} me={operator.id === me.id} />
      <span className="cut">{operator.name}</span>
      <span className="state">{operator.active ? <PresenceMark presence={presenceOf(operator)} /> : t("people.off")}</span>
    </>
  );
}
