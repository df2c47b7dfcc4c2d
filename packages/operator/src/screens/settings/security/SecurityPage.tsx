import type { SecurityPolicy, SessionEntry, SignInEntry } from "@parlour/protocol/api-session";
import { useQuery } from "@tanstack/react-query";
import { api, queries } from "../../../state/api.ts";
import { Button } from "../../../ui/Button.tsx";
import { Failure, wordsOf } from "../../../ui/Failure.tsx";
import { Tag } from "../../../ui/marks.tsx";
import { exactTime } from "../../../ui/Time.tsx";
import { toast } from "../../../ui/toast.tsx";
import { deviceOf, placeOf } from "../../me/security/SessionsCard.tsx";
import { t as mine } from "../../me/security/text.ts";
import { FormSwitch, FormText } from "../bound.tsx";
import { FormPage } from "../FormPage.tsx";
import { t as shared } from "../text.ts";
import { At, Loaded } from "../parts.tsx";
import { useForm } from "../use-form.ts";
import { t } from "./text.ts";

const key = ["security"];

/** Settings → Security: whether a second factor is asked of everybody, sessions, sign-ins (CORE-013, CORE-015). */
export function SecurityPage() {
  const read = useQuery({ queryKey: key, queryFn: ({ signal }) => api.get<SecurityPolicy>("/security", { signal }) });
  return (
    <Loaded read={read} title={t("security.title")} about={t("security.about")}>
      {(policy) => <SecurityForm policy={policy} />}
    </Loaded>
  );
}

function SecurityForm({ policy }: { policy: SecurityPolicy }) {
  const form = useForm({
    saved: { required: policy.second_factor === "required", grace: "14" },
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
      <section className="group" aria-labelledby="g-factor">
        <h2 id="g-factor">{t("security.factor")}</h2>
        <FormSwitch
          form={form}
          name="required"
          label={t("security.factor.ask")}
          hint={t("security.factor.hint")}
          readOnly={policy.managed}
        />
        {form.values.required && (
          <FormText
            form={form}
            name="grace"
            label={t("security.grace")}
            hint={t("security.grace.hint")}
            inputMode="numeric"
            maxLength={2}
            readOnly={policy.managed}
          />
        )}
        {policy.required_from !== null && <p className="t13">{t("security.from", { time: exactTime(policy.required_from) })}</p>}
        <p className="t13 soft">
          {policy.without.length === 0
            ? t("security.without.none")
            : t("security.without", { names: policy.without.map((one) => one.name).join(", ") })}
        </p>
      </section>
      <SessionTable />
      <SignInTable />
    </FormPage>
  );
}

function SessionTable() {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [...key, "sessions"],
    queryFn: ({ signal }) => api.get<{ items: SessionEntry[] }>("/sessions", { signal }),
  });
  const end = async (id: number) => {
    try {
      await api.delete(`/sessions/${id}`);
      toast(t("security.ended"));
    } catch (fault) {
      toast(wordsOf(fault), { tone: "bad" });
    }
    await refetch();
  };
  return (
    <section className="group" aria-labelledby="g-sessions" aria-busy={isPending}>
      <h2 id="g-sessions">{t("security.sessions")}</h2>
      {error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      <table className="things">
        <thead>
          <tr>
            <th scope="col">{t("security.who")}</th>
            <th scope="col">{t("security.device")}</th>
            <th scope="col">{t("security.place")}</th>
            <th scope="col">{t("security.seen")}</th>
            <th scope="col">
              <span className="vh">{t("security.end")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {data?.items.map((one) => (
            <tr key={one.id}>
              <th scope="row">
                <bdi>{one.operator.name}</bdi> {one.current && <Tag>{mine("sessions.here")}</Tag>}
              </th>
              <td data-label={t("security.device")}>
                <bdi>{deviceOf(one)}</bdi>
              </td>
              <td data-label={t("security.place")}>
                <bdi>{placeOf(one)}</bdi>
              </td>
              <td data-label={t("security.seen")}>
                <At time={one.last_seen_at} />
              </td>
              <td className="end-n">
                {!one.current && (
                  <Button small aria-label={t("security.end.what", { name: one.operator.name })} onClick={() => void end(one.id)}>
                    {t("security.end")}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function SignInTable() {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [...key, "sign-ins"],
    queryFn: ({ signal }) => api.get<{ items: SignInEntry[] }>("/sign-ins", { signal }),
  });
  return (
    <section className="group" aria-labelledby="g-signins" aria-busy={isPending}>
      <h2 id="g-signins">{t("security.log")}</h2>
      {error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {data?.items.length === 0 && <p className="t13">{t("security.log.none")}</p>}
      <table className="things">
        <thead>
          <tr>
            <th scope="col">{t("security.who")}</th>
            <th scope="col">{t("security.when")}</th>
            <th scope="col">{t("security.how")}</th>
            <th scope="col">{t("security.place")}</th>
          </tr>
        </thead>
        <tbody>
          {data?.items.map((one) => (
            <tr key={one.id}>
              <th scope="row">
                <bdi>{one.operator.name}</bdi> {!one.ok && <Tag>{t("security.refused")}</Tag>}
              </th>
              <td data-label={t("security.when")}>
                <At time={one.at} />
              </td>
              <td data-label={t("security.how")}>
                {mine(`sessions.by.${one.method}`)} · <bdi>{deviceOf(one)}</bdi>
              </td>
              <td data-label={t("security.place")}>
                <bdi>{placeOf(one)}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
