import type { CallSettings, CallSettingsChanged } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api, queries } from "../../../state/api.ts";
import { may, useMe } from "../../../state/session.tsx";
import { Switch } from "../../../ui/Field.tsx";
import { FormSelect, FormSwitch, FormText, FormUrl } from "../bound.tsx";
import { FormPage, Label } from "../FormPage.tsx";
import { keepSecret } from "../fresh-secret.ts";
import { usualHours } from "../hours/hours-form.ts";
import { HoursEditor } from "../hours/HoursEditor.tsx";
import { CopyRow, Loaded } from "../parts.tsx";
import { Secret } from "../Secret.tsx";
import { t as shared } from "../text.ts";
import { useForm } from "../use-form.ts";
import { faultsOf, patchOf, valuesOf, type CallsValues } from "./calls-form.ts";
import { DriverTest } from "./DriverTest.tsx";
import { t } from "./text.ts";

const secretPath = "calls/driver";

/** Settings → Call-back & telephony: whether and when visitors may ask to be called, and who calls (CORE-104, CORE-105). */
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
  const form = useForm<CallsValues>({
    saved: valuesOf(saved),
    check: (values) =>
      Object.fromEntries(
        Object.entries(faultsOf(values)).map(([name, fault]) => [name, typeof fault === "string" ? t(faultWords[fault]) : fault.words]),
      ),
    fieldOf: (error) => (error.code === "private_address" ? "url" : null),
    save: async (values, changed) => {
      const answer = await api.patch<CallSettingsChanged>("/call-settings", patchOf(values, changed));
      const { signing_secret: secret, ...settings } = answer;
      if (secret !== undefined) keepSecret(secretPath, secret);
      queries.setQueryData(["call-settings"], settings);
    },
  });
  const { values } = form;
  const readOnly = saved.managed ? shared("page.managed") : may(me, "team") ? null : shared("page.readonly");
  const fixed = readOnly !== null;
  const bound = { form, readOnly: fixed };
  const isHttp = values.driver === "http";
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
      <section className="group" aria-labelledby="g-calls">
        <h2 id="g-calls">{t("callset.group")}</h2>
        <FormSwitch {...bound} name="enabled" label={t("callset.enabled")} hint={t("callset.enabled.hint")} />
        <FormText {...bound} name="prefixes" label={t("callset.prefixes")} hint={t("callset.prefixes.hint")} maxLength={2000} />
        <FormText {...bound} name="agent" label={t("callset.agent")} hint={t("callset.agent.hint")} inputMode="numeric" maxLength={5} />
        <FormText {...bound} name="client" label={t("callset.client")} hint={t("callset.client.hint")} inputMode="numeric" maxLength={5} />
      </section>
      <section className="group" aria-labelledby="g-hours">
        <h2 id="g-hours">
          <Label form={form} name="hours">
            {t("callset.hours")}
          </Label>
        </h2>
        <Switch
          label={t("callset.hours.on")}
          hint={t("callset.hours.on.hint")}
          checked={values.hours !== null}
          onChange={(event) => form.set("hours", event.target.checked ? usualHours() : null)}
          disabled={fixed}
        />
        {values.hours !== null && (
          <HoursEditor values={values.hours} onChange={(next) => form.set("hours", next)} readOnly={fixed} error={form.faults.hours} />
        )}
      </section>
      <section className="group" aria-labelledby="g-balance">
        <h2 id="g-balance">{t("callset.balance")}</h2>
        <FormSwitch {...bound} name="limited" label={t("callset.limited")} hint={t("callset.limited.hint")} />
        {values.limited && <FormText {...bound} name="minutes" label={t("callset.minutes")} inputMode="numeric" maxLength={10} />}
      </section>
      <section className="group" aria-labelledby="g-driver">
        <h2 id="g-driver">{t("callset.driver")}</h2>
        <FormSelect
          {...bound}
          name="driver"
          label={t("callset.driver.label")}
          options={(["desk", "http"] as const).map((value) => ({ value, label: t(`callset.driver.${value}`) }))}
          hint={t(`callset.driver.${values.driver}.hint`)}
        />
        {isHttp && <FormUrl {...bound} name="url" label={t("callset.url")} />}
        {isHttp && saved.report_url !== null && (
          <CopyRow label={t("callset.report")} value={saved.report_url} hint={t("callset.report.hint")} />
        )}
        {isHttp && saved.secret_hint !== null && (
          <Secret
            // A new one is shown although the page stood before.
            key={saved.secret_hint}
            path={secretPath}
            hint={saved.secret_hint}
            managed={saved.managed}
            rotate={async () => {
              const { signing_secret: secret, ...settings } = await api.post<CallSettingsChanged>("/call-settings/rotate");
              if (secret !== undefined) keepSecret(secretPath, secret);
              queries.setQueryData(["call-settings"], settings);
              return secret;
            }}
          />
        )}
      </section>
    </FormPage>
  );
}

/** Whether a visitor could ask at this moment, as far as settings go. */
function Now({ saved }: { saved: CallSettings }) {
  const isEmpty = saved.balance_min !== null && saved.balance_min <= 0;
  const state = !saved.enabled ? "off" : !saved.open_now ? "shut" : isEmpty ? "empty" : "open";
  return (
    <section className="card" aria-labelledby="s-now">
      <h2 id="s-now">{t("callset.now")}</h2>
      <p className="t13">{t(`callset.now.${state}`)}</p>
      <p className="t13">
        <Link to="/calls/{-$call}" params={{ call: undefined }}>
          {t("callset.now.desk")}
        </Link>
      </p>
    </section>
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
