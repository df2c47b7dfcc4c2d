import { createContext, useContext, type ReactNode } from "react";
import { t } from "./text.ts";
import type { Form } from "./use-form.ts";

/** Whether the form creates something. Its fields are then not marked as changed. */
export const IsNewContext = createContext(false);

/** Renders the label of a field. Marks the label if the value was changed. */
export function ChangedLabel<T extends object>({
  form,
  name,
  children,
}: {
  form: Form<T>;
  name: keyof T & string;
  children: ReactNode;
}) {
  const isNew = useContext(IsNewContext);
  return (
    <>
      {children}
      {!isNew && form.changed.includes(name) && (
        <span className="tag info changedmark">{t("page.changed")}</span>
      )}
    </>
  );
}
