import { useEffect, useRef } from "react";
import { defineTexts } from "../../text/index.ts";
import { Button } from "../../ui/Button.tsx";
import "./summary.css";

const t = defineTexts({
  en: { "summary.title": "{n, plural, one {One field needs} other {# fields need}} a correction." },
  ru: { "summary.title": "Нужно исправить: {n, plural, one {# поле} few {# поля} other {# полей}}." },
});

/** Faults of a form by field name, each a way to its field. Takes the focus when it appears, so that it is heard. */
export function Summary<Name extends string>({
  faults,
  labels,
}: {
  faults: Partial<Record<Name, string>>;
  labels: Readonly<Record<Name, string>>;
}) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.focus();
  }, [faults]);
  const found = (Object.entries(faults) as [Name, string | undefined][]).filter(([, text]) => text !== undefined && text !== "");
  if (found.length === 0) return null;
  const focusField = (name: Name) => {
    const form = place.current?.closest("form");
    form?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
  };
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
