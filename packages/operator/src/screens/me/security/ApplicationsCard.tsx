import type { ConnectedApplication, ConnectedApplications } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { api, queryClient } from "../../../state/api/api.ts";
import { MutationButton } from "../../../ui/MutationButton.tsx";
import { ErrorMessage, getErrorText } from "../../../ui/loading/ErrorMessage.tsx";
import { formatFullTime } from "../../../ui/time.ts";
import { toast } from "../../../ui/dialog/toast.tsx";
import { getScopeText } from "../../../ui/security/scope-text.ts";
import { applicationsQueryKey } from "../../../ui/security/data.ts";
import { t } from "../../../ui/security/text.ts";
import "../../../ui/device-list.css";

/** Lists the applications that act for the operator, with a button to disconnect each (MCP-071). */
export function ApplicationsCard() {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: applicationsQueryKey,
    queryFn: ({ signal }) => api.get<ConnectedApplications>("/me/applications", { signal }),
  });
  return (
    <section className="card" aria-labelledby="s-applications" aria-busy={isPending}>
      <h2 id="s-applications">{t("applications.group")}</h2>
      <p className="t13 soft">
        {t(data?.items.length === 0 ? "applications.none" : "applications.hint")}
      </p>
      {error !== null && <ErrorMessage error={error} onRetry={() => void refetch()} />}
      <ul className="devices">
        {data?.items.map((application) => (
          <ApplicationRow key={application.id} application={application} />
        ))}
      </ul>
    </section>
  );
}

function ApplicationRow({ application }: { application: ConnectedApplication }) {
  const { id, name, scopes, last_used_at } = application;
  return (
    <li>
      <span className="grow">
        <bdi>{name}</bdi>
        <small className="faint">{scopes.map(getScopeText).join(" · ")}</small>
        <small className="faint">
          {last_used_at === null
            ? t("applications.unused")
            : t("applications.used", { time: formatFullTime(last_used_at) })}
        </small>
      </span>
      <MutationButton
        small
        aria-label={t("applications.end.what", { name })}
        mutate={() => disconnect(id, name)}
      >
        {t("applications.end")}
      </MutationButton>
    </li>
  );
}

async function disconnect(id: number, name: string): Promise<void> {
  try {
    await api.delete(`/me/applications/${id}`);
    toast(t("applications.ended", { name }));
  } catch (fault) {
    toast(getErrorText(fault), { tone: "bad" });
  }
  await queryClient.invalidateQueries({ queryKey: applicationsQueryKey });
}
