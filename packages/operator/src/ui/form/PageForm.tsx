// oxlint-disable jsx-a11y/prefer-tag-over-role -- a live region is a role, not an <output> of a form.
import { useEffect, useState, type ReactNode } from "react";
import { IsNewContext } from "./ChangedLabel.tsx";
import { browserClock } from "../../state/clock.ts";
import { useLiveState } from "../../state/live-context.tsx";
import { isSignedOut, useCurrentOperator } from "../../state/session.tsx";
import { saveFormDraft, takeFormDraft } from "../../state/browser/form-drafts.ts";
import { ErrorMessage } from "../loading/ErrorMessage.tsx";
import { Banner } from "../badges.tsx";
import { UnsavedChangesGuard } from "./UnsavedChangesGuard.tsx";
import "./page.css";
import { isMac, SaveBar, type FormChanges } from "./SaveBar.tsx";
import { ErrorSummary } from "./ErrorSummary.tsx";
import { t } from "./text.ts";
import type { Form } from "./use-form.ts";
import { ConflictBanner } from "./ConflictBanner.tsx";
import { useLatest } from "../keyboard/use-latest.ts";

export interface PageFormProps<T extends object> {
  title: string;
  header: ReactNode;
  /** Name of the form, if the page has several. Its draft is stored with it. */
  part?: string | null;
  form: Form<T>;
  labels: Readonly<Record<keyof T & string, string>>;
  /**
   * Reason why the form is read-only: missing permission, or set by the provisioning file. Null if
   * it is editable.
   */
  readOnly?: string | null;
  /**
   * Label of the submit button, for a form that creates something. Such a form can be submitted
   * without changes, and its changes are not counted.
   */
  button?: string;
  side?: ReactNode;
  /** Content above the fields, such as the health of what they set up. */
  above?: ReactNode;
  /** Opens the tab that contains the field, if the form has tabs. */
  reveal?: (name: keyof T & string) => void;
  children: ReactNode;
}

/**
 * Renders the form of a page. Includes the save bar, the unsaved-changes guard, the error summary
 * and the shortcut Ctrl/⌘ S.
 */
export function PageForm<T extends object>(props: PageFormProps<T>) {
  const { title, header, part = null, form, labels, readOnly = null, button, side } = props;
  const dirty = form.changed.length > 0 && readOnly === null;
  const { failedAttempts, isSaved, submit } = useSave(
    form.submit,
    readOnly === null && (dirty || button !== undefined),
    button === undefined,
  );
  const changes = { form, labels, dirty, button };
  useRestoreFormDraft(form, part);
  return (
    <form
      className="formpage"
      aria-label={title}
      noValidate
      onSubmit={(event) => {
        // Ignores the submit events of a dialog above this page, which bubble through React.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        void submit();
      }}
    >
      {header}
      {readOnly !== null && <Banner tone="info">{readOnly}</Banner>}
      <div className="body">
        {props.above}
        <div className={side === undefined ? "cols one" : "cols"}>
          <FormBody {...props} {...{ failedAttempts, isSaved, changes }} />
        </div>
      </div>
      <UnsavedChangesGuard
        changedFields={readOnly === null ? form.unsent.map((name) => labels[name]) : []}
        discard={form.discard}
        save={button === undefined ? submit : undefined}
      />
    </form>
  );
}

interface FormBodyProps<T extends object> extends PageFormProps<T> {
  failedAttempts: number;
  isSaved: boolean;
  changes: FormChanges<T>;
}

/** Renders the error summary, the fields with the save bar below them, and the side column. */
function FormBody<T extends object>(props: FormBodyProps<T>) {
  const { form, labels, button, side, reveal, children, failedAttempts, changes } = props;
  const { errors } = form;
  return (
    <>
      <div className="formcolumn">
        <div className="fields">
          {Object.keys(errors).length > 0 && (
            <section className="group">
              <ErrorSummary
                key={failedAttempts}
                {...{ errors, labels, reveal }}
                takesFocus={form.refusal === null}
              />
            </section>
          )}
          <IsNewContext value={button !== undefined}>{children}</IsNewContext>
        </div>
        {props.readOnly == null && (
          <div className="saveplace">
            {form.conflicts.length > 0 && changes.dirty && (
              <ConflictBanner form={form} labels={labels} />
            )}
            {form.failure !== null && <ErrorMessage error={form.failure} />}
            {(changes.dirty || button !== undefined) && <SaveBar {...changes} />}
            <p className="savedmark" role="status">
              {props.isSaved && !changes.dirty && t("page.saved.bar")}
            </p>
          </div>
        )}
      </div>
      {side !== undefined && (
        <aside className="side" aria-label={t("page.side")}>
          {side}
        </aside>
      )}
    </>
  );
}

/** How long the bar says that the values were saved, in ms. */
const savedMs = 4000;

/**
 * Saves with the button or the shortcut if there are changes and a connection. Counts failed
 * attempts. `showsSaved`: `isSaved` is true for a moment after saving.
 */
function useSave(save: () => Promise<boolean>, canSave: boolean, showsSaved: boolean) {
  const offline = useLiveState((state) => state.connection.kind === "offline");
  const [failedAttempts, setFailedAttempts] = useState(0);
  /** Counts the saves, so that each one starts the time again. 0: the time is over. */
  const [saves, setSaves] = useState(0);
  useEffect(
    () => (saves === 0 ? undefined : browserClock.after(savedMs, () => setSaves(0))),
    [saves],
  );
  const submit = async () => {
    if (offline || !canSave) return false;
    const isSaved = await save();
    if (isSaved && showsSaved) setSaves((n) => n + 1);
    if (!isSaved) setFailedAttempts((n) => n + 1);
    return isSaved;
  };
  useSaveShortcut(submit);
  return { failedAttempts, isSaved: saves > 0, submit };
}

/**
 * Stores unsaved values when the session ends. Restores them after the same operator has signed in
 * again.
 */
function useRestoreFormDraft<T extends object>(form: Form<T>, part: string | null): void {
  const { id } = useCurrentOperator();
  const [path] = useState(() => location.pathname);
  const latest = useLatest(form);
  useEffect(() => {
    const { set } = latest.current;
    for (const [name, value] of Object.entries(
      takeFormDraft({ operator: id, path, form: part }) ?? {},
    ))
      set(name as keyof T, value as T[keyof T]);
    const save = () => {
      const { changed, values } = latest.current;
      if (changed.length > 0 && isSignedOut())
        saveFormDraft({
          operator: id,
          path,
          form: part,
          values: Object.fromEntries(changed.map((name) => [name, values[name]])),
        });
    };
    return save;
  }, [id, path, part, latest]);
}

function useSaveShortcut(submit: () => Promise<boolean>): void {
  const latest = useLatest(submit);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (
        event.code !== "KeyS" ||
        !(isMac ? event.metaKey : event.ctrlKey) ||
        event.altKey ||
        event.shiftKey
      )
        return;
      event.preventDefault();
      void latest.current();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [latest]);
}
