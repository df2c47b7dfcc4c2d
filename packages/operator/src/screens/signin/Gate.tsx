import { IconWorld } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { setPreferences, usePreferences } from "../../state/preferences.ts";
import { locales } from "../../text/index.ts";
import { Icon } from "../../ui/Icon.tsx";
import { Brand } from "../../ui/marks.tsx";
import { useTitle } from "../../ui/title.ts";
import "./gate.css";
import { t } from "./text.ts";

/** The page in front of the application: sign, language, content. */
export function Gate({ title, children }: { title: string; children: ReactNode }) {
  useTitle("page", title);
  return (
    <div className="gate">
      <header>
        <span className="wordmark">
          <Brand /> Parlour
        </span>
        <LanguagePick />
      </header>
      {children}
      <footer>
        <span>{t("gate.foot")}</span>
      </footer>
    </div>
  );
}

const names: Record<(typeof locales)[number], string> = { en: "English", ru: "Русский" };

function LanguagePick() {
  const { locale } = usePreferences();
  return (
    <span className="langpick">
      <Icon of={IconWorld} small />
      <select
        aria-label={t("gate.language")}
        value={locale}
        onChange={(event) => setPreferences({ locale: locales.find((l) => l === event.target.value) ?? "en" })}
      >
        {locales.map((l) => (
          <option key={l} value={l} lang={l}>
            {names[l]}
          </option>
        ))}
      </select>
    </span>
  );
}
