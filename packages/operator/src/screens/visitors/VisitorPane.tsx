import { ApiError, type Page } from "@parlour/client";
import type { Chat, Operator, VisitSource } from "@parlour/protocol";
import type { VisitorOnline, VisitorWithActivity } from "@parlour/protocol/api";
import { IconBan } from "@tabler/icons-react";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../state/api/api.ts";
import { can } from "../../state/session.tsx";
import { formatCount } from "../../ui/format-count.ts";
import { LineSkeleton, useDelayedLoading } from "../../ui/loading/Skeleton.tsx";
import { ErrorMessage } from "../../ui/loading/ErrorMessage.tsx";
import { QueryList } from "../../ui/loading/QueryList.tsx";
import { EmptyState } from "../../ui/badges.tsx";
import { formatFullTime } from "../../ui/time.ts";
import { Contacts, hasContacts } from "../inbox/panel/Contacts.tsx";
import { VisitDetails } from "../inbox/panel/CurrentVisit.tsx";
import { getVisitorName } from "../../ui/chat/visitor-name.ts";
import { BlockNotice } from "./BlockNotice.tsx";
import { InviteForm } from "./online/InviteForm.tsx";
import { t as here } from "./online/text.ts";
import { CurrentVisit } from "./online/CurrentVisit.tsx";
import { useVisits } from "./online/use-visits.ts";
import { VisitList } from "./online/VisitList.tsx";
import { VisitorChats } from "./VisitorChats.tsx";
import { t } from "./text.ts";
import { PaneHeader } from "./VisitorPaneHeader.tsx";

const pollIntervalMs = 4000;

interface VisitorPaneProps {
  number: number;
  me: Operator;
  /** Present while the visitor has a page with a widget open. */
  online: VisitorOnline | undefined;
  /** Whether the operator pressed Invite to open this pane. */
  isInviting: boolean;
  onClose: () => void;
}

/**
 * Shows the details of a visitor: values with their source, visits, chats and blocks. While the
 * visitor is on the site, it includes the invitation form.
 */
export function VisitorPane({ number, me, online, isInviting, onClose }: VisitorPaneProps) {
  const query = useQuery({
    queryKey: ["visitor", number],
    refetchInterval: pollIntervalMs,
    retry: (n, error) => !(error instanceof ApiError && error.status === 404) && n < 2,
    queryFn: ({ signal }) => api.get<VisitorWithActivity>(`/visitors/${number}`, { signal }),
  });
  const chats = useQuery({
    queryKey: ["visitor", number, "chats", query.data?.chat?.id, query.data?.chat?.state],
    enabled: query.data !== undefined,
    queryFn: ({ signal }) => api.chats({ visitor: number, sort: "created", limit: 50 }, signal),
  });
  const isDelayed = useDelayedLoading(query.isPending);
  const isMissing = query.error instanceof ApiError && query.error.status === 404;
  const visitor = isMissing ? undefined : query.data;
  const name = visitor === undefined ? `#${number}` : getVisitorName({ visitor });
  return (
    <aside className="pane one" aria-label={name}>
      <PaneHeader
        {...{ visitor, name, me, online, onClose }}
        latest={chats.data?.items[0]}
        hasNone={chats.data?.items.length === 0}
      />
      <section
        className="scroll"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
        tabIndex={0}
        aria-label={t("visitor.details")}
        aria-busy={query.isPending}
      >
        {isDelayed && <LineSkeleton lines={8} />}
        {isMissing && <EmptyState icon={IconBan} title={t("visitor.gone")} />}
        {query.isError && !isMissing && (
          <ErrorMessage error={query.error} onRetry={() => void query.refetch()} />
        )}
        {visitor !== undefined && (
          <VisitorDetails {...{ visitor, me, online, isInviting, chats }} />
        )}
      </section>
    </aside>
  );
}

interface VisitorDetailsProps extends Pick<VisitorPaneProps, "me" | "online" | "isInviting"> {
  visitor: VisitorWithActivity;
  chats: UseQueryResult<Page<Chat>>;
}

function VisitorDetails({ visitor, me, online, isInviting, chats }: VisitorDetailsProps) {
  const visits = useVisits(visitor.number, true);
  const pastVisits = visits.data?.items ?? [];
  return (
    <>
      {visitor.blocked && <BlockNotice visitor={visitor} me={me} />}
      <Invitation {...{ visitor, me, online, isInviting }} />
      {online !== undefined && <CurrentVisit visitor={online} />}
      <section className="sect">
        <h3>{t("visitor.known")}</h3>
        {visitor.name === null && !hasContacts(visitor) && (
          <p className="soft t13">{t("visitor.known.none")}</p>
        )}
        <Contacts visitor={visitor} />
      </section>
      <LastVisit
        visitor={visitor}
        session={online?.session ?? pastVisits[0]?.session ?? visitor.chat?.session ?? null}
      />
      {(pastVisits.length > 0 || visits.isError) && (
        <PastVisits visits={visits} count={online?.visits} />
      )}
      <VisitorChats
        chats={chats.data?.items}
        query={chats}
        total={visitor.chats}
        hasVisits={pastVisits.length > 0}
      />
    </>
  );
}

/** The form for an invitation, unless the visitor has a chat or is blocked. */
function Invitation({ visitor, me, online, isInviting }: Omit<VisitorDetailsProps, "chats">) {
  // Keeps the last known state, so that an invitation in progress remains when the visitor leaves.
  const [lastOnline, setLastOnline] = useState(online);
  if (online !== undefined && online !== lastOnline) setLastOnline(online);
  if (visitor.blocked || !can(me, "chat")) return null;
  if (lastOnline === undefined || lastOnline.state === "chatting") return null;
  return (
    <InviteForm
      visitor={lastOnline}
      isOnSite={online !== undefined}
      me={me}
      isInviting={isInviting}
    />
  );
}

/** Lists past visits. `count` is the exact number of visits, if it is known. */
function PastVisits({
  visits,
  count,
}: {
  visits: ReturnType<typeof useVisits>;
  count: number | undefined;
}) {
  const items = visits.data?.items ?? [];
  return (
    <section className="sect">
      <h3>
        {here("visits.title")}{" "}
        {items.length > 0 && (
          <span className="faint num">
            {count ?? formatCount(items.length, typeof visits.data?.next_cursor === "string")}
          </span>
        )}
      </h3>
      <QueryList query={visits} items={visits.data?.items} errorText={here("visits.failed")}>
        {(shown) => <VisitList visits={shown} />}
      </QueryList>
    </section>
  );
}

/** Shows the details of the last visit, as a channel or page reported them. */
function LastVisit({
  visitor,
  session,
}: {
  visitor: VisitorWithActivity;
  session: VisitSource | null;
}) {
  const { chat } = visitor;
  return (
    <section className="sect">
      <h3>{t("visitor.visit")}</h3>
      <dl className="pair">
        <dt>{t("visitor.number")}</dt>
        <dd className="num">{visitor.number}</dd>
        <dt>{t("visitor.since")}</dt>
        <dd>
          <time dateTime={visitor.created_at}>{formatFullTime(visitor.created_at)}</time>
        </dd>
        {chat !== null && (
          <>
            <dt>{t("visitor.channel")}</dt>
            <dd dir="auto">{chat.channel.name}</dd>
          </>
        )}
        <VisitDetails session={session} />
      </dl>
    </section>
  );
}
