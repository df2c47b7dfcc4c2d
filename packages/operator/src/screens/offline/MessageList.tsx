import { IconMail, IconSnowflake } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { OfflineMessageWithDeliveries } from "@parlour/protocol/api";
import type { Operator } from "@parlour/protocol";
import { useState } from "react";
import { can } from "../../state/session.tsx";
import { StaleNotice } from "../../ui/loading/StaleNotice.tsx";
import { RowSkeleton, useDelayedLoading } from "../../ui/loading/Skeleton.tsx";
import { Button } from "../../ui/Button.tsx";
import { ErrorMessage } from "../../ui/loading/ErrorMessage.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { EmptyState } from "../../ui/badges.tsx";
import { LoadOlderButton } from "../../ui/loading/LoadOlderButton.tsx";
import { formatAge, formatExactTime } from "../../ui/time.ts";
import { useListSteps } from "../../ui/keyboard/use-list-steps.ts";
import { useHoverOrFocus } from "../../ui/dialog/use-hover-or-focus.ts";
import { MailUnavailable } from "./MessageActions.tsx";
import { OfflineStateTag } from "./OfflineStateTag.tsx";
import { t } from "./text.ts";
import {
  senderName,
  stateFilters,
  useMailAvailable,
  useOfflineMessages,
  type StateFilter,
} from "./use-offline-messages.ts";

interface MessageListProps {
  me: Operator;
  id: number | null;
  now: number;
}

export function MessageList({ me, id, now }: MessageListProps) {
  const [filter, setFilter] = useState<StateFilter>("all");
  const [list, setList] = useState<HTMLElement | null>(null);
  const isPaused = useHoverOrFocus(list);
  const { head, rows, changes, show, failure, ...older } = useOfflineMessages(filter, isPaused);
  const isDelayed = useDelayedLoading(head.isPending);
  const canSendMail = useMailAvailable();
  useListSteps({ list: () => list, opensRow: true });
  return (
    <section className="pane" aria-label={t("offlinemessage.title")}>
      <ListHeader changes={isPaused ? changes : 0} onShow={show} />
      <StateFilterChoice filter={filter} onChoose={setFilter} />
      {canSendMail === false && can(me, "account.manage") && (
        <MailUnavailable reason={t("offlinemessage.nomail.list")} canSetUp={me.instance_owner} />
      )}
      {head.isError && rows === undefined && (
        <ErrorMessage error={head.error} onRetry={() => void head.refetch()} />
      )}
      {rows !== undefined && <StaleNotice query={head} isLive />}
      <section
        className="scroll"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
        tabIndex={0}
        aria-label={t("offlinemessage.list")}
        aria-busy={head.isPending}
        ref={setList}
      >
        {isDelayed && <RowSkeleton rows={6} />}
        {rows?.length === 0 && (
          <NoMessages narrowed={filter !== "all"} onAll={() => setFilter("all")} />
        )}
        {rows !== undefined && rows.length > 0 && (
          <ul>
            {rows.map((message) => (
              <MessageRow key={message.id} message={message} now={now} open={message.id === id} />
            ))}
          </ul>
        )}
        {failure !== null && <ErrorMessage error={failure} onRetry={() => older.more?.()} />}
        <LoadOlderButton onLoadMore={older.more} busy={older.busy}>
          {t("offlinemessage.more")}
        </LoadOlderButton>
      </section>
    </section>
  );
}

/**
 * Renders the header of the list. `changes` is the number of new messages that wait while the
 * operator uses the list.
 */
function ListHeader({ changes, onShow }: { changes: number; onShow: () => void }) {
  return (
    <header className="head">
      <h2 className="grow">{t("offlinemessage.title")}</h2>
      {changes > 0 && (
        <button type="button" className="waiting" onClick={onShow}>
          <Icon of={IconSnowflake} small />
          {t("offlinemessage.changes", { n: changes })}
        </button>
      )}
    </header>
  );
}

function StateFilterChoice({
  filter,
  onChoose,
}: {
  filter: StateFilter;
  onChoose: (filter: StateFilter) => void;
}) {
  return (
    <fieldset className="seg" aria-label={t("offlinemessage.filter")}>
      {stateFilters.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === filter}
          onClick={() => onChoose(name)}
        >
          {t(`offlinemessage.${name}`)}
        </button>
      ))}
    </fieldset>
  );
}

function NoMessages({ narrowed, onAll }: { narrowed: boolean; onAll: () => void }) {
  return (
    <EmptyState
      icon={IconMail}
      title={t(narrowed ? "offlinemessage.none.state" : "offlinemessage.none")}
      action={narrowed && <Button onClick={onAll}>{t("offlinemessage.all")}</Button>}
    >
      {!narrowed && t("offlinemessage.none.text")}
    </EmptyState>
  );
}

interface MessageRowProps {
  message: OfflineMessageWithDeliveries;
  now: number;
  open: boolean;
}

function MessageRow({ message, now, open }: MessageRowProps) {
  const { state, text, channel, operator, created_at } = message;
  return (
    <li
      className={["left", open && "is-on", state === "new" && "is-new"].filter(Boolean).join(" ")}
    >
      <h3 className="cut">
        <Link
          to="/offline/{-$id}"
          params={{ id: String(message.id) }}
          aria-current={open ? "true" : undefined}
          activeProps={{}}
          dir="auto"
          data-step
        >
          {senderName(message)}
        </Link>
      </h3>
      <time dateTime={created_at} title={formatExactTime(created_at)}>
        {formatAge(created_at, now)}
      </time>
      <p className="cut" dir="auto">
        {text}
      </p>
      <p className="foot cut">
        <OfflineStateTag state={state} />
        <span className="cut" dir="auto">
          {[operator?.name, message.department?.name, channel.name].filter(Boolean).join(" · ")}
        </span>
      </p>
    </li>
  );
}
