import type { SessionEntry, SignInEntry } from "@parlour/protocol/api/people/session";
import { useQuery } from "@tanstack/react-query";
import { api, queryClient } from "../../state/api/api.ts";
import { detectBrowser, describeDevice } from "../../state/browser/device.ts";
import { MutationButton } from "../MutationButton.tsx";
import { ErrorMessage, getErrorText } from "../loading/ErrorMessage.tsx";
import { Tag } from "../badges.tsx";
import { formatFullTime } from "../time.ts";
import { toast } from "../dialog/toast.tsx";
import { applicationsQueryKey } from "./data.ts";
import "../device-list.css";
import "./security.css";
import { t } from "./text.ts";
import { Disclosure } from "../disclosure/Disclosure.tsx";

const sessionsQueryKey = ["me", "sessions"];
/** Number of sign-ins shown to the operator. Administrators can read all of them. */
const maxShownSignIns = 8;

/** Lists the operator's sessions and latest sign-ins, including rejected ones (CORE-015). */
export function SessionsCard() {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: sessionsQueryKey,
    queryFn: ({ signal }) => api.get<{ items: SessionEntry[] }>("/me/sessions", { signal }),
  });
  return (
    <section className="card" aria-labelledby="s-sessions" aria-busy={isPending}>
      <h2 id="s-sessions">{t("sessions.group")}</h2>
      {error !== null && <ErrorMessage error={error} onRetry={() => void refetch()} />}
      <ul className="devices">
        {data?.items.map((one) => (
          <SessionRow key={one.id} session={one} />
        ))}
      </ul>
      {(data?.items.length ?? 0) > 1 && (
        <MutationButton wide mutate={() => endSessions("/me/sessions", t("sessions.others.done"))}>
          {t("sessions.others")}
        </MutationButton>
      )}
      <SignInLog />
    </section>
  );
}

async function endSessions(path: string, doneText: string): Promise<void> {
  try {
    await api.delete(path);
    toast(doneText);
  } catch (fault) {
    toast(getErrorText(fault), { tone: "bad" });
  }
  await Promise.all(
    [sessionsQueryKey, applicationsQueryKey].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
}

function SessionRow({ session }: { session: SessionEntry }) {
  const name = deviceText(session);
  return (
    <li>
      <span className="grow">
        <bdi>{name}</bdi> {session.current && <Tag>{t("sessions.here")}</Tag>}
        <small className="faint">
          <bdi>{locationText(session)}</bdi> ·{" "}
          {t("sessions.seen", { time: formatFullTime(session.last_seen_at) })}
        </small>
      </span>
      {!session.current && (
        <MutationButton
          small
          aria-label={t("sessions.end.what", { name })}
          mutate={() => endSessions(`/me/sessions/${session.id}`, t("sessions.ended"))}
        >
          {t("sessions.end")}
        </MutationButton>
      )}
    </li>
  );
}

/** Lists the latest sign-ins in a collapsed section. */
function SignInLog() {
  const { data } = useQuery({
    queryKey: [...sessionsQueryKey, "log"],
    queryFn: ({ signal }) =>
      api.get<{ items: SignInEntry[] }>("/me/sign-ins", {
        query: { limit: maxShownSignIns },
        signal,
      }),
  });
  if (data === undefined || data.items.length === 0) return null;
  return (
    <Disclosure className="t13" title={t("sessions.log")}>
      <ul className="signins">
        {data.items.map((one) => (
          <li key={one.id}>
            <span className="num">{formatFullTime(one.at)}</span>
            <span className="faint">
              <bdi>{deviceText(one)}</bdi> · <bdi>{locationText(one)}</bdi> ·{" "}
              {t(`sessions.by.${one.method}`)}
            </span>
            {!one.ok && <Tag>{t("sessions.log.refused")}</Tag>}
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

/** The browser and the location of a sign-in. */
type SignInSource = Pick<SessionEntry, "user_agent" | "place" | "address">;

/** Formats browser and system, such as "Chrome · Linux", or a text that they are unknown. */
export function deviceText({ user_agent }: SignInSource): string {
  return detectBrowser(user_agent) === "other"
    ? t("sessions.unknown")
    : describeDevice(user_agent, 0);
}
/** Formats location and address, "Berlin, Germany (203.0.113.7)", or the address alone. */
export function locationText({ place, address }: SignInSource): string {
  const words = [place.city, place.country].filter((part) => part !== "").join(", ");
  return words === "" ? address : `${words} (${address})`;
}
