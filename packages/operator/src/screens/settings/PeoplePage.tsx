import { IconUserPlus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useMe } from "../../state/session.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Avatar, Tag } from "../../ui/marks.tsx";
import { useOperators, usePresenceOf } from "./data.ts";
import { ReachMark, useReach } from "./ReachMark.tsx";
import { PageHead } from "./FormPage.tsx";
import { Loaded, PresenceMark } from "./parts.tsx";
import { t } from "./text.ts";

/** Settings → People: everybody of the account, deactivated ones at the end. */
export function PeoplePage() {
  const me = useMe();
  const read = useOperators();
  const presenceOf = usePresenceOf();
  const reachOf = useReach();
  return (
    <Loaded read={read} title={t("menu.people")} about={t("people.about")} rows>
      {(people) => (
        <section className="formpage" aria-label={t("menu.people")}>
          <PageHead title={t("menu.people")} about={t("people.about")}>
            <Link className="btn primary" to="/settings/$" params={{ _splat: "people/new" }}>
              <Icon of={IconUserPlus} /> {t("people.invite")}
            </Link>
          </PageHead>
          {read.isError && <Failure error={read.error} onRetry={() => void read.refetch()} />}
          <div className="body">
            <div className="cols wide">
              <div className="card">
                <table className="things">
                  <thead>
                    <tr>
                      <th scope="col">{t("people.name")}</th>
                      <th scope="col">{t("people.role")}</th>
                      <th scope="col">{t("people.presence")}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {people
                      .toSorted((a, b) => Number(b.active) - Number(a.active) || a.id - b.id)
                      .map((person) => (
                        <tr key={person.id} className={person.active ? undefined : "off"}>
                          <th scope="row">
                            <span className="line">
                              <Avatar name={person.name} size={28} me={person.id === me.id} />
                              <span>
                                <Link to="/settings/$" params={{ _splat: `people/${person.id}` }}>
                                  <bdi>{person.name}</bdi>
                                </Link>
                                {person.id === me.id && <Tag>{t("people.you")}</Tag>}
                                {person.managed && <Tag>{"parlour.yaml"}</Tag>}
                                <small>{person.email}</small>
                              </span>
                            </span>
                          </th>
                          <td>
                            {t(`people.role.${person.role}`)}
                            {person.instance_owner && <span className="faint"> · {t("people.instance")}</span>}
                          </td>
                          <td>
                            {person.active ? <PresenceMark presence={presenceOf(person)} /> : t("people.off")}
                            {person.active && <ReachMark person={person} reach={reachOf(person.id)} />}
                          </td>
                        </tr>
                      ))}
                  </tbody>
                </table>
              </div>
            </div>
          </div>
        </section>
      )}
    </Loaded>
  );
}
