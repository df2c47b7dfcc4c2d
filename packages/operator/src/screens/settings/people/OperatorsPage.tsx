import type { Channel, Operator, Presence } from "@parlour/protocol";
import type { OperatorEntry } from "@parlour/protocol/api";
import type { Reachability } from "@parlour/protocol/api/people/push";
import { IconAlertTriangle, IconMail, IconUserPlus } from "@tabler/icons-react";
import { api } from "../../../state/api/api.ts";
import { can, useCurrentOperator } from "../../../state/session.tsx";
import { Avatar, Tag } from "../../../ui/badges.tsx";
import { Button } from "../../../ui/Button.tsx";
import { toast } from "../../../ui/dialog/toast.tsx";
import { runOrToast } from "../../../ui/mutation.ts";
import { formatFullTime, useNow } from "../../../ui/time.ts";
import { invalidateLists, useAllChannels, useOperators, useOperatorPresence } from "../queries.ts";
import { answersChats } from "./OperatorAssignments.tsx";
import { isOnNoChannel } from "./on-no-channel.ts";
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
          <WithoutChannel operators={operators} />
        </div>
      )}
    </QueryPage>
  );
}

function useOperatorColumns(): ResourceTableColumns<OperatorEntry> {
  const me = useCurrentOperator();
  const getPresence = useOperatorPresence();
  const getReachability = useReachability();
  const { data: channels = [] } = useAllChannels();
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
        head: t("person.channels"),
        isPlain: true,
        cell: (operator) => <ChannelsCell operator={operator} channels={channels} />,
      },
      {
        head: t("people.presence"),
        isPlain: true,
        cell: (operator) => (
          <StatusCell
            operator={operator}
            presence={getPresence(operator)}
            reach={getReachability(operator.id)}
          />
        ),
      },
    ],
    isOff: (operator) => !operator.active,
  };
}

/** Shows an invitation that is not accepted yet, or else whether the operator can be reached. */
function StatusCell({
  operator,
  presence,
  reach,
}: {
  operator: OperatorEntry;
  presence: Presence;
  reach: Reachability | undefined;
}) {
  const now = useNow(60_000);
  const { active, invite_expires_at: until } = operator;
  if (!active) return t("people.off");
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
        <span className="faint">{t("people.invited.until", { time: formatFullTime(until) })}</span>
      </>
    );
  return (
    <>
      <PresenceBadge presence={presence} />
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
  channels: readonly Channel[];
}) {
  if (!operator.active) return null;
  if (!answersChats(operator.role))
    return <span className="faint">{t("people.channels.role")}</span>;
  if (isOnNoChannel(operator))
    return (
      <Tag tone="warn" icon={IconAlertTriangle}>
        {t("people.channels.none")}
      </Tag>
    );
  if (operator.channels === "all") return t("people.channels.all");
  const names = channels.filter(({ id }) => operator.channels.includes(id as never));
  return names.map(({ name }) => name).join(", ");
}

/** Names the first operator on no channel, and offers to change that (CORE-323). */
function WithoutChannel({ operators }: { operators: readonly OperatorEntry[] }) {
  const me = useCurrentOperator();
  const operator = operators.find((item) => isOnNoChannel(item) && !item.managed);
  if (operator === undefined || !can(me, "team")) return null;
  const { id, name } = operator;
  const putOnAllChannels = async () => {
    await api.patch(`/operators/${id}`, { channels: "all" });
    invalidateLists("operators");
    toast(t("people.channels.added", { name }));
  };
  return (
    <p className="soft">
      {t("people.channels.gets", { name })}{" "}
      <Button variant="text" onClick={() => void runOrToast(putOnAllChannels)}>
        {t("people.channels.add", { name })}
      </Button>
    </p>
  );
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
