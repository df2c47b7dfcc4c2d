import type { SecurityPolicy, SessionEntry, SignInEntry } from "@parlour/protocol/api-session";
import { useQuery } from "@tanstack/react-query";
import { api, queries } from "../../../state/api.ts";
import { DeedButton } from "../../../ui/DeedButton.tsx";
import { orSay } from "../../../ui/deed.ts";
import { Tag } from "../../../ui/marks.tsx";
import { fullTime } from "../../../ui/Time.tsx";
import { toast } from "../../../ui/toast.tsx";
import { deviceText, locationText } from "../../me/security/SessionsCard.tsx";
import { t as mine } from "../../me/security/text.ts";
import { FormSwitch, FormText } from "../bound.tsx";
import { FormPage } from "../FormPage.tsx";
import { Group, ReadGroup } from "../Group.tsx";
import { t as shared } from "../text.ts";
import { At, Loaded } from "../parts.tsx";
import { Things } from "../Things.tsx";
import { useForm, type Form } from "../use-form.ts";
import { t } from "./text.ts";

const key = ["security"];

/**
 * Settings → Sign-in and security: second factor policy, sessions, sign-ins (CORE-013, CORE-015).
 */
export function SecurityPage() {
  const read = useQuery({ queryKey: key, queryFn: ({ signal }) => api.get<SecurityPolicy>("/security", { signal }) });
  return (
    <Loaded read={read} title={t("security.title")} about={t("security.about")}>
      {(policy) => <SecurityForm policy={policy} grace={graceOf(policy, read.dataUpdatedAt)} />}
    </Loaded>
  );
}

const usualGrace = 14;
const dayMs = 86_400_000;

/**
 * Returns the days until the second factor is required, counted from `now`, the time when the
 * policy was loaded.
 */
function graceOf({ required_from: from }: SecurityPolicy, now: number): string {
  return String(from === null ? usualGrace : Math.max(0, Math.round((Date.parse(from) - now) / dayMs)));
}

function SecurityForm({ policy, grace: saved }: { policy: SecurityPolicy; grace: string }) {
  const form = useForm({
    saved: { required: policy.second_factor === "required", grace: saved },
    check: ({ grace }) => (/^\d{1,2}$/.test(grace.trim()) && Number(grace) <= 90 ? {} : { grace: t("security.grace.wrong") }),
    save: async ({ required, grace }) => {
      const body = required ? { second_factor: "required", grace_days: Number(grace) } : { second_factor: "optional" };
      queries.setQueryData(key, await api.patch<SecurityPolicy>("/security", body));
    },
  });
  return (
    <FormPage
      title={t("security.title")}
      about={t("security.about")}
      form={form}
      readOnly={policy.managed ? shared("page.managed") : null}
      labels={{ required: t("security.factor.ask"), grace: t("security.grace") }}
    >
      <SecondFactor form={form} policy={policy} />
      <SessionTable />
      <SignInTable />
    </FormPage>
  );
}

function SecondFactor({ form, policy }: { form: Form<{ required: boolean; grace: string }>; policy: SecurityPolicy }) {
  const bound = { form, readOnly: policy.managed };
  return (
    <Group id="g-factor" title={t("security.factor")}>
      <FormSwitch {...bound} name="required" label={t("security.factor.ask")} hint={t("security.factor.hint")} />
      {form.values.required && (
        <FormText {...bound} name="grace" label={t("security.grace")} hint={t("security.grace.hint")} inputMode="numeric" maxLength={2} />
      )}
      {policy.required_from !== null && <p className="t13">{t("security.from", { time: fullTime(policy.required_from) })}</p>}
      <p className="t13 soft">
        {policy.without.length === 0
          ? t("security.without.none")
          : t("security.without", { names: policy.without.map((one) => one.name).join(", ") })}
      </p>
    </Group>
  );
}

function SessionTable() {
  const read = useQuery({
    queryKey: [...key, "sessions"],
    queryFn: ({ signal }) => api.get<{ items: SessionEntry[] }>("/sessions", { signal }),
  });
  const end = async (id: number) => {
    const isEnded = await orSay(() => api.delete(`/sessions/${id}`));
    if (isEnded) toast(t("security.ended"));
    await read.refetch();
  };
  return (
    <ReadGroup id="g-sessions" title={t("security.sessions")} read={read}>
      {(sessions = []) => (
        <Things
          things={sessions}
          name={{ head: t("security.who"), cell: (one) => <Who of={one} mark={one.current && mine("sessions.here")} /> }}
          columns={[
            { head: t("security.device"), cell: (one) => <bdi>{deviceText(one)}</bdi> },
            { head: t("security.place"), cell: (one) => <bdi>{locationText(one)}</bdi> },
            { head: t("security.seen"), cell: (one) => <At time={one.last_seen_at} /> },
          ]}
          deeds={{
            head: t("security.end"),
            cell: (one) => !one.current && <End name={one.operator.name} onEnd={() => end(one.id)} />,
          }}
        />
      )}
    </ReadGroup>
  );
}

function Who({ of: { operator }, mark }: { of: SessionEntry | SignInEntry; mark: string | false }) {
  return (
    <>
      <bdi>{operator.name}</bdi> {mark !== false && <Tag>{mark}</Tag>}
    </>
  );
}

function End({ name, onEnd }: { name: string; onEnd: () => Promise<void> }) {
  return (
    <DeedButton small aria-label={t("security.end.what", { name })} deed={onEnd}>
      {t("security.end")}
    </DeedButton>
  );
}

function SignInTable() {
  const read = useQuery({
    queryKey: [...key, "sign-ins"],
    queryFn: ({ signal }) => api.get<{ items: SignInEntry[] }>("/sign-ins", { signal }),
  });
  return (
    <ReadGroup id="g-signins" title={t("security.log")} read={read}>
      {(signIns) => (
        <>
          {signIns?.length === 0 && <p className="t13">{t("security.log.none")}</p>}
          <Things
            things={signIns ?? []}
            name={{ head: t("security.who"), cell: (one) => <Who of={one} mark={!one.ok && t("security.refused")} /> }}
            columns={[
              { head: t("security.when"), cell: (one) => <At time={one.at} /> },
              { head: t("security.how"), cell: (one) => <How signIn={one} /> },
              { head: t("security.place"), cell: (one) => <bdi>{locationText(one)}</bdi> },
            ]}
          />
        </>
      )}
    </ReadGroup>
  );
}

function How({ signIn }: { signIn: SignInEntry }) {
  return (
    <span>
      {mine(`sessions.by.${signIn.method}`)} · <bdi>{deviceText(signIn)}</bdi>
    </span>
  );
}
