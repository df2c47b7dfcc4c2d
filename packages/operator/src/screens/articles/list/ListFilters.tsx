import type { ArticleSummary } from "@parlour/protocol/api";
import { articleStates } from "@parlour/protocol/article/facts";
import { useNavigate } from "@tanstack/react-router";
import { Menu } from "../../../ui/dialog/menu.tsx";
import { languageName, languages } from "../../../ui/localized/languages.ts";
import { SearchField } from "../../../ui/SearchField.tsx";
import { t } from "../text.ts";
import { getLanguageState, LanguageTag, type LanguageState } from "./LanguageTag.tsx";
import type { ListParams } from "./use-list-params.ts";

interface ListFiltersProps {
  params: ListParams;
  /** The listed articles, whose tags the legend explains. */
  articles: readonly ArticleSummary[];
  text: string;
  onText: (text: string) => void;
}

const languageStates = ["published", "outdated", "draft", "archived", "missing"] as const;

/** Filters of the list: words of the title, state, language. Explains the tags of languages. */
export function ListFilters({ params, articles, text, onText }: ListFiltersProps) {
  const navigate = useNavigate();
  const { section, state, language } = params;
  const shownStates = listShownStates(articles);
  const go = (change: Partial<ListParams>) => {
    const next = { section, state, language, ...change };
    void navigate({
      to: "/articles/$",
      params: { _splat: "" },
      search: {
        ...(next.section === null ? null : { section: next.section }),
        ...(next.state === null && next.section !== null ? null : { state: next.state ?? "all" }),
        ...(next.language === null ? null : { language: next.language }),
      },
    });
  };
  return (
    <div className="filterbar">
      <SearchField
        as="search"
        label={t("articles.find")}
        placeholder={t("articles.find")}
        value={text}
        onText={onText}
      />
      <FilterMenu
        label={t("articles.state")}
        value={state}
        options={articleStates.map((one) => ({ id: one, label: t(`articles.state.${one}`) }))}
        onChoose={(id) => go({ state: articleStates.find((one) => one === id) ?? null })}
      />
      <FilterMenu
        label={t("articles.language")}
        value={language}
        options={languages.map((one) => ({ id: one, label: languageName(one) }))}
        onChoose={(id) => go({ language: id })}
      />
      <span className="taglegend" aria-hidden="true">
        {languageStates
          .filter((one) => shownStates.has(one))
          .map((one) => (
            <span key={one}>
              <LanguageTag language="en" state={one} />
              {t(`articles.legend.${one}`)}
            </span>
          ))}
      </span>
    </div>
  );
}

/** Returns the states that the tags of the listed articles show. */
function listShownStates(articles: readonly ArticleSummary[]): ReadonlySet<LanguageState> {
  const languages = new Set(articles.flatMap(({ texts }) => texts.map(({ language }) => language)));
  return new Set(
    articles.flatMap(({ texts }) =>
      [...languages].map((language) =>
        getLanguageState(texts.find((text) => text.language === language)),
      ),
    ),
  );
}

interface FilterMenuProps {
  label: string;
  value: string | null;
  options: readonly { id: string; label: string }[];
  /** Null: all. */
  onChoose: (id: string | null) => void;
}

function FilterMenu({ label, value, options, onChoose }: FilterMenuProps) {
  const all = { id: "", label: t("articles.all") };
  const chosen = options.find(({ id }) => id === value) ?? all;
  return (
    <Menu
      label={`${label}: ${chosen.label}`}
      placement="bottom start"
      groups={[
        { entries: [all, ...options].map((one) => ({ ...one, chosen: one.id === chosen.id })) },
      ]}
      onAction={(id) => onChoose(id === "" ? null : id)}
    >
      {label} <b className="medium">{chosen.label}</b>
    </Menu>
  );
}
