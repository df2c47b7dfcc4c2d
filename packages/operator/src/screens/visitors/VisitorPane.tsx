import { ApiError, type Page } from "@parlour/client";
import type { Chat, Operator, Session } from "@parlour/protocol";
import type { VisitorOnline, VisitorSeen } from "@parlour/protocol/api";
import { IconBan, IconPencil, IconX } from "@tabler/icons-react";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { api, queries } from "../../state/api.ts";
import { may } from "../../state/session.tsx";
import { atLeast } from "../../ui/at-least.ts";
import { LineBones, useLate } from "../../ui/Bones.tsx";
import { Button } from "../../ui/Button.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { Loaded } from "../../ui/Loaded.tsx";
import { Avatar, Empty } from "../../ui/marks.tsx";
import { duration, fullTime, useNow } from "../../ui/Time.tsx";
import { Contacts, hasContacts } from "../inbox/Contacts.tsx";
import { EditContact } from "../inbox/EditContact.tsx";
import { listVisitDetails } from "../inbox/CurrentVisit.tsx";
import { useMaxWidth } from "../inbox/use-max-width.ts";
import { formatAge } from "../inbox/format.ts";
import { visitorName } from "../../ui/visitor-name.ts";
import { BlockedBy } from "./BlockedBy.tsx";
import { InviteForm } from "./online/InviteForm.tsx";
import { t as here } from "./online/text.ts";
import { ThisVisit } from "./online/ThisVisit.tsx";
import { useVisits } from "./online/use-visits.ts";
import { VisitList } from "./online/VisitList.tsx";
import { VisitorChats } from "./VisitorChats.tsx";
import { t } from "./text.ts";
import { fetchPart } from "../../ui/fetch-part.ts";

const BlockDialog = lazy(() => fetchPart(() => import("../inbox/dialogs/BlockDialog.tsx")).then((file) => ({ default: file.BlockDialog })));
const everyMs = 4000;

interface Props {
  number: number;
  me: Operator;
  /** Present while the visitor has a page with a widget open. */
  online: VisitorOnline | undefined;
  /** The operator pressed Invite to open this pane. */
  asked: boolean;
  onClose: () => void;
}

/**
 * Details of a visitor: values with their source, visits, chats and blocks. The invitation form
 * while they are on the site.
 */
export function VisitorPane({ number, me, online, asked, onClose }: Props) {
  const read = useQuery({
    queryKey: ["visitor", number],
    refetchInterval: everyMs,
    retry: (n, error) => !(error instanceof ApiError && error.status === 404) && n < 2,
    queryFn: ({ signal }) => api.get<VisitorSeen>(`/visitors/${number}`, { signal }),
  });
  const chats = useQuery({
    queryKey: ["visitor", number, "chats", read.data?.chat?.id, read.data?.chat?.state],
    enabled: read.data !== undefined,
    queryFn: ({ signal }) => api.chats({ visitor: number, sort: "created", limit: 50 }, signal),
  });
  const late = useLate(read.isPending);
  const gone = read.error instanceof ApiError && read.error.status === 404;
  const visitor = gone ? undefined : read.data;
  const name = visitor === undefined ? `#${number}` : visitorName({ visitor });
  return (
    <aside className="pane one" aria-label={name}>
      <PaneHead {...{ visitor, name, me, online, onClose }} latest={chats.data?.items[0]} hasNone={chats.data?.items.length === 0} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <section className="scroll" tabIndex={0} aria-label={t("visitor.details")} aria-busy={read.isPending}>
        {late && <LineBones lines={8} />}
        {gone && <Empty icon={IconBan} title={t("visitor.gone")} />}
        {read.isError && !gone && <Failure error={read.error} onRetry={() => void read.refetch()} />}
        {visitor !== undefined && <Known {...{ visitor, me, online, asked, chats }} />}
      </section>
    </aside>
  );
}

interface KnownProps extends Pick<Props, "me" | "online" | "asked"> {
  visitor: VisitorSeen;
  chats: UseQueryResult<Page<Chat>>;
}

function Known({ visitor, me, online, asked, chats }: KnownProps) {
  const visits = useVisits(visitor.number, true);
  const past = visits.data?.items ?? [];
  // An invitation that is being written stays when the visitor leaves.
  const [lastOnline, setLastOnline] = useState(online);
  if (online !== undefined && online !== lastOnline) setLastOnline(online);
  return (
    <>
      {visitor.blocked && <BlockedBy visitor={visitor} me={me} />}
      {!visitor.blocked && lastOnline !== undefined && lastOnline.state !== "chatting" && may(me, "chat") && (
        <InviteForm visitor={lastOnline} isHere={online !== undefined} me={me} asked={asked} />
      )}
      {online !== undefined && <ThisVisit visitor={online} />}
      <section className="sect">
        <h3>{t("visitor.known")}</h3>
        {visitor.name === null && !hasContacts(visitor) && <p className="soft t13">{t("visitor.known.none")}</p>}
        <Contacts visitor={visitor} />
      </section>
      <LastVisit visitor={visitor} session={online?.session ?? past[0]?.session ?? visitor.chat?.session ?? null} />
      {(past.length > 0 || visits.isError) && (
        <section className="sect">
          <h3>
            {here("visits.title")}{" "}
            {past.length > 0 && (
              <span className="faint num">{online?.visits ?? atLeast(past.length, typeof visits.data?.next_cursor === "string")}</span>
            )}
          </h3>
          <Loaded read={visits} items={visits.data?.items} failed={here("visits.failed")}>
            {(items) => <VisitList visits={items} />}
          </Loaded>
        </section>
      )}
      <VisitorChats chats={chats.data?.items} read={chats} total={visitor.chats} hasVisits={past.length > 0} />
    </>
  );
}

interface HeadProps {
  visitor: VisitorSeen | undefined;
  name: string;
  me: Operator;
  online: VisitorOnline | undefined;
  /** The latest chat, through which the visitor can be blocked. */
  latest: Chat | undefined;
  /** The visitor has never had a chat. */
  hasNone: boolean;
  onClose: () => void;
}
function PaneHead({ visitor, name, me, online, latest, hasNone, onClose }: HeadProps) {
  const [asked, setAsked] = useState<"edit" | "block" | null>(null);
  // At this width the pane covers the list (visitors.css).
  const alone = useMaxWidth(1280);
  const done = () => {
    setAsked(null);
    for (const key of ["visitor", "visitors"]) void queries.invalidateQueries({ queryKey: [key] });
  };
  const chats = may(me, "chat");
  const blocking = latest ?? (hasNone && visitor !== undefined ? { visitor } : undefined);
  return (
    <header className="head">
      <Avatar
        name={visitor?.name?.value ?? null}
        {...(visitor?.photo && { photo: visitor.photo })}
        {...(online && { presence: "online" as const })}
      />
      <div className="grow">
        {alone && <h1 className="vh">{t("visitors.title")}</h1>}
        <h2 className="t16 cut" dir="auto">
          {name}
        </h2>
        {visitor && <Seen visitor={visitor} online={online} />}
      </div>
      {visitor && chats && <Button variant="quiet" icon={IconPencil} aria-label={t("visitor.edit")} onClick={() => setAsked("edit")} />}
      {visitor && chats && !visitor.blocked && blocking && (
        <Button variant="quiet" icon={IconBan} aria-label={t("visitor.block")} onClick={() => setAsked("block")} />
      )}
      <Button variant="quiet" icon={IconX} aria-label={t("visitor.close")} onClick={onClose} />
      {asked === "edit" && visitor && <EditContact chat={{ visitor }} onClose={done} />}
      {asked === "block" && blocking && (
        <Suspense>
          <BlockDialog chat={blocking} onClose={done} />
        </Suspense>
      )}
    </header>
  );
}

/** The time that the visitor has been on the site, or the time since they were last seen. */
function Seen({ visitor, online }: { visitor: VisitorSeen; online: VisitorOnline | undefined }) {
  const now = useNow(online === undefined ? 10_000 : 1000);
  if (online !== undefined)
    return (
      <p className="sub2 cut num">
        {here("visit.onsite", { time: duration(now - Date.parse(online.since)) })} ·{" "}
        {online.visits === 1 ? here("visit.first") : here("visit.nth", { n: online.visits })}
      </p>
    );
  if (visitor.last_seen_at === null) return null;
  return (
    <p className="sub2 cut">
      #{visitor.number} · {formatAge(visitor.last_seen_at, now)}
    </p>
  );
}

/** Source of the last visit, as reported by a channel or page. */
function LastVisit({ visitor, session }: { visitor: VisitorSeen; session: Session | null }) {
  const { chat } = visitor;
  return (
    <section className="sect">
      <h3>{t("visitor.visit")}</h3>
      <dl className="pair">
        <dt>{t("visitor.number")}</dt>
        <dd className="num">{visitor.number}</dd>
        <dt>{t("visitor.since")}</dt>
        <dd>
          <time dateTime={visitor.created_at}>{fullTime(visitor.created_at)}</time>
        </dd>
        {chat !== null && (
          <>
            <dt>{t("visitor.channel")}</dt>
            <dd dir="auto">{chat.channel.name}</dd>
          </>
        )}
        {listVisitDetails(session).map(([key, value]) => (
          <Fact key={key} name={key} value={value} />
        ))}
      </dl>
    </section>
  );
}
function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd dir="auto">{value}</dd>
    </>
  );
}
