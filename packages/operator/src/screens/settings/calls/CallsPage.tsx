import type { CallSettings, CallSettingsChanged } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api, queryClient } from "../../../state/api/api.ts";
import { can, useCurrentOperator } from "../../../state/session.tsx";
import { FormSelect, FormSwitch, FormTextField, FormUrlField } from "../kit/form/form-fields.tsx";
import { FormPage } from "../kit/form/FormPage.tsx";
import { storeSecret } from "../kit/resource/one-time-secret.ts";
import { SideCard, SettingsSection } from "../kit/form/SettingsSection.tsx";
import { HoursSection } from "../hours/CustomHours.tsx";
import { CopyField, QueryPageBody } from "../kit/resource/parts.tsx";
import { SigningSecret } from "../kit/resource/SigningSecret.tsx";
import { t as shared } from "../text.ts";
import { useForm, type Form } from "../kit/form/use-form.ts";
import { validateCalls, toPatchBody, toFormValues, type CallsFormValues } from "./calls-form.ts";
import { TelephonyTest } from "./TelephonyTest.tsx";
import { t } from "./text.ts";

const secretPath = "calls/driver";

/**
 * Renders Settings → Call-back: whether and when visitors may request a call, and who calls them
 * (CORE-104, CORE-105).
 */
export function CallsPage() {
  const query = useQuery({
    queryKey: ["call-settings"],
    queryFn: ({ signal }) => api.get<CallSettings>("/call-settings", { signal }),
  });
  return (
    <QueryPageBody query={query} title={t("callsettings.title")} about={t("callsettings.about")}>
      {(saved) => <CallsForm saved={saved} />}
    </QueryPageBody>
  );
}

function CallsForm({ saved }: { saved: CallSettings }) {
  const me = useCurrentOperator();
  const form = useCallsForm(saved);
  const readOnly = saved.managed
    ? shared("page.managed")
    : can(me, "team")
      ? null
      : shared("page.readonly");
  const fieldProps = { form, readOnly: readOnly !== null };
  return (
    <FormPage
      title={t("callsettings.title")}
      about={t("callsettings.about")}
      form={form}
      labels={getLabels()}
      readOnly={readOnly}
      side={
        <>
          <AvailabilityCard saved={saved} />
          {saved.driver === "http" && saved.url !== null && (
            <TelephonyTest dirty={form.changed.includes("url")} />
          )}
        </>
      }
    >
      <CallsSection {...fieldProps} />
      <HoursSection
        {...fieldProps}
        id="g-hours"
        title={t("callsettings.hours")}
        label={t("callsettings.hours.on")}
        hint={t("callsettings.hours.on.hint")}
      />
      <SettingsSection id="g-balance" title={t("callsettings.balance")}>
        <FormSwitch
          {...fieldProps}
          name="limited"
          label={t("callsettings.limited")}
          hint={t("callsettings.limited.hint")}
        />
        {form.values.limited && (
          <FormTextField
            {...fieldProps}
            name="minutes"
            label={t("callsettings.minutes")}
            inputMode="numeric"
            maxLength={10}
          />
        )}
      </SettingsSection>
      <TelephonySection {...fieldProps} saved={saved} />
    </FormPage>
  );
}

function useCallsForm(saved: CallSettings): Form<CallsFormValues> {
  return useForm<CallsFormValues>({
    saved: toFormValues(saved),
    validate: (values) =>
      Object.fromEntries(
        Object.entries(validateCalls(values)).map(([name, problem]) => [
          name,
          typeof problem === "string" ? t(errorTextIds[problem]) : problem.words,
        ]),
      ),
    mapErrorField: (error) => (error.code === "private_address" ? "url" : null),
    save: async (values, changed) => {
      cacheCallSettings(
        await api.patch<CallSettingsChanged>("/call-settings", toPatchBody(values, changed)),
      );
    },
  });
}

/** Caches the returned settings. If the response contains a new telephony secret, stores it too. */
function cacheCallSettings({
  signing_secret: secret,
  ...settings
}: CallSettingsChanged): string | undefined {
  if (secret !== undefined) storeSecret(secretPath, secret);
  queryClient.setQueryData(["call-settings"], settings);
  return secret;
}

interface PartProps {
  form: Form<CallsFormValues>;
  readOnly: boolean;
}

/**
 * Settings of the calls: whether they are offered, which numbers are allowed, and how long the
 * telephone rings.
 */
function CallsSection(fieldProps: PartProps) {
  const seconds = { ...fieldProps, inputMode: "numeric", maxLength: 5 } as const;
  return (
    <SettingsSection id="g-calls" title={t("callsettings.group")}>
      <FormSwitch
        {...fieldProps}
        name="enabled"
        label={t("callsettings.enabled")}
        hint={t("callsettings.enabled.hint")}
      />
      <FormTextField
        {...fieldProps}
        name="prefixes"
        label={t("callsettings.prefixes")}
        hint={t("callsettings.prefixes.hint")}
        maxLength={2000}
      />
      <FormTextField
        {...seconds}
        name="agent"
        label={t("callsettings.agent")}
        hint={t("callsettings.agent.hint")}
      />
      <FormTextField
        {...seconds}
        name="client"
        label={t("callsettings.client")}
        hint={t("callsettings.client.hint")}
      />
    </SettingsSection>
  );
}

/** Selects who calls: operators in the call queue, or a telephony server (CORE-105). */
function TelephonySection({ saved, ...fieldProps }: PartProps & { saved: CallSettings }) {
  const { driver } = fieldProps.form.values;
  return (
    <SettingsSection id="g-driver" title={t("callsettings.driver")}>
      <FormSelect
        {...fieldProps}
        name="driver"
        label={t("callsettings.driver.label")}
        options={(["desk", "http"] as const).map((value) => ({
          value,
          label: t(`callsettings.driver.${value}`),
        }))}
        hint={t(`callsettings.driver.${driver}.hint`)}
      />
      {driver === "http" && (
        <>
          <FormUrlField {...fieldProps} name="url" label={t("callsettings.url")} />
          {saved.report_url !== null && (
            <CopyField
              label={t("callsettings.report")}
              value={saved.report_url}
              hint={t("callsettings.report.hint")}
            />
          )}
          {saved.secret_hint !== null && (
            <TelephonySecret hint={saved.secret_hint} managed={saved.managed} />
          )}
        </>
      )}
    </SettingsSection>
  );
}

function TelephonySecret({ hint, managed }: { hint: string; managed: boolean }) {
  const rotate = async () =>
    cacheCallSettings(await api.post<CallSettingsChanged>("/call-settings/rotate"));
  // The key changes with the secret, so that the component remounts and shows the new secret.
  return (
    <SigningSecret key={hint} path={secretPath} hint={hint} managed={managed} rotate={rotate} />
  );
}

/** Shows whether visitors can request a call now with these settings. */
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

const errorTextIds = {
  prefixes: "callsettings.prefixes.wrong",
  seconds: "callsettings.seconds",
  minutes: "callsettings.minutes.wrong",
  url: "callsettings.url.wrong",
} as const;

function getLabels(): Record<keyof CallsFormValues, string> {
  return {
    enabled: t("callsettings.enabled"),
    prefixes: t("callsettings.prefixes"),
    agent: t("callsettings.agent"),
    client: t("callsettings.client"),
    limited: t("callsettings.limited"),
    minutes: t("callsettings.minutes"),
    hours: t("callsettings.hours"),
    driver: t("callsettings.driver.label"),
    url: t("callsettings.url"),
  };
}
