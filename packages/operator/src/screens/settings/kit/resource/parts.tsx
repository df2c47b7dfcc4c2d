import type { Presence } from "@parlour/protocol";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { useEffect, type ComponentProps, type ReactNode } from "react";
import { LineSkeleton, RowSkeleton, useDelayedLoading } from "../../../../ui/loading/Skeleton.tsx";
import { Button } from "../../../../ui/Button.tsx";
import { CopyButton } from "../../../../ui/copy/CopyButton.tsx";
import { ErrorMessage } from "../../../../ui/loading/ErrorMessage.tsx";
import { Field } from "../../../../ui/Field.tsx";
import { Icon } from "../../../../ui/Icon.tsx";
import { formatClock, formatExactTime, useNow } from "../../../../ui/time.ts";
import { i18n } from "../../../../text/index.ts";
import { IconPlugConnected } from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import { PageHeader } from "../form/PageHeader.tsx";
import { t } from "../../text.ts";

/**
 * Redirects once to another settings page. `Navigate` would navigate again on every render of its
 * parent, so the target page would never load.
 */
export function Redirect({ to, hash }: { to: string; hash?: string }) {
  const navigate = useNavigate();
  useEffect(
    () =>
      void navigate({
        to: "/settings/$",
        params: { _splat: to },
        ...omitAbsent({ hash }),
        replace: true,
      }),
    [navigate, to, hash],
  );
  return null;
}

interface QueryState<T> {
  data: T | undefined;
  error: unknown;
  refetch: () => unknown;
}

interface QueryPageBodyProps<T> {
  query: QueryState<T>;
  title: string;
  about?: ReactNode;
  rows?: boolean;
  children: (data: T) => ReactNode;
}

/**
 * Renders a page for a query: a skeleton after 300 ms, an error with Retry, or the data. Loaded
 * data stays visible if a reload fails.
 */
export function QueryPageBody<T>({
  query,
  title,
  about,
  rows = false,
  children,
}: QueryPageBodyProps<T>) {
  const isDelayed = useDelayedLoading(query.data === undefined && !query.error);
  if (query.data !== undefined) return <>{children(query.data)}</>;
  return (
    <section className="formpage" aria-busy={!query.error} aria-label={title}>
      <PageHeader title={title} about={about} />
      {Boolean(query.error) && (
        <ErrorMessage error={query.error} onRetry={() => void query.refetch()} />
      )}
      {isDelayed && (
        <div className="body">
          <div className={rows ? "cols wide" : "cols"}>
            <div className="card">{rows ? <RowSkeleton rows={4} /> : <FieldSkeleton />}</div>
          </div>
        </div>
      )}
    </section>
  );
}

function FieldSkeleton() {
  return (
    <section className="group">
      <LineSkeleton lines={7} />
    </section>
  );
}

/** Formats a date as "20 Nov 2026". */
export const formatDate = (time: string): string =>
  i18n.date(new Date(time), { day: "numeric", month: "short", year: "numeric" });

/** Shows a short time, and the exact time on hover. */
export function Timestamp({ time }: { time: string | null }) {
  const now = useNow(30_000, time !== null);
  if (time === null) return <span className="faint">{t("page.never")}</span>;
  const isRecent = now - Date.parse(time) < 86_400_000;
  return (
    <time className="num" dateTime={time} title={formatExactTime(time)}>
      {isRecent ? formatClock(time) : formatDate(time)}
    </time>
  );
}

/** Shows the time and the result of the last failure, with a link to the deliveries. */
export function LastFailure({
  failure,
  endpoint,
}: {
  failure: { at: string; outcome: string; status: number | null } | null;
  endpoint?: number;
}) {
  if (failure === null) return <span className="faint">{t("page.never")}</span>;
  return (
    <Link
      to="/integrations/$"
      params={{ _splat: "deliveries" }}
      search={(endpoint === undefined ? {} : { endpoint }) as never}
      title={formatExactTime(failure.at)}
    >
      <Timestamp time={failure.at} /> · {failure.outcome}
      {failure.status !== null && ` ${failure.status}`}
    </Link>
  );
}

export function DeliveriesLink({ endpoint }: { endpoint?: number }) {
  return (
    <Link
      className="btn quiet"
      to="/integrations/$"
      params={{ _splat: "deliveries" }}
      search={(endpoint === undefined ? {} : { endpoint }) as never}
    >
      <Icon of={IconPlugConnected} /> {t("channel.deliveries")}
    </Link>
  );
}

/**
 * Link to the developer documentation of one interface. `text` replaces the link text on pages
 * about other subjects.
 */
export function DocsLink({
  page,
  text = t("page.docs"),
}: {
  page: "channel" | "bot" | "webhook" | "script" | "chat-page";
  text?: string;
}) {
  return (
    <p className="t13">
      <Link to="/docs/$" params={{ _splat: page }}>
        {text}
      </Link>
    </p>
  );
}

/** Shows a presence as a coloured dot with text. `status`: a custom status, shown instead. */
export function PresenceBadge({
  presence,
  status = null,
}: {
  presence: Presence;
  status?: string | null;
}) {
  return (
    <span className="presence">
      <span
        className={`dot ${presence === "away" ? "away" : presence === "offline" ? "off" : ""}`}
      />
      {status ?? t(`status.presence.${presence}`)}
    </span>
  );
}

/** Shows a read-only value with a Copy button. */
export function CopyField({
  label,
  value,
  hint,
  children,
}: {
  label: ReactNode;
  value: string;
  hint?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <Field label={label} hint={hint}>
      {(ids) => (
        <div className="copyrow">
          <input
            {...ids}
            className="input"
            readOnly
            value={value}
            onFocus={(event) => event.target.select()}
          />
          <CopyButton text={value} />
          {children}
        </div>
      )}
    </Field>
  );
}

/** Shows a secret that can be copied only now. `onClose` hides it. */
export function OneTimeSecret({
  onClose,
  close = t("secret.close"),
  ...row
}: ComponentProps<typeof CopyField> & { onClose?: () => void; close?: string }) {
  return (
    <div className="shown-once" aria-live="polite">
      <CopyField {...row}>
        {onClose && (
          <Button variant="quiet" onClick={onClose}>
            {close}
          </Button>
        )}
      </CopyField>
    </div>
  );
}
