import { IconChevronLeft } from "@tabler/icons-react";
import { Link, useBlocker } from "@tanstack/react-router";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useLive } from "../../state/live-context.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Banner, Tag } from "../../ui/marks.tsx";
import { clockTime } from "../../ui/Time.tsx";
import { useTitle } from "../../ui/title.ts";
import { toast } from "../../ui/toast.tsx";
import "./page.css";
import { Summary } from "./Summary.tsx";
import { t } from "./text.ts";
import type { Form } from "./use-form.ts";

const isMac = typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.platform);

/** Head of a settings page: title, what it is, tools; on phones the way back to the menu. Without a connection what it is begins with how old it is. */
export function PageHead({
  title,
  about,
  back = "",
  home = false,
  children,
}: {
  title: string;
  about?: ReactNode;
  back?: string;
  home?: boolean;
  children?: ReactNode;
}) {
  useTitle("page", title);
  const offlineSince = useLive((state) => (state.connection.kind === "offline" ? state.connection.since : null));
  return (
    <header className="pagehead">
      {!home && (
        <Link className="btn icon quiet back" to="/settings/$" params={{ _splat: back }} aria-label={t("page.back")}>
          <Icon of={IconChevronLeft} flip />
        </Link>
      )}
      <div className="grow">
        <h1 className="cut">{title}</h1>
        {(about !== undefined || offlineSince !== null) && (
          <p className="t12 faint cut">
            {offlineSince !== null && <span className="num">{t("page.asof", { time: clockTime(offlineSince) })}</span>}
            {offlineSince !== null && about !== undefined && " · "}
            {about}
          </p>
        )}
      </div>
      {children}
    </header>
  );
}

interface FormPageProps<T extends object> {
  title: string;
  about?: ReactNode;
  back?: string;
  tools?: ReactNode;
  /** A page of its own, not one below the settings menu. */
  home?: boolean;
  form: Form<T>;
  labels: Readonly<Record<keyof T & string, string>>;
  /** Why nothing can be changed here: a right, the provisioning file. */
  readOnly?: string | null;
  /** A form that makes something: saved at once, no count of changes. */
  verb?: string;
  side?: ReactNode;
  children: ReactNode;
}

/** One form on a page, with its save bar, leave guard, summary of faults and Ctrl/⌘ S. */
export function FormPage<T extends object>({
  title,
  about,
  back,
  tools,
  home = false,
  form,
  labels,
  readOnly = null,
  verb,
  side,
  children,
}: FormPageProps<T>) {
  const offline = useLive((state) => state.connection.kind === "offline");
  const [failed, setFailed] = useState(0);
  const dirty = form.changed.length > 0 && readOnly === null;
  const leave = useBlocker({
    shouldBlockFn: () => dirty && verb === undefined && !form.busy,
    enableBeforeUnload: () => dirty,
    withResolver: true,
  });
  const submit = async () => {
    if (offline || readOnly !== null || (!dirty && verb === undefined)) return false;
    const done = await form.submit();
    if (done && verb === undefined) toast(t("page.saved"));
    if (!done) setFailed((n) => n + 1);
    return done;
  };
  const latest = useRef(submit);
  useEffect(() => {
    latest.current = submit;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.code !== "KeyS" || !(isMac ? event.metaKey : event.ctrlKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      void latest.current();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);

  return (
    <form
      className="formpage"
      aria-label={title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <PageHead title={title} about={about} home={home} {...(back !== undefined && { back })}>
        {tools}
      </PageHead>
      {readOnly !== null && <Banner tone="info">{readOnly}</Banner>}
      {form.overtaken && dirty && (
        <Banner
          tone="warn"
          live
          action={
            <Button small onClick={form.discard}>
              {t("page.theirs")}
            </Button>
          }
        >
          <p>{t("page.overtaken")}</p>
        </Banner>
      )}
      {form.failure !== null && <Failure error={form.failure} />}
      <div className="body">
        <div className={side === undefined ? "cols one" : "cols"}>
          <div className="card">
            {Object.keys(form.faults).length > 0 && (
              <section className="group">
                <Summary key={failed} faults={form.faults} labels={labels} />
              </section>
            )}
            {children}
          </div>
          {side !== undefined && (
            <aside className="side" aria-label={t("page.side")}>
              {side}
            </aside>
          )}
        </div>
      </div>
      {readOnly === null && (dirty || verb !== undefined) && (
        <section className="savebar" aria-label={t("page.unsaved")}>
          {dirty && verb === undefined && <span className="dot away" />}
          <p className="grow">
            {dirty && verb === undefined && (
              <>
                <span className="medium">{t("page.changes", { n: form.changed.length })}</span>{" "}
                <span className="faint">{form.changed.map((name) => labels[name]).join(", ")}</span>
              </>
            )}
            {offline && <span className="warning"> {t("page.offline")}</span>}
          </p>
          {verb === undefined && <Button onClick={form.discard}>{t("page.discard")}</Button>}
          <Button
            type="submit"
            variant="primary"
            unavailable={offline ? t("page.offline") : form.busy}
            {...(verb === undefined && { keys: isMac ? "⌘ S" : "Ctrl S" })}
          >
            {form.busy ? t("page.saving") : (verb ?? t("page.save"))}
          </Button>
        </section>
      )}
      <Dialog
        title={t("leave.title")}
        open={leave.status === "blocked"}
        onClose={() => leave.reset?.()}
        alert
        actions={
          <>
            <Button onClick={() => leave.reset?.()}>{t("leave.stay")}</Button>
            <Button
              onClick={() => {
                form.discard();
                leave.proceed?.();
              }}
            >
              {t("page.discard")}
            </Button>
            <Button
              variant="primary"
              onClick={() =>
                void submit().then((done) => {
                  if (done) leave.proceed?.();
                  else leave.reset?.();
                })
              }
            >
              {t("leave.save")}
            </Button>
          </>
        }
      >
        <p>
          {t("leave.text", { n: form.changed.length })} <span className="soft">{form.changed.map((name) => labels[name]).join(", ")}</span>
        </p>
      </Dialog>
    </form>
  );
}

/** A label that says when its value was changed. */
export function Label<T extends object>({ form, name, children }: { form: Form<T>; name: keyof T & string; children: ReactNode }) {
  return (
    <>
      {children}
      {form.changed.includes(name) && <Tag tone="info">{t("page.changed")}</Tag>}
    </>
  );
}
