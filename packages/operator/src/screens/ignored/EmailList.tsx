import type { IgnoredEmail } from "@parlour/protocol/api";
import { IconMailOff } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { EmptyState, Tag } from "../../ui/badges.tsx";
import { useListSteps } from "../../ui/keyboard/use-list-steps.ts";
import { ErrorMessage } from "../../ui/loading/ErrorMessage.tsx";
import { LoadOlderButton } from "../../ui/loading/LoadOlderButton.tsx";
import { RowSkeleton, useDelayedLoading } from "../../ui/loading/Skeleton.tsx";
import { StaleNotice } from "../../ui/loading/StaleNotice.tsx";
import { formatAge, formatExactTime } from "../../ui/time.ts";
import { t } from "../../ui/ignored-emails/text.ts";
import {
  senderName,
  toKnownReason,
  useIgnoredEmails,
} from "../../ui/ignored-emails/use-ignored-emails.ts";

/** Lists the ignored emails. `id` is the open one. */
export function EmailList({ id, now }: { id: number | null; now: number }) {
  const [list, setList] = useState<HTMLElement | null>(null);
  const { head, rows, failure, ...older } = useIgnoredEmails();
  const isDelayed = useDelayedLoading(head.isPending);
  useListSteps({ list: () => list, opensRow: true });
  return (
    <section className="pane" aria-label={t("ignored.title")}>
      <header className="head">
        <h2 className="grow">{t("ignored.title")}</h2>
        {head.data !== undefined && head.data.total > 0 && (
          <span className="t12 soft num">{head.data.total}</span>
        )}
      </header>
      {head.isError && rows === undefined && (
        <ErrorMessage error={head.error} onRetry={() => void head.refetch()} />
      )}
      {rows !== undefined && <StaleNotice query={head} isLive />}
      <section
        className="scroll"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
        tabIndex={0}
        aria-label={t("ignored.list")}
        aria-busy={head.isPending}
        ref={setList}
      >
        {isDelayed && <RowSkeleton rows={6} />}
        {rows?.length === 0 && (
          <EmptyState icon={IconMailOff} title={t("ignored.none")}>
            {t("ignored.none.text")}
          </EmptyState>
        )}
        {rows !== undefined && rows.length > 0 && (
          <ul>
            {rows.map((email) => (
              <EmailRow key={email.id} email={email} now={now} isOpen={email.id === id} />
            ))}
          </ul>
        )}
        {failure !== null && <ErrorMessage error={failure} onRetry={() => older.more?.()} />}
        <LoadOlderButton onLoadMore={older.more} busy={older.busy}>
          {t("ignored.more")}
        </LoadOlderButton>
      </section>
    </section>
  );
}

function EmailRow({ email, now, isOpen }: { email: IgnoredEmail; now: number; isOpen: boolean }) {
  const { subject, channel, reason, received_at } = email;
  return (
    <li className={isOpen ? "left is-on" : "left"}>
      <h3 className="cut">
        <Link
          to="/ignored-emails/{-$id}"
          params={{ id: String(email.id) }}
          aria-current={isOpen ? "true" : undefined}
          activeProps={{}}
          dir="auto"
          data-step
        >
          {senderName(email)}
        </Link>
      </h3>
      <time dateTime={received_at} title={formatExactTime(received_at)}>
        {formatAge(received_at, now)}
      </time>
      <p className="cut" dir="auto">
        {subject || t("ignored.nosubject")}
      </p>
      <p className="foot cut">
        <Tag>{t(`ignored.reason.${toKnownReason(reason)}`)}</Tag>
        <span className="cut" dir="auto">
          {channel.name}
        </span>
      </p>
    </li>
  );
}
