import type { Presence } from "@parlour/protocol";
import { useEffect, type ComponentProps, type ReactNode } from "react";
import { LineBones, RowBones, useLate } from "../../ui/Bones.tsx";
import { Button } from "../../ui/Button.tsx";
import { CopyButton } from "../../ui/Copy.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { Field } from "../../ui/Field.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { clockTime, exactTime, useNow } from "../../ui/Time.tsx";
import { i18n } from "../../text/index.ts";
import { IconPlugConnected } from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import { PageHead } from "./FormPage.tsx";
import { t } from "./text.ts";

/** Leads to another page of the settings once: `Navigate` would lead there again with each render of its parent, and the page would never come. */
export function Redirect({ to }: { to: string }) {
  const navigate = useNavigate();
  useEffect(() => void navigate({ to: "/settings/$", params: { _splat: to }, replace: true }), [navigate, to]);
  return null;
}

interface Read<T> {
  data: T | undefined;
  error: unknown;
  refetch: () => unknown;
}

interface LoadedProps<T> {
  read: Read<T>;
  title: string;
  about?: ReactNode;
  back?: string;
  rows?: boolean;
  children: (data: T) => ReactNode;
}

/** A page around something read: skeleton after 300 ms, the failure with a way on, then the thing; old data stays when a later read fails. */
export function Loaded<T>({ read, title, about, back, rows = false, children }: LoadedProps<T>) {
  const late = useLate(read.data === undefined && !read.error);
  if (read.data !== undefined) return <>{children(read.data)}</>;
  return (
    <section className="formpage" aria-busy={!read.error} aria-label={title}>
      <PageHead title={title} about={about} {...(back !== undefined && { back })} />
      {Boolean(read.error) && <Failure error={read.error} onRetry={() => void read.refetch()} />}
      {late && (
        <div className="body">
          <div className={rows ? "cols wide" : "cols"}>
            <div className="card">{rows ? <RowBones rows={4} /> : <FieldBones />}</div>
          </div>
        </div>
      )}
    </section>
  );
}

function FieldBones() {
  return (
    <section className="group">
      <LineBones lines={7} />
    </section>
  );
}

/** "20 Nov 2026" */
export const dateOf = (time: string): string => i18n.date(new Date(time), { day: "numeric", month: "short", year: "numeric" });

/** A time, short, with the exact one on hover. */
export function At({ time }: { time: string | null }) {
  const now = useNow(30_000, time !== null);
  if (time === null) return <span className="faint">{t("page.never")}</span>;
  const recent = now - Date.parse(time) < 86_400_000;
  return (
    <time className="num" dateTime={time} title={exactTime(time)}>
      {recent ? clockTime(time) : dateOf(time)}
    </time>
  );
}

/** When and how the last try failed, with the way to it. */
export function LastFailure({
  failure,
  endpoint,
}: {
  failure: { at: string; outcome: string; status: number | null } | null;
  endpoint: number;
}) {
  if (failure === null) return <span className="faint">{t("page.never")}</span>;
  return (
    <Link to="/integrations/$" params={{ _splat: "deliveries" }} search={{ endpoint } as never} title={exactTime(failure.at)}>
      <At time={failure.at} /> · {failure.outcome}
      {failure.status !== null && ` ${failure.status}`}
    </Link>
  );
}

/** To the deliveries of one endpoint, or to all. */
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

/** To the page for integrators of one interface: fields, errors, samples; `words`: of a page that has something else. */
export function DocsLink({ page, words = t("page.docs") }: { page: "channel" | "bot" | "webhook" | "script"; words?: string }) {
  return (
    <p className="t13">
      <Link to="/docs/$" params={{ _splat: page }}>
        {words}
      </Link>
    </p>
  );
}

/** Presence in a word with its dot. */
export function PresenceMark({ presence }: { presence: Presence }) {
  return (
    <span className="presence">
      <span className={`dot ${presence === "away" ? "away" : presence === "offline" ? "off" : ""}`} />
      {t(`status.presence.${presence}`)}
    </span>
  );
}

/** A value to copy. */
export function CopyRow({ label, value, hint, children }: { label: ReactNode; value: string; hint?: ReactNode; children?: ReactNode }) {
  return (
    <Field label={label} {...(hint !== undefined && { hint })}>
      {(ids) => (
        <div className="copyrow">
          <input {...ids} className="input" readOnly value={value} onFocus={(event) => event.target.select()} />
          <CopyButton text={value} />
          {children}
        </div>
      )}
    </Field>
  );
}

/** A secret to copy now: it is never shown again. `onClose`: whoever has it may put it away. */
export function ShownOnce({
  onClose,
  close = t("apikeys.close"),
  ...row
}: ComponentProps<typeof CopyRow> & { onClose?: () => void; close?: string }) {
  return (
    <div className="shown-once" aria-live="polite">
      <CopyRow {...row}>
        {onClose && (
          <Button variant="quiet" onClick={onClose}>
            {close}
          </Button>
        )}
      </CopyRow>
    </div>
  );
}
