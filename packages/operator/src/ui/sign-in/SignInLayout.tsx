import { IconWorld } from "@tabler/icons-react";
import { useLayoutEffect, useRef, type ReactNode } from "react";
import { setPreferences, usePreferences } from "../../state/browser/preferences.ts";
import { locales } from "../../text/index.ts";
import { focusFirstField } from "../dialog/focus-first-field.ts";
import { Icon } from "../Icon.tsx";
import { BrandMark } from "../badges.tsx";
import { useTitle } from "../title.ts";
import "./sign-in-layout.css";
import { t } from "./text.ts";

/**
 * Layout of the pages outside the application. The language menu is at the top of the page but last
 * in the document, so that Tab reaches the form first (CORE-170).
 */
export function SignInLayout({ title, children }: { title: string; children: ReactNode }) {
  useTitle("page", title);
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => focusFirstField(root.current), []);
  return (
    <div className="gate" ref={root}>
      <header>
        <span className="wordmark">
          <BrandMark /> Parlour
        </span>
      </header>
      {children}
      <footer>
        <span>{t("gate.foot")}</span>
      </footer>
      <LanguageSelect />
    </div>
  );
}

const languageNames: Record<(typeof locales)[number], string> = { en: "English", ru: "Русский" };

function LanguageSelect() {
  const { locale } = usePreferences();
  return (
    <section className="langpick" aria-label={t("gate.language")}>
      <Icon of={IconWorld} small />
      <select
        aria-label={t("gate.language")}
        value={locale}
        onChange={(event) =>
          setPreferences({ locale: locales.find((l) => l === event.target.value) ?? "en" })
        }
      >
        {locales.map((l) => (
          <option key={l} value={l} lang={l}>
            {languageNames[l]}
          </option>
        ))}
      </select>
    </section>
  );
}
