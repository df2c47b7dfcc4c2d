import { useEffect, useRef, type RefObject } from "react";
import { defineTexts } from "../../text/index.ts";
import { Button } from "../Button.tsx";
import "./error-summary.css";
import type { FieldErrors } from "./use-form.ts";

const t = defineTexts({
  en: { "summary.title": "{n, plural, one {# field needs} other {# fields need}} your attention." },
  ru: {
    "summary.title": "Нужно исправить: {n, plural, one {# поле} few {# поля} other {# полей}}.",
  },
});

interface ErrorSummaryProps<Name extends string> {
  errors: FieldErrors<Name>;
  labels: Readonly<Record<Name, string>>;
  /**
   * Whether the press that submits the form found the errors. Those of an answer come later, and do
   * not move the focus (CORE-484).
   */
  takesFocus?: boolean;
  /** Opens the tab that contains the field, if the form has tabs. */
  reveal?: ((name: Name) => void) | undefined;
}

/** Lists the errors of a form, with links to the fields. It is announced. */
export function ErrorSummary<Name extends string>({
  errors,
  labels,
  takesFocus = true,
  reveal,
}: ErrorSummaryProps<Name>) {
  const summaryRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) summaryRef.current?.focus();
  }, [errors, takesFocus]);
  const focusField = useFocusField(summaryRef, reveal);
  const fieldErrors = (Object.entries(errors) as [Name, string | undefined][]).filter(
    ([, text]) => text !== undefined && text !== "",
  );
  if (fieldErrors.length === 0) return null;
  return (
    <div className="summary" role="alert" tabIndex={-1} ref={summaryRef}>
      <p className="medium">{t("summary.title", { n: fieldErrors.length })}</p>
      <ul>
        {fieldErrors.map(([name, text]) => (
          <li key={name}>
            <Button variant="text" onClick={() => focusField(name)}>
              {labels[name]}: {text}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Returns a function that focuses a field of the form, after `reveal` has rendered it. */
function useFocusField<Name extends string>(
  summaryRef: RefObject<HTMLElement | null>,
  reveal: ((name: Name) => void) | undefined,
) {
  const targetField = useRef<Name | null>(null);
  const focusTarget = () => {
    const form = summaryRef.current?.closest("form");
    const field = form?.querySelector<HTMLElement>(
      `[name="${targetField.current}"], [data-field="${targetField.current}"]`,
    );
    if (!field) return;
    targetField.current = null;
    // In a group of controls, focuses the invalid one.
    (field.querySelector<HTMLElement>("[aria-invalid=true]") ?? field).focus();
  };
  useEffect(() => {
    if (targetField.current !== null) focusTarget();
  });
  return (name: Name) => {
    targetField.current = name;
    reveal?.(name);
    focusTarget();
  };
}
