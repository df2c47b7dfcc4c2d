import type { CallSettings, CallSettingsChanged } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api, queries } from "../../../state/api.ts";
import { may, useMe } from "../../../state/session.tsx";
import { FormSelect, FormSwitch, FormText, FormUrl } from "../bound.tsx";
import { FormPage } from "../FormPage.tsx";
import { keepSecret } from "../fresh-secret.ts";
import { Card, Group } from "../Group.tsx";
import { HoursGroup } from "../hours/OwnHours.tsx";
import { CopyRow, Loaded } from "../parts.tsx";
import { Secret } from "../Secret.tsx";
import { t as shared } from "../text.ts";
import { useForm, type Form } from "../use-form.ts";
import { faultsOf, patchOf, valuesOf, type CallsValues } from "./calls-form.ts";
import { DriverTest } from "./DriverTest.tsx";
import { t } from "./text.ts";

const secretPath = "calls/driver";

/**
 * Settings → Call-back: whether and when visitors may request a call, and who calls (CORE-104,
 * CORE-105).
 */
export function CallsPage() {
  const read = useQuery({ queryKey: ["call-settings"], queryFn: ({ signal }) => api.get<CallSettings>("/call-settings", { signal }) });
  return (
    <Loaded read={read} title={t("callset.title")} about={t("callset.about")}>
      {(saved) => <CallsForm saved={saved} />}
    </Loaded>
  );
}

function CallsForm({ saved }: { saved: CallSettings }) {
  const me = useMe();
  const form = useCallsForm(saved);
  const readOnly = saved.managed ? shared("page.managed") : may(me, "team") ? null : shared("page.readonly");
  const bound = { form, readOnly: readOnly !== null };
  return (
    <FormPage
      title={t("callset.title")}
      about={t("callset.about")}
      form={form}
      labels={labels()}
      readOnly={readOnly}
      side={
        <>
          <Now saved={saved} />
          {saved.driver === "http" && saved.url !== null && <DriverTest dirty={form.changed.includes("url")} />}
        </>
      }
    >
      <Offer {...bound} />
      <HoursGroup {...bound} id="g-hours" title={t("callset.hours")} label={t("callset.hours.on")} hint={t("callset.hours.on.hint")} />
      <Group id="g-balance" title={t("callset.balance")}>
        <FormSwitch {...bound} name="limited" label={t("callset.limited")} hint={t("callset.limited.hint")} />
        {form.values.limited && <FormText {...bound} name="minutes" label={t("callset.minutes")} inputMode="numeric" maxLength={10} />}
      </Group>
      <Driver {...bound} saved={saved} />
    </FormPage>
  );
}

function useCallsForm(saved: CallSettings): Form<CallsValues> {
  return useForm<CallsValues>({
    saved: valuesOf(saved),
    check: (values) =>
      Object.fromEntries(
        Object.entries(faultsOf(values)).map(([name, fault]) => [name, typeof fault === "string" ? t(faultWords[fault]) : fault.words]),
      ),
    fieldOf: (error) => (error.code === "private_address" ? "url" : null),
    save: async (values, changed) => {
      keep(await api.patch<CallSettingsChanged>("/call-settings", patchOf(values, changed)));
    },
  });
}

/** Caches the returned settings, and stores the telephony secret if the response has a new one. */
function keep({ signing_secret: secret, ...settings }: CallSettingsChanged): string | undefined {
  if (secret !== undefined) keepSecret(secretPath, secret);
  queries.setQueryData(["call-settings"], settings);
  return secret;
}

interface PartProps {
  form: Form<CallsValues>;
  readOnly: boolean;
}

/** Settings: whether calls are offered, to which numbers, and how long it rings. */
function Offer(bound: PartProps) {
  const seconds = { ...bound, inputMode: "numeric", maxLength: 5 } as const;
  return (
    <Group id="g-calls" title={t("callset.group")}>
      <FormSwitch {...bound} name="enabled" label={t("callset.enabled")} hint={t("callset.enabled.hint")} />
      <FormText {...bound} name="prefixes" label={t("callset.prefixes")} hint={t("callset.prefixes.hint")} maxLength={2000} />
      <FormText {...seconds} name="agent" label={t("callset.agent")} hint={t("callset.agent.hint")} />
      <FormText {...seconds} name="client" label={t("callset.client")} hint={t("callset.client.hint")} />
    </Group>
  );
}

/** Selects who calls: operators in the call queue, or a telephony server (CORE-105). */
function Driver({ saved, ...bound }: PartProps & { saved: CallSettings }) {
  const { driver } = bound.form.values;
  return (
    <Group id="g-driver" title={t("callset.driver")}>
      <FormSelect
        {...bound}
        name="driver"
        label={t("callset.driver.label")}
        options={(["desk", "http"] as const).map((value) => ({ value, label: t(`callset.driver.${value}`) }))}
        hint={t(`callset.driver.${driver}.hint`)}
      />
      {driver === "http" && (
        <>
          <FormUrl {...bound} name="url" label={t("callset.url")} />
          {saved.report_url !== null && <CopyRow label={t("callset.report")} value={saved.report_url} hint={t("callset.report.hint")} />}
          {saved.secret_hint !== null && <DriverSecret hint={saved.secret_hint} managed={saved.managed} />}
        </>
      )}
    </Group>
  );
}

function DriverSecret({ hint, managed }: { hint: string; managed: boolean }) {
  const rotate = async () => keep(await api.post<CallSettingsChanged>("/call-settings/rotate"));
  // The changed key remounts the component, so that a new secret is shown.
  return <Secret key={hint} path={secretPath} hint={hint} managed={managed} rotate={rotate} />;
}

/** Shows whether the settings allow a visitor to request a call now. */
function Now({ saved }: { saved: CallSettings }) {
  const isEmpty = saved.balance_min !== null && saved.balance_min <= 0;
  const state = !saved.enabled ? "off" : !saved.open_now ? "shut" : isEmpty ? "empty" : "open";
  return (
    <Card id="s-now" title={t("callset.now")}>
      <p className="t13">{t(`callset.now.${state}`)}</p>
      <p className="t13">
        <Link to="/calls/{-$call}" params={{ call: undefined }}>
          {t("callset.now.desk")}
        </Link>
      </p>
    </Card>
  );
}

const faultWords = {
  prefixes: "callset.prefixes.wrong",
  seconds: "callset.seconds",
  minutes: "callset.minutes.wrong",
  url: "callset.url.wrong",
} as const;

function labels(): Record<keyof CallsValues, string> {
  return {
    enabled: t("callset.enabled"),
    prefixes: t("callset.prefixes"),
    agent: t("callset.agent"),
    client: t("callset.client"),
    limited: t("callset.limited"),
    minutes: t("callset.minutes"),
    hours: t("callset.hours"),
    driver: t("callset.driver.label"),
    url: t("callset.url"),
  };
}
