import type { Operator } from "@parlour/protocol";
import { IconUserPlus } from "@tabler/icons-react";
import { useMe } from "../../state/session.tsx";
import { Avatar, Tag } from "../../ui/marks.tsx";
import { useOperators, usePresenceOf } from "./data.ts";
import { AddLink } from "./ListPage.tsx";
import { PresenceMark } from "./parts.tsx";
import { ReachMark, useReach } from "./ReachMark.tsx";
import { ReadPage } from "./ReadPage.tsx";
import { t } from "./text.ts";
import { ThingName, Things, type Table } from "./Things.tsx";

/** Settings → People: all operators of the account, deactivated ones last. */
export function PeoplePage() {
  const read = useOperators();
  const table = usePeopleTable();
  const invite = (
    <AddLink to="people/new" icon={IconUserPlus}>
      {t("people.invite")}
    </AddLink>
  );
  return (
    <ReadPage read={read} title={t("menu.people")} about={t("people.about")} tools={() => invite}>
      {(people) => (
        <div className="cols wide">
          <div className="card">
            <Things things={people.toSorted((a, b) => Number(b.active) - Number(a.active) || a.id - b.id)} {...table} />
          </div>
        </div>
      )}
    </ReadPage>
  );
}

function usePeopleTable(): Table<Operator> {
  const me = useMe();
  const presenceOf = usePresenceOf();
  const reachOf = useReach();
  return {
    name: { head: t("people.name"), cell: (person) => <Person person={person} isMe={person.id === me.id} /> },
    columns: [
      {
        head: t("people.role"),
        isPlain: true,
        cell: (person) => (
          <>
            {t(`people.role.${person.role}`)}
            {person.instance_owner && <span className="faint"> · {t("people.instance")}</span>}
          </>
        ),
      },
      {
        head: t("people.presence"),
        isPlain: true,
        cell: (person) => (
          <>
            {person.active ? <PresenceMark presence={presenceOf(person)} /> : t("people.off")}
            {person.active && <ReachMark person={person} reach={reachOf(person.id)} />}
          </>
        ),
      },
    ],
    isOff: (person) => !person.active,
  };
}

function Person({ person, isMe }: { person: Operator; isMe: boolean }) {
  return (
    <span className="line">
      <Avatar name={person.name} photo={person.photo ?? ""} size={28} me={isMe} />
      <span>
        <ThingName of={person} page="people" marks={isMe && <Tag>{t("people.you")}</Tag>} below={<small>{person.email}</small>} />
      </span>
    </span>
  );
}
