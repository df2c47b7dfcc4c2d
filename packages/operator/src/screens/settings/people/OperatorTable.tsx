import type { Channel, Operator, Presence } from "@parlour/protocol";
import type { Department, OperatorEntry } from "@parlour/protocol/api";
import type { Reachability } from "@parlour/protocol/api/people/push";
import { IconAlertTriangle, IconMail } from "@tabler/icons-react";
import { useCurrentOperator } from "../../../state/session.tsx";
import { Avatar, Tag } from "../../../ui/badges.tsx";
import { formatFullTime, useNow } from "../../../ui/time.ts";
import { useCustomStatus } from "../../../ui/presence/use-custom-status.ts";
import { formatWeek } from "../hours/format.ts";
import {
  describeMissing,
  ListFailure,
  type LoadedList,
  describeNames,
} from "../../../ui/loading/ListFailure.tsx";
import { PresenceBadge } from "../kit/resource/parts.tsx";
import {
  ResourceName,
  ResourceTable,
  type ResourceColumn,
} from "../kit/resource/ResourceTable.tsx";
import {
  useAllChannels,
  useDepartments,
  useOperatorPresence,
  useRoles,
} from "../../../state/api/queries.ts";
import { useRoleName } from "../roles/role-permissions.ts";
import { t } from "../text.ts";
import { isOnNoChannel } from "./on-no-channel.ts";
import "./operators.css";
import { ReachabilityBadge, useReachability } from "./ReachabilityBadge.tsx";

/**
 * Lists operators with their role, channels, departments, hours and status. On narrow pages each
 * has two lines, without departments and hours. Deactivated operators are last.
 */
export function OperatorTable({ operators }: { operators: readonly OperatorEntry[] }) {
  const me = useCurrentOperator();
  const lists: readonly LoadedList[] = [useAllChannels(), useDepartments(), useRoles()];
  const failed = lists.filter(({ data, error }) => data === undefined && error !== null);
  const retry = () => failed.map(({ refetch }) => refetch());
  return (
    <>
      {failed[0] && (
        <div className="operator-filters">
          <ListFailure list={{ ...failed[0], refetch: retry }} />
        </div>
      )}
      <ResourceTable
        className="operators"
        resources={operators.toSorted((a, b) => Number(b.active) - Number(a.active) || a.id - b.id)}
        name={{
          head: t("people.name"),
          cell: (operator) => <OperatorCell operator={operator} isMe={operator.id === me.id} />,
        }}
        columns={useColumns()}
        isOff={(operator) => !operator.active}
      />
    </>
  );
}

function useColumns(): readonly ResourceColumn<OperatorEntry>[] {
  const getPresence = useOperatorPresence();
  const getRoleName = useRoleName();
  const getStatus = useCustomStatus();
  const getReachability = useReachability();
  const channels = useAllChannels();
  const departments = useDepartments();
  return [
    {
      head: t("people.role"),
      className: "role",
      isPlain: true,
      cell: (operator) => (
        <>
          <bdi>{getRoleName(operator)}</bdi>
          {operator.instance_owner && <span className="faint"> · {t("people.instance")}</span>}
        </>
      ),
    },
    {
      head: t("person.channels"),
      className: "channels",
      isPlain: true,
      cell: (operator) => <ChannelsCell operator={operator} channels={channels} />,
    },
    {
      head: t("person.departments"),
      className: "departments",
      isPlain: true,
      cell: (operator) => <DepartmentsCell {...{ operator, departments }} />,
    },
    {
      head: t("people.hours"),
      className: "hours",
      isPlain: true,
      cell: (operator) => <HoursCell {...{ operator, departments }} />,
    },
    {
      head: t("people.presence"),
      className: "status",
      isPlain: true,
      cell: (operator) => (
        <StatusCell
          operator={operator}
          presence={getPresence(operator)}
          status={getStatus(operator.id)}
          reach={getReachability(operator.id)}
        />
      ),
    },
  ];
}

/** Shows an invitation that is not accepted yet, or else whether the operator can be reached. */
function StatusCell({
  operator,
  presence,
  status,
  reach,
}: {
  operator: OperatorEntry;
  presence: Presence;
  status: string | null;
  reach: Reachability | undefined;
}) {
  const now = useNow(60_000);
  const until = operator.invite_expires_at;
  if (!operator.active) return t("people.off");
  if (until !== undefined && Date.parse(until) <= now)
    return (
      <Tag tone="warn" icon={IconAlertTriangle}>
        {t("people.invited.expired")}
      </Tag>
    );
  if (until !== undefined)
    return (
      <>
        <Tag icon={IconMail}>{t("people.invited")}</Tag>{" "}
        <small className="faint">
          {t("people.invited.until", { time: formatFullTime(until) })}
        </small>
      </>
    );
  return (
    <>
      <PresenceBadge presence={presence} status={status} />
      <ReachabilityBadge operator={operator} reach={reach} />
    </>
  );
}

/** Names the channels whose chats an operator answers, and marks who is on none. */
function ChannelsCell({
  operator,
  channels,
}: {
  operator: OperatorEntry;
  channels: LoadedList<readonly Channel[]>;
}) {
  if (!operator.active) return null;
  if (!operator.answers_chats) return <span className="faint">{t("people.channels.role")}</span>;
  if (isOnNoChannel(operator))
    return (
      <Tag tone="warn" icon={IconAlertTriangle}>
        {t("people.channels.none")}
      </Tag>
    );
  if (operator.channels === "all") return t("people.channels.all");
  return <bdi>{describeNames(channels, operator.channels)}</bdi>;
}

interface DepartmentCellProps {
  operator: OperatorEntry;
  departments: LoadedList<readonly Department[]>;
}
const canGetChats = ({ active, answers_chats }: OperatorEntry): boolean => active && answers_chats;

function DepartmentsCell({ operator, departments }: DepartmentCellProps) {
  if (!canGetChats(operator)) return null;
  return operator.departments.length === 0 ? (
    <span className="faint">{t("people.departments.none")}</span>
  ) : (
    <bdi>{describeNames(departments, operator.departments)}</bdi>
  );
}

/**
 * Names the hours of the operator, else those of their departments, or the account's where they
 * have none.
 */
function HoursCell({ operator, departments }: DepartmentCellProps) {
  if (!canGetChats(operator)) return null;
  if (operator.hours !== null) return <>{formatWeek(operator.hours)}</>;
  const own = (departments.data ?? []).filter(({ id }) => operator.departments.includes(id));
  if (operator.departments.length > 0 && departments.data === undefined)
    return <>{describeMissing(departments)}</>;
  const hours = (own.length === 0 ? [null] : own.map((one) => one.working_hours)).map((week) =>
    week === null ? t("people.hours.account") : formatWeek(week),
  );
  return <>{[...new Set(hours)].join("; ")}</>;
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
