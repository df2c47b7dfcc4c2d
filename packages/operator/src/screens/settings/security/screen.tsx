import type { SecurityPolicy } from "@parlour/protocol/api";
import type { Field } from "@parlour/protocol/settings/field";
import { security } from "@parlour/protocol/settings/kinds/security";
import { Switch } from "../../../ui/Field.tsx";
import { formatFullTime } from "../../../ui/time.ts";
import { ChangedLabel } from "../../../ui/form/ChangedLabel.tsx";
import type { ControlProps } from "../kit/kind/controls.tsx";
import { singleScreen } from "../kit/kind/single-screen.ts";
import { SessionTable, SignInTable } from "./SignInTables.tsx";
import { listFields } from "../kit/setting-field.ts";
import { t } from "./text.ts";

/** Settings → Sign-in: second factor, sessions, sign-ins (CORE-013, CORE-015). */
export const securityScreen = singleScreen<SecurityPolicy>()({
  kind: security,
  prefix: "security",
  t,
  labels: listFields(["security.title", "security.sessions", "security.log"]),
  sections: [
    {
      id: "factor",
      fields: ["second_factor", "grace_days"],
      below: (policy) => <FactorState policy={policy} />,
    },
  ],
  controls: { second_factor: RequireSwitch },
  isShown: (name, values) => name !== "grace_days" || values["second_factor"] === "required",
  after: () => (
    <>
      <SessionTable />
      <SignInTable />
    </>
  ),
});

function RequireSwitch({ form, name, label, hint, readOnly }: ControlProps<Field>) {
  return (
    <Switch
      name={name}
      label={
        <ChangedLabel form={form} name={name}>
          {label}
        </ChangedLabel>
      }
      hint={hint}
      checked={form.values[name] === "required"}
      onChange={(event) => form.set(name, event.target.checked ? "required" : "optional")}
      disabled={readOnly}
    />
  );
}

function FactorState({ policy }: { policy: SecurityPolicy }) {
  const { without } = policy;
  const from = policy.required_from;
  return (
    <>
      {from !== null && <p className="t13">{t("security.from", { time: formatFullTime(from) })}</p>}
      <p className="t13 soft">
        {without.length === 0
          ? t("security.without.none")
          : t("security.without", { names: without.map(({ name }) => name).join(", ") })}
      </p>
    </>
  );
}
