import { ApiError } from "@parlour/client";
import type { Chat, Operator } from "@parlour/protocol";
import type { VisitorSeen } from "@parlour/protocol/api";
import { IconBan, IconPencil, IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { api, queries } from "../../state/api.ts";
import { may } from "../../state/session.tsx";
import { LineBones, useLate } from "../../ui/Bones.tsx";
import { Button } from "../../ui/Button.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { Avatar, Empty } from "../../ui/marks.tsx";
import { exactTime, useNow } from "../../ui/Time.tsx";
import { Contacts, hasContacts } from "../inbox/Contacts.tsx";
import { EditContact } from "../inbox/EditContact.tsx";
import { sessionFacts } from "../inbox/Visit.tsx";
import { useNarrow } from "../inbox/use-narrow.ts";
import { ago, visitorName } from "../inbox/words.ts";
import { BlockedBy } from "./BlockedBy.tsx";
import { VisitorChats } from "./VisitorChats.tsx";
import { t } from "./text.ts";

const BlockDialog = lazy(() => import("../inbox/dialogs/BlockDialog.tsx").then((file) => ({ default: file.BlockDialog })));
const everyMs = 4000;

/** What is known of one visitor: each value with its source, the last visit, his chats, what blocks him. */
export function VisitorPane({ number, me, onClose }: { number: number; me: Operator; onClose: () => void }) {
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
      <PaneHead visitor={visitor} name={name} me={me} latest={chats.data?.items[0]} onClose={onClose} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <section className="scroll" tabIndex={0} aria-label={t("visitor.details")} aria-busy={read.isPending}>
        {late && <LineBones lines={8} />}
        {gone && <Empty icon={IconBan} title={t("visitor.gone")} />}
        {read.isError && !gone && <Failure error={read.error} onRetry={() => void read.refetch()} />}
        {visitor !== undefined && (
          <>
            {visitor.blocked && <BlockedBy visitor={visitor} me={me} />}
            <section className="sect">
              <h3>{t("visitor.known")}</h3>
              {visitor.name === null && !hasContacts(visitor) && <p className="soft t13">{t("visitor.known.none")}</p>}
              <Contacts visitor={visitor} />
            </section>
            <LastVisit visitor={visitor} />
            <VisitorChats chats={chats.data?.items} failed={chats.isError} />
          </>
        )}
      </section>
    </aside>
  );
}

interface HeadProps {
  visitor: VisitorSeen | undefined;
  name: string;
  me: Operator;
  /** His latest chat; blocking needs one. */
  latest: Chat | undefined;
  onClose: () => void;
}
function PaneHead({ visitor, name, me, latest, onClose }: HeadProps) {
  const [asked, setAsked] = useState<"edit" | "block" | null>(null);
  const now = useNow(10_000);
  // The list stands behind it there (visitors.css).
  const alone = useNarrow(1280);
  const done = () => {
    setAsked(null);
    for (const key of ["visitor", "visitors"]) void queries.invalidateQueries({ queryKey: [key] });
  };
  const chats = may(me, "chat");
  return (
    <header className="head">
      <Avatar name={visitor?.name?.value ?? null} {...(visitor?.photo && { photo: visitor.photo })} />
      <div className="grow">
        {alone && <h1 className="vh">{t("visitors.title")}</h1>}
        <h2 className="t16 cut" dir="auto">
          {name}
        </h2>
        {visitor && visitor.last_seen_at !== null && (
          <p className="sub2 cut">
            #{visitor.number} · {ago(visitor.last_seen_at, now)}
          </p>
        )}
      </div>
      {visitor && chats && <Button variant="quiet" icon={IconPencil} aria-label={t("visitor.edit")} onClick={() => setAsked("edit")} />}
      {visitor && chats && !visitor.blocked && latest && (
        <Button variant="quiet" icon={IconBan} aria-label={t("visitor.block")} onClick={() => setAsked("block")} />
      )}
      <Button variant="quiet" icon={IconX} aria-label={t("visitor.close")} onClick={onClose} />
      {asked === "edit" && visitor && <EditContact chat={{ visitor }} onClose={done} />}
      {asked === "block" && latest && (
        <Suspense>
          <BlockDialog chat={latest} onClose={done} />
        </Suspense>
      )}
    </header>
  );
}

/** Where the last visit came from, as far as a channel or a page said. */
function LastVisit({ visitor }: { visitor: VisitorSeen }) {
  const { chat } = visitor;
  return (
    <section className="sect">
      <h3>{t("visitor.visit")}</h3>
      <dl className="pair">
        <dt>{t("visitor.number")}</dt>
        <dd className="num">{visitor.number}</dd>
        <dt>{t("visitor.since")}</dt>
        <dd>
          <time dateTime={visitor.created_at}>{exactTime(visitor.created_at)}</time>
        </dd>
        {chat !== null && (
          <>
            <dt>{t("visitor.channel")}</dt>
            <dd dir="auto">{chat.channel.name}</dd>
            {sessionFacts(chat.session).map(([key, value]) => (
              <Fact key={key} name={key} value={value} />
            ))}
          </>
        )}
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
