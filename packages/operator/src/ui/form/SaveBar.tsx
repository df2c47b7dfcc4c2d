import { useLiveState } from "../../state/live-context.tsx";
import { Button } from "../Button.tsx";
import { t } from "./text.ts";
import type { Form } from "./use-form.ts";

export const isMac = typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.platform);

export interface FormChanges<T extends object> {
  form: Form<T>;
  labels: Readonly<Record<keyof T & string, string>>;
  /** Whether the form has unsaved changes and is not read-only. */
  dirty: boolean;
  /**
   * Label of the submit button, for a form that creates something. Undefined for a form that
   * changes a resource.
   */
  button: string | undefined;
}

const maxNames = 3;

/** Returns the first names of a list, as `Name, Hours, Time zone and 2 more`. */
function shortenList(list: readonly string[]): string {
  const names = list.slice(0, maxNames).join(", ");
  const n = list.length - maxNames;
  return n > 0 ? t("page.names.more", { names, n }) : names;
}

/** Renders the bar below a form: Save, Discard, changed fields. */
export function SaveBar<T extends object>({ form, labels, dirty, button }: FormChanges<T>) {
  const offline = useLiveState((state) => state.connection.kind === "offline");
  const showsChanges = dirty && button === undefined;
  return (
    <section className="savebar" aria-label={t("page.unsaved")}>
      <Button
        type="submit"
        variant="primary"
        unavailable={offline ? t("page.offline") : form.busy}
        keys={button !== undefined ? undefined : isMac ? "⌘ S" : "Ctrl S"}
      >
        {form.busy ? t("page.saving") : (button ?? t("page.save"))}
      </Button>
      {button === undefined && (
        <Button variant="quiet" onClick={form.discard}>
          {t("page.discard")}
        </Button>
      )}
      <p className="grow">
        {showsChanges &&
          t("page.notsaved", { names: shortenList(form.changed.map((name) => labels[name])) })}
        {offline && <span className="warning"> {t("page.offline")}</span>}
      </p>
    </section>
  );
}
