import type { SessionEntry, SignInEntry } from "@parlour/protocol/api/people/session";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../state/api/api.ts";
import { MutationButton } from "../../../ui/MutationButton.tsx";
import { runOrToast } from "../../../ui/mutation.ts";
import { Tag } from "../../../ui/badges.tsx";
import { toast } from "../../../ui/dialog/toast.tsx";
import { deviceText, locationText } from "../../../ui/security/SessionsCard.tsx";
import { t as mine } from "../../../ui/security/text.ts";
import { QuerySection } from "../kit/form/SettingsSection.tsx";
import { Timestamp } from "../kit/resource/parts.tsx";
import { ResourceTable } from "../kit/resource/ResourceTable.tsx";
import { t } from "./text.ts";

/** Renders the sessions of all operators. */
export function SessionTable() {
  const query = useQuery({
    queryKey: ["security", "sessions"],
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

/** Renders the last sign-ins of all operators. */
export function SignInTable() {
  const query = useQuery({
    queryKey: ["security", "sign-ins"],
    queryFn: ({ signal }) => api.get<{ items: SignInEntry[] }>("/sign-ins", { signal }),
  });
  return (
    <QuerySection id="g-signins" title={t("security.log")} query={query}>
      {(signIns) =>
        signIns?.length === 0 ? (
          <p className="t13">{t("security.log.none")}</p>
        ) : (
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
        )
      }
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
