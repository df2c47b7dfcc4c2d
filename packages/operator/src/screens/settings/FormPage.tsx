import { IconChevronLeft } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { createContext, useContext, useEffect, useRef, useState, type ReactNode } from "react";
import { useLive } from "../../state/live-context.tsx";
import { isSignedOut, useMe } from "../../state/session.tsx";
import { keepTyped, takeTyped } from "../../state/typed-forms.ts";
import { Button } from "../../ui/Button.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Banner, Tag } from "../../ui/marks.tsx";
import { useTitle } from "../../ui/title.ts";
import { toast } from "../../ui/toast.tsx";
import { LeaveGuard } from "./LeaveGuard.tsx";
import "./page.css";
import { changedNames, isMac, SaveBar } from "./SaveBar.tsx";
import { Summary } from "./Summary.tsx";
import { t } from "./text.ts";
import type { Form } from "./use-form.ts";

interface PageHeadProps {
  title: string;
  about?: ReactNode;
  back?: string;
  home?: boolean;
  children?: ReactNode;
}

/**
 * Renders the header of a settings page: title, description, tools. On phones it contains the link
 * back to the menu.
 */
export function PageHead({ title, about, back = "", home = false, children }: PageHeadProps) {
  useTitle("page", title);
  return (
    <header className="pagehead">
      {!home && (
        <Link className="btn icon quiet back" to="/settings/$" params={{ _splat: back }} aria-label={t("page.back")}>
          <Icon of={IconChevronLeft} flip />
        </Link>
      )}
      <div className="grow">
        <h1 className="cut">{title}</h1>
        {about !== undefined && <p className="t12 faint cut">{about}</p>}
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
  /** The page is not below the settings menu, so it has no link back. */
  home?: boolean;
  form: Form<T>;
  labels: Readonly<Record<keyof T & string, string>>;
  /** Explains why the form is read-only: missing permission, or set by the provisioning file. */
  readOnly?: string | null;
  /**
   * Label of the submit button of a form that creates something. Such a form can be submitted
   * without changes, and its changes are not counted.
   */
  verb?: string;
  side?: ReactNode;
  /** Shows the tab that contains the field, if the form has tabs. */
  reveal?: (name: keyof T & string) => void;
  children: ReactNode;
}

/** Renders a page with one form, save bar, unsaved-changes guard, error summary and Ctrl/⌘ S. */
export function FormPage<T extends object>(props: FormPageProps<T>) {
  const { title, about, back, tools, home = false, form, labels, readOnly = null, verb, side } = props;
  const dirty = form.changed.length > 0 && readOnly === null;
  const { failed, submit } = useSave(form, readOnly === null && (dirty || verb !== undefined), verb === undefined);
  const typed = { form, labels, dirty, verb };
  useBackAfterSignIn(form);
  return (
    <form
      className="formpage"
      aria-label={title}
      noValidate
      onSubmit={(event) => {
        // Submit events of a dialog above this page bubble up through React.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        void submit();
      }}
    >
      <PageHead title={title} about={about} home={home} {...(back !== undefined && { back })}>
        {tools}
      </PageHead>
      {readOnly !== null && <Banner tone="info">{readOnly}</Banner>}
      {form.overtaken.length > 0 && dirty && <Overtaken form={form} labels={labels} />}
      {form.failure !== null && <Failure error={form.failure} />}
      <div className="body">
        <div className={side === undefined ? "cols one" : "cols"}>
          <Sheet {...props} failed={failed} />
        </div>
      </div>
      {readOnly === null && (dirty || verb !== undefined) && <SaveBar {...typed} />}
      <LeaveGuard
        names={dirty ? changedNames(typed) : []}
        busy={form.busy}
        discard={form.discard}
        save={verb === undefined ? submit : undefined}
      />
    </form>
  );
}

/** Renders the error summary, the fields and the side column. */
function Sheet<T extends object>(props: FormPageProps<T> & { failed: number }) {
  const { form, labels, verb, side, reveal, children, failed } = props;
  const { faults } = form;
  return (
    <>
      <div className="card">
        {Object.keys(faults).length > 0 && (
          <section className="group">
            <Summary key={failed} faults={faults} labels={labels} reveal={reveal} />
          </section>
        )}
        <Making value={verb !== undefined}>{children}</Making>
      </div>
      {side !== undefined && (
        <aside className="side" aria-label={t("page.side")}>
          {side}
        </aside>
      )}
    </>
  );
}

/**
 * Saves by button and by shortcut if there are changes and a connection. Counts failed attempts.
 * `showsToast`: show a toast after saving.
 */
function useSave({ submit: save }: Pick<Form<object>, "submit">, can: boolean, says: boolean) {
  const offline = useLive((state) => state.connection.kind === "offline");
  const [failed, setFailed] = useState(0);
  const submit = async () => {
    if (offline || !can) return false;
    const done = await save();
    if (done && says) toast(t("page.saved"));
    if (!done) setFailed((n) => n + 1);
    return done;
  };
  useSaveKey(submit);
  return { failed, submit };
}

/**
 * Keeps unsaved values when the session ends, and restores them after the same operator signed in
 * again.
 */
function useBackAfterSignIn<T extends object>(form: Form<T>): void {
  const { id } = useMe();
  const [path] = useState(() => location.pathname);
  const latest = useRef(form);
  useEffect(() => {
    latest.current = form;
  });
  useEffect(() => {
    const { set } = latest.current;
    for (const [name, value] of Object.entries(takeTyped(id, path) ?? {})) set(name as keyof T, value as T[keyof T]);
    return () => {
      const { changed, values } = latest.current;
      if (changed.length > 0 && isSignedOut())
        keepTyped({ operator: id, path, values: Object.fromEntries(changed.map((name) => [name, values[name]])) });
    };
  }, [id, path]);
}

function useSaveKey(submit: () => Promise<boolean>): void {
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
}

/**
 * Lists the fields that were changed both here and by another operator. The banner shows the other
 * operator's values.
 */
function Overtaken<T extends object>({ form, labels }: Pick<FormPageProps<T>, "form" | "labels">) {
  const { overtaken, saved, takeTheirs } = form;
  const action = (
    <Button small onClick={takeTheirs}>
      {t("page.theirs")}
    </Button>
  );
  return (
    <Banner tone="warn" live action={action}>
      <p>{t("page.overtaken")}</p>
      <ul>
        {overtaken.map((name) => (
          <li key={name}>
            {labels[name]}
            <Theirs value={saved[name]} />
          </li>
        ))}
      </ul>
    </Banner>
  );
}

/** Shows a saved value if it is a switch or a text. */
function Theirs({ value }: { value: unknown }) {
  const words = typeof value === "boolean" ? t(value ? "page.on" : "page.off") : typeof value === "string" ? value.trim() : "";
  if (words === "") return null;
  return (
    <>
      : <bdi className="medium">{words}</bdi>
    </>
  );
}

/** True inside a form that creates something. Its fields are not marked as changed. */
const Making = createContext(false);

/** Renders a label that marks a changed value. */
export function Label<T extends object>({ form, name, children }: { form: Form<T>; name: keyof T & string; children: ReactNode }) {
  const isNew = useContext(Making);
  return (
    <>
      {children}
      {!isNew && form.changed.includes(name) && <Tag tone="info">{t("page.changed")}</Tag>}
    </>
  );
}
