import type { Operator } from "@parlour/protocol";
import { IconAlertCircle } from "@tabler/icons-react";
import { useId } from "react";
import { useMe } from "../../state/session.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Avatar } from "../../ui/marks.tsx";
import { FormSwitch, FormText, FormUrl } from "./bound.tsx";
import type { ChannelValues } from "./channel-form.ts";
import { usePresenceOf } from "./data.ts";
import { Label } from "./FormPage.tsx";
import { PresenceMark } from "./parts.tsx";
import { t } from "./text.ts";
import type { Form } from "./use-form.ts";

/** Name, endpoint, chunked switch and operators of a channel. */
export function ChannelFields({
  form,
  operators,
  readOnly,
}: {
  form: Form<ChannelValues>;
  operators: readonly Operator[];
  readOnly: boolean;
}) {
  const bound = { form, readOnly };
  return (
    <>
      <section className="group" aria-labelledby="g-channel">
        <h2 id="g-channel">{t("channel.group")}</h2>
        <FormText {...bound} name="name" label={t("channel.name")} dir="auto" maxLength={100} />
        <FormUrl {...bound} name="endpoint_url" label={t("channel.url")} hint={t("channel.url.hint")} />
        <FormSwitch {...bound} name="chunked" label={t("channel.chunked")} hint={t("channel.chunked.hint")} />
      </section>
      <OperatorPick form={form} operators={operators} readOnly={readOnly} />
    </>
  );
}

function OperatorPick({ form, operators, readOnly }: { form: Form<ChannelValues>; operators: readonly Operator[]; readOnly: boolean }) {
  const me = useMe();
  const presenceOf = usePresenceOf();
  const id = useId();
  const { values, set, faults } = form;
  const shown = operators.filter((operator) => operator.active || values.operators.includes(operator.id));
  const toggle = (operator: number, on: boolean) =>
    set(
      "operators",
      on ? [...values.operators, operator].toSorted((a, b) => a - b) : values.operators.filter((other) => other !== operator),
    );
  return (
    <section className="group" aria-labelledby={id}>
      <h2 id={id}>
        <Label form={form} name="operators">
          {t("channel.operators")}
        </Label>
      </h2>
      <p className="hint">{t("channel.operators.hint")}</p>
      <ul className="ops" data-readonly={readOnly || undefined}>
        {shown.map((operator) => (
          <li key={operator.id}>
            <label>
              <input
                className="check"
                type="checkbox"
                name="operators"
                checked={values.operators.includes(operator.id)}
                onChange={(event) => toggle(operator.id, event.target.checked)}
                disabled={readOnly}
                aria-invalid={faults.operators !== undefined || undefined}
              />
              <Avatar name={operator.name} size={28} me={operator.id === me.id} />
              <span className="cut">{operator.name}</span>
              <span className="state">{operator.active ? <PresenceMark presence={presenceOf(operator)} /> : t("people.off")}</span>
            </label>
          </li>
        ))}
      </ul>
      {faults.operators !== undefined && (
        <p className="err">
          <Icon of={IconAlertCircle} small />
          {faults.operators}
        </p>
      )}
    </section>
  );
}
