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

/** Head of a settings page: title, what it is, tools; on phones the way back to the menu. */
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
  /** A page of its own, not one below the settings menu. */
  home?: boolean;
  form: Form<T>;
  labels: Readonly<Record<keyof T & string, string>>;
  /** Why nothing can be changed here: a right, the provisioning file. */
  readOnly?: string | null;
  /** A form that makes something: saved at once, no count of changes. */
  verb?: string;
  side?: ReactNode;
  /** Shows the part of the form where a field is, of a form that is shown in parts. */
  reveal?: (name: keyof T & string) => void;
  children: ReactNode;
}

/** One form on a page, with its save bar, leave guard, summary of faults and Ctrl/⌘ S. */
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
        // What a dialog over this page sends comes here too.
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

/** The fields below what is wrong with them, and what stands beside them. */
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

/** Saves by button and by key while there is something to save and a connection; counts what did not go. `says`: that it is saved. */
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

/** What is typed when the session ends stands here again for the same person after the sign-in. */
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

/** Somebody else saved meanwhile what is changed here: both stand there, his in the banner. */
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

/** What somebody else saved, where words say it. */
function Theirs({ value }: { value: unknown }) {
  const words = typeof value === "boolean" ? t(value ? "page.on" : "page.off") : typeof value === "string" ? value.trim() : "";
  if (words === "") return null;
  return (
    <>
      : <bdi className="medium">{words}</bdi>
    </>
  );
}

/** Whether the form makes something: of what does not exist yet nothing was changed. */
const Making = createContext(false);

/** A label that says when its value was changed. */
export function Label<T extends object>({ form, name, children }: { form: Form<T>; name: keyof T & string; children: ReactNode }) {
  const isNew = useContext(Making);
  return (
    <>
      {children}
      {!isNew && form.changed.includes(name) && <Tag tone="info">{t("page.changed")}</Tag>}
    </>
  );
}
