import { useEffect, useRef, type RefObject } from "react";
import { defineTexts } from "../../text/index.ts";
import { Button } from "../../ui/Button.tsx";
import "./summary.css";

const t = defineTexts({
  en: { "summary.title": "{n, plural, one {One field needs} other {# fields need}} a correction." },
  ru: { "summary.title": "Нужно исправить: {n, plural, one {# поле} few {# поля} other {# полей}}." },
});

/**
 * Lists the errors of a form by field, each linked to its field. Takes the focus when it appears,
 * so that screen readers announce it.
 */
export function Summary<Name extends string>({
  faults,
  labels,
  reveal,
}: {
  faults: Partial<Record<Name, string>>;
  labels: Readonly<Record<Name, string>>;
  /** Shows the tab that contains the field, if the form has tabs. */
  reveal?: ((name: Name) => void) | undefined;
}) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.focus();
  }, [faults]);
  const focusField = useWayTo(place, reveal);
  const found = (Object.entries(faults) as [Name, string | undefined][]).filter(([, text]) => text !== undefined && text !== "");
  if (found.length === 0) return null;
  return (
    <div className="summary" role="alert" tabIndex={-1} ref={place}>
      <p className="medium">{t("summary.title", { n: found.length })}</p>
      <ul>
        {found.map(([name, text]) => (
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

/**
 * Returns a function that focuses a field of the form around `summaryRef`. If `reveal` must render
 * the field first, the focus moves after that render.
 */
function useWayTo<Name extends string>(place: RefObject<HTMLElement | null>, reveal: ((name: Name) => void) | undefined) {
  const wanted = useRef<Name | null>(null);
  const reach = () => {
    const form = place.current?.closest("form");
    const field = form?.querySelector<HTMLElement>(`[name="${wanted.current}"], [data-field="${wanted.current}"]`);
    if (!field) return;
    wanted.current = null;
    // In a group of controls, focus the invalid one.
    (field.querySelector<HTMLElement>("[aria-invalid=true]") ?? field).focus();
  };
  useEffect(() => {
    if (wanted.current !== null) reach();
  });
  return (name: Name) => {
    wanted.current = name;
    reveal?.(name);
    reach();
  };
}
