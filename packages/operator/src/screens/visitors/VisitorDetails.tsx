import type { Page } from "@parlour/client";
import type { Chat, Operator, VisitSource } from "@parlour/protocol";
import type { VisitorOnline, VisitorProfile, VisitorWithActivity } from "@parlour/protocol/api";
import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import { can } from "../../state/session.tsx";
import { FieldSection } from "../../ui/fields/values/FieldSection.tsx";
import { formatFullTime } from "../../ui/time.ts";
import { Contacts, hasContacts } from "../../ui/visitor/Contacts.tsx";
import { VisitDetails } from "../../ui/visitor/CurrentVisit.tsx";
import { BlockNotice } from "../../ui/block/BlockNotice.tsx";
import { InviteForm } from "./online/InviteForm.tsx";
import { CurrentVisit } from "./online/CurrentVisit.tsx";
import { useVisits } from "../../ui/visitor/visits/use-visits.ts";
import { PastVisits } from "../../ui/visitor/visits/VisitList.tsx";
import { PersonSections } from "../../ui/visitor/person/PersonSections.tsx";
import { VisitorChats } from "./VisitorChats.tsx";
import { t } from "./text.ts";

interface VisitorDetailsProps {
  visitor: VisitorProfile;
  me: Operator;
  online: VisitorOnline | undefined;
  isInviting: boolean;
  chats: UseQueryResult<Page<Chat>>;
}

export function VisitorDetails({ visitor, me, online, isInviting, chats }: VisitorDetailsProps) {
  const visits = useVisits(visitor.number, true);
  const pastVisits = visits.data?.items ?? [];
  // Only widgets have visitors without chats.
  const channel = visitor.chat?.channel.kind ?? "widget";
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
        <Contacts visitor={visitor} channel={channel} />
      </section>
      <FieldSection key={`fields ${visitor.number}`} visitor={visitor} me={me} section="sect" />
      <PersonSections
        key={visitor.number}
        visitor={visitor}
        person={visitor.person}
        channel={channel}
        me={me}
        section="sect"
      />
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
        total={countChats(visitor)}
        hasVisits={pastVisits.length > 0}
      />
    </>
  );
}

/** Counts the chats of the person, which are listed as a whole (API-410). */
const countChats = ({ chats, person }: VisitorProfile): number =>
  person === null ? chats : person.members.reduce((sum, member) => sum + member.chats, 0);

/** The form for an invitation, unless the visitor has a chat or is blocked. */
function Invitation({ visitor, me, online, isInviting }: Omit<VisitorDetailsProps, "chats">) {
  // Keeps the last known state, so that an invitation in progress remains when the visitor leaves.
  const [lastOnline, setLastOnline] = useState(online);
  if (online !== undefined && online !== lastOnline) setLastOnline(online);
  if (visitor.blocked || !can(me, "chats.answer")) return null;
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
