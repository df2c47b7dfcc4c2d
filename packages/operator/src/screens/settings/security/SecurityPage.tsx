import type {
  SecurityPolicy,
  SessionEntry,
  SignInEntry,
} from "@parlour/protocol/api/people/session";
import { useQuery } from "@tanstack/react-query";
import { api, queryClient } from "../../../state/api/api.ts";
import { MutationButton } from "../../../ui/MutationButton.tsx";
import { runOrToast } from "../../../ui/mutation.ts";
import { Tag } from "../../../ui/badges.tsx";
import { formatFullTime } from "../../../ui/time.ts";
import { toast } from "../../../ui/dialog/toast.tsx";
import { deviceText, locationText } from "../../me/security/SessionsCard.tsx";
import { t as mine } from "../../me/security/text.ts";
import { FormSwitch, FormTextField } from "../kit/form/form-fields.tsx";
import { FormPage } from "../kit/form/FormPage.tsx";
import { SettingsSection, QuerySection } from "../kit/form/SettingsSection.tsx";
import { t as shared } from "../text.ts";
import { Timestamp, QueryPageBody } from "../kit/resource/parts.tsx";
import { ResourceTable } from "../kit/resource/ResourceTable.tsx";
import { useForm, type Form } from "../kit/form/use-form.ts";
import { t } from "./text.ts";

const securityQueryKey = ["security"];

/**
 * Renders Settings → Sign-in and security: second factor policy, sessions, sign-ins (CORE-013,
 * CORE-015).
 */
export function SecurityPage() {
  const query = useQuery({
    queryKey: securityQueryKey,
    queryFn: ({ signal }) => api.get<SecurityPolicy>("/security", { signal }),
  });
  return (
    <QueryPageBody query={query} title={t("security.title")} about={t("security.about")}>
      {(policy) => (
        <SecurityForm policy={policy} grace={getGraceDays(policy, query.dataUpdatedAt)} />
      )}
    </QueryPageBody>
  );
}

const defaultGraceDays = 14;
const dayMs = 86_400_000;

/**
 * Returns the number of days until a second factor is required, as text. `now` is the time when the
 * policy was loaded.
 */
function getGraceDays({ required_from: from }: SecurityPolicy, now: number): string {
  return String(
    from === null ? defaultGraceDays : Math.max(0, Math.round((Date.parse(from) - now) / dayMs)),
  );
}

function SecurityForm({ policy, grace: saved }: { policy: SecurityPolicy; grace: string }) {
  const form = useForm({
    saved: { required: policy.second_factor === "required", grace: saved },
    validate: ({ grace }) =>
      /^\d{1,2}$/.test(grace.trim()) && Number(grace) <= 90
        ? {}
        : { grace: t("security.grace.wrong") },
    save: async ({ required, grace }) => {
      const body = required
        ? { second_factor: "required", grace_days: Number(grace) }
        : { second_factor: "optional" };
      queryClient.setQueryData(
        securityQueryKey,
        await api.patch<SecurityPolicy>("/security", body),
      );
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

interface SecondFactorProps {
  form: Form<{ required: boolean; grace: string }>;
  policy: SecurityPolicy;
}

function SecondFactor({ form, policy }: SecondFactorProps) {
  const fieldProps = { form, readOnly: policy.managed };
  return (
    <SettingsSection id="g-factor" title={t("security.factor")}>
      <FormSwitch
        {...fieldProps}
        name="required"
        label={t("security.factor.ask")}
        hint={t("security.factor.hint")}
      />
      {form.values.required && (
        <FormTextField
          {...fieldProps}
          name="grace"
          label={t("security.grace")}
          hint={t("security.grace.hint")}
          inputMode="numeric"
          maxLength={2}
        />
      )}
      {policy.required_from !== null && (
        <p className="t13">{t("security.from", { time: formatFullTime(policy.required_from) })}</p>
      )}
      <p className="t13 soft">{withoutText(policy)}</p>
    </SettingsSection>
  );
}

function withoutText({ without }: SecondFactorProps["policy"]): string {
  return without.length === 0
    ? t("security.without.none")
    : t("security.without", { names: without.map((operator) => operator.name).join(", ") });
}

function SessionTable() {
  const query = useQuery({
    queryKey: [...securityQueryKey, "sessions"],
    queryFn: ({ signal }) => api.get<{ items: SessionEntry[] }>("/sessions", { signal }),
  });
  const endSession = async (id: number) => {
    const isEnded = await runOrToast(() => api.delete(`/sessions/${id}`));
    if (isEnded) toast(t("security.ended"));
    await query.refetch();
  };
  return (
    <QuerySection id="g-sessions" title={t("security.sessions")} query={query}>
      {(sessions = []) => (
        <ResourceTable
          resources={sessions}
          name={{
            head: t("security.who"),
            cell: (session) => (
              <OperatorCell entry={session} mark={session.current && mine("sessions.here")} />
            ),
          }}
          columns={[
            { head: t("security.device"), cell: (session) => <bdi>{deviceText(session)}</bdi> },
            { head: t("security.place"), cell: (session) => <bdi>{locationText(session)}</bdi> },
            {
              head: t("security.seen"),
              cell: (session) => <Timestamp time={session.last_seen_at} />,
            },
          ]}
          actions={{
            head: t("security.end"),
            cell: (session) =>
              !session.current && (
                <EndSessionButton
                  name={session.operator.name}
                  onEnd={() => endSession(session.id)}
                />
              ),
          }}
        />
      )}
    </QuerySection>
  );
}

function OperatorCell({
  entry: { operator },
  mark,
}: {
  entry: SessionEntry | SignInEntry;
  mark: string | false;
}) {
  return (
    <>
      <bdi>{operator.name}</bdi> {mark !== false && <Tag>{mark}</Tag>}
    </>
  );
}

function EndSessionButton({ name, onEnd }: { name: string; onEnd: () => Promise<void> }) {
  return (
    <MutationButton small aria-label={t("security.end.what", { name })} mutate={onEnd}>
      {t("security.end")}
    </MutationButton>
  );
}

function SignInTable() {
  const query = useQuery({
    queryKey: [...securityQueryKey, "sign-ins"],
    queryFn: ({ signal }) => api.get<{ items: SignInEntry[] }>("/sign-ins", { signal }),
  });
  return (
    <QuerySection id="g-signins" title={t("security.log")} query={query}>
      {(signIns) => (
        <>
          {signIns?.length === 0 && <p className="t13">{t("security.log.none")}</p>}
          <ResourceTable
            resources={signIns ?? []}
            name={{
              head: t("security.who"),
              cell: (signIn) => (
                <OperatorCell entry={signIn} mark={!signIn.ok && t("security.refused")} />
              ),
            }}
            columns={[
              { head: t("security.when"), cell: (signIn) => <Timestamp time={signIn.at} /> },
              { head: t("security.how"), cell: (signIn) => <SignInMethod signIn={signIn} /> },
              { head: t("security.place"), cell: (signIn) => <bdi>{locationText(signIn)}</bdi> },
            ]}
          />
        </>
      )}
    </QuerySection>
  );
}

function SignInMethod({ signIn }: { signIn: SignInEntry }) {
  return (
    <span>
      {mine(`sessions.by.${signIn.method}`)} · <bdi>{deviceText(signIn)}</bdi>
    </span>
  );
}
