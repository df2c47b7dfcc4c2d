import type { KeyboardEvent } from "react";
import { useEffect, useRef } from "react";
import { registerKeyCatcher } from "./keys.ts";
import { t } from "../text.ts";

/** Takes what is typed while the composer of an opened chat loads. It is not visible. */
export function KeyCatcher() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => (field.current ? registerKeyCatcher(field.current) : undefined), []);
  const onKeyDown = (event: KeyboardEvent) => {
    // Nothing is sent from a field that nobody sees.
    if (event.key === "Enter") event.preventDefault();
    if (event.key === "Escape") field.current?.blur();
  };
  return (
    <section className="vh" aria-label={t("ui.opening")}>
      <input
        type="text"
        ref={field}
        tabIndex={-1}
        data-key-catcher
        aria-label={t("ui.opening")}
        onKeyDown={onKeyDown}
      />
    </section>
  );
}
