import type { Operator } from "@parlour/protocol";
import { IconUserPlus } from "@tabler/icons-react";
import { useCurrentOperator } from "../../../state/session.tsx";
import { Avatar, Tag } from "../../../ui/badges.tsx";
import { useOperators, useOperatorPresence } from "../queries.ts";
import { AddLink } from "../kit/resource/ListPage.tsx";
import { PresenceBadge } from "../kit/resource/parts.tsx";
import { ReachabilityBadge, useReachability } from "./ReachabilityBadge.tsx";
import { QueryPage } from "../kit/resource/QueryPage.tsx";
import { t } from "../text.ts";
import {
  ResourceName,
  ResourceTable,
  type ResourceTableColumns,
} from "../kit/resource/ResourceTable.tsx";

/** Renders Settings → People: all operators of the account, with deactivated operators last. */
export function OperatorsPage() {
  const query = useOperators();
  const table = useOperatorColumns();
  const invite = (
    <AddLink to="people/new" icon={IconUserPlus}>
      {t("people.invite")}
    </AddLink>
  );
  return (
    <QueryPage
      query={query}
      title={t("menu.people")}
      about={t("people.about")}
      tools={() => invite}
    >
      {(operators) => (
        <div className="cols wide">
          <div className="card">
            <ResourceTable
              resources={operators.toSorted(
                (a, b) => Number(b.active) - Number(a.active) || a.id - b.id,
              )}
              {...table}
            />
          </div>
        </div>
      )}
    </QueryPage>
  );
}

function useOperatorColumns(): ResourceTableColumns<Operator> {
  const me = useCurrentOperator();
  const getPresence = useOperatorPresence();
  const getReachability = useReachability();
  return {
    name: {
      head: t("people.name"),
      cell: (operator) => <OperatorCell operator={operator} isMe={operator.id === me.id} />,
    },
    columns: [
      {
        head: t("people.role"),
        isPlain: true,
        cell: (operator) => (
          <>
            {t(`people.role.${operator.role}`)}
            {operator.instance_owner && <span className="faint"> · {t("people.instance")}</span>}
          </>
        ),
      },
      {
        head: t("people.presence"),
        isPlain: true,
        cell: (operator) => (
          <>
            {operator.active ? <PresenceBadge presence={getPresence(operator)} /> : t("people.off")}
            {operator.active && (
              <ReachabilityBadge operator={operator} reach={getReachability(operator.id)} />
            )}
          </>
        ),
      },
    ],
    isOff: (operator) => !operator.active,
  };
}

function OperatorCell({ operator, isMe }: { operator: Operator; isMe: boolean }) {
  return (
    <span className="line">
      <Avatar name={operator.name} photo={operator.photo ?? ""} size={28} me={isMe} />
      <span>
        <ResourceName
          resource={operator}
          page="people"
          tags={isMe && <Tag>{t("people.you")}</Tag>}
          below={<small>{operator.email}</small>}
        />
      </span>
    </span>
  );
}
