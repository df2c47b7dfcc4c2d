import type { CallSettings, CallSettingsChanged } from "@parlour/protocol/api";
import type { Field } from "@parlour/protocol/settings/field";
import { calls } from "@parlour/protocol/settings/kinds/account/calls";
import { Link } from "@tanstack/react-router";
import { api } from "../../../state/api/api.ts";
import { Switch } from "../../../ui/Field.tsx";
import { CustomHours } from "../hours/CustomHours.tsx";
import { listHoursFields, toApiHours, toHoursValues, validateHours } from "../hours/hours-form.ts";
import { ChangedLabel } from "../../../ui/form/ChangedLabel.tsx";
import { FormTextField } from "../kit/form/form-fields.tsx";
import { SideCard } from "../kit/form/SettingsSection.tsx";
import type { Form } from "../../../ui/form/use-form.ts";
import type { ControlProps } from "../kit/kind/controls.tsx";
import { singleScreen } from "../kit/kind/single-screen.ts";
import { cacheSingle } from "../kit/kind/use-kind-form.ts";
import { CopyField } from "../kit/resource/parts.tsx";
import { SigningSecret } from "../kit/resource/SigningSecret.tsx";
import { findWrongPrefix, parsePrefixes } from "./prefixes.ts";
import { TelephonyTest } from "./TelephonyTest.tsx";
import { t } from "./text.ts";

/** Settings → Call-back: whether visitors may request a call, and who calls (CORE-104). */
export const callsScreen = singleScreen<CallSettings>()({
  kind: calls,
  prefix: "callsettings",
  t,
  labels: [
    { label: "callsettings.hours.on", group: "callsettings.group.hours" },
    ...listHoursFields({ group: "callsettings.group.hours" }),
    { label: "callsettings.limited", group: "callsettings.group.balance" },
    { label: "callsettings.report", group: "callsettings.group.driver" },
    { label: "channel.secret.new", group: "callsettings.group.driver" },
    { label: "channel.secret", group: "callsettings.group.driver" },
    { label: "callsettings.now" },
    { label: "callsettings.test" },
  ],
  sections: [
    { id: "calls", fields: ["enabled", "prefixes", "no_answer_agent_s", "no_answer_client_s"] },
    { id: "hours", fields: ["hours"] },
    { id: "balance", fields: ["balance_min"] },
    {
      id: "driver",
      fields: ["driver", "url"],
      below: (stored: CallSettings, { values }) =>
        values["driver"] === "http" && <TelephonyServer stored={stored} />,
    },
  ],
  controls: {
    prefixes: (props) => <FormTextField {...bindText(props)} maxLength={2000} />,
    hours: (props) => (
      <CustomHours
        {...props}
        label={t("callsettings.hours.on")}
        hint={t("callsettings.hours.on.hint")}
      />
    ),
    balance_min: BalanceControl,
  },
  custom: {
    prefixes: {
      toForm: (prefixes: readonly string[]) => prefixes.join(" "),
      toSent: parsePrefixes,
      findError: (text: string) =>
        findWrongPrefix(text) === null ? null : t("callsettings.prefixes.wrong"),
    },
    hours: { toForm: toHoursValues, toSent: toApiHours, findError: validateHours },
  },
  isShown: (name, { driver }) => name !== "url" || driver === "http",
  check: ({ driver, url }) =>
    driver === "http" && url === null ? { url: t("callsettings.url.wrong") } : {},
  side: (_values, { changed }, stored) => (
    <>
      <AvailabilityCard saved={stored} />
      {stored.driver === "http" && stored.url !== null && (
        <TelephonyTest dirty={changed.includes("url")} />
      )}
    </>
  ),
});

const bindText = ({ form, name, label, hint, readOnly }: ControlProps<Field>) => ({
  form: form as unknown as Form<Record<string, string>>,
  name,
  label,
  hint,
  readOnly,
});

/** Renders a switch, and the minutes while they are limited (CORE-105). */
function BalanceControl(props: ControlProps<Field>) {
  const { form, name, readOnly } = props;
  const isLimited = form.values[name] !== null;
  const label = t("callsettings.limited");
  return (
    <>
      <Switch
        name="limited"
        label={
          isLimited ? (
            label
          ) : (
            <ChangedLabel form={form} name={name}>
              {label}
            </ChangedLabel>
          )
        }
        hint={t("callsettings.limited.hint")}
        checked={isLimited}
        onChange={() => form.set(name, isLimited ? null : "")}
        disabled={readOnly}
      />
      {isLimited && <FormTextField {...bindText(props)} inputMode="numeric" maxLength={11} />}
    </>
  );
}

function TelephonyServer({ stored }: { stored: CallSettings }) {
  const hint = stored.secret_hint;
  const rotate = async () =>
    cacheSingle(calls, await api.post<CallSettingsChanged>("/call-settings/rotate"));
  return (
    <>
      {stored.report_url !== null && (
        <CopyField
          label={t("callsettings.report")}
          value={stored.report_url}
          hint={t("callsettings.report.hint")}
        />
      )}
      {/* The key changes with the secret, so that the component remounts and shows the new one. */}
      {hint !== null && (
        <SigningSecret
          key={hint}
          path={calls.path}
          {...{ hint, rotate }}
          managed={stored.managed}
        />
      )}
    </>
  );
}

function AvailabilityCard({ saved }: { saved: CallSettings }) {
  const isEmpty = saved.balance_min !== null && saved.balance_min <= 0;
  const state = !saved.enabled ? "off" : !saved.open_now ? "shut" : isEmpty ? "empty" : "open";
  return (
    <SideCard id="s-now" title={t("callsettings.now")}>
      <p className="t13">{t(`callsettings.now.${state}`)}</p>
      <p className="t13">
        <Link to="/calls/{-$call}" params={{ call: undefined }}>
          {t("callsettings.now.desk")}
        </Link>
      </p>
    </SideCard>
  );
}
