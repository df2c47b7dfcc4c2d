import { Link, useLocation } from "@tanstack/react-router";
import { useEffect, useMemo, useRef, type KeyboardEvent, type RefObject } from "react";
import { browserClock } from "../../../state/clock.ts";
import { can, useCurrentOperator } from "../../../state/session.tsx";
import { textById } from "../../../text/index.ts";
import { announce } from "../../../ui/live-region.tsx";
import { useShortcuts } from "../../../ui/keyboard/shortcuts.ts";
import { HighlightedText } from "../../../ui/HighlightedText.tsx";
import { SearchField } from "../../../ui/SearchField.tsx";
import { toSettingLink, listSettings, searchSettings, type SettingSearchResult } from "./index.ts";
import { t } from "./text.ts";
import { repeatHighlight } from "./use-target-field.ts";

/** Delay in ms between the last key press and the announcement of the number of results. */
const announceMs = 500;

interface SettingSearchProps {
  text: string;
  onText: (text: string) => void;
}

/**
 * Renders the search of the settings menu. While the field contains text, results replace the menu.
 */
export function SettingSearch({ text, onText }: SettingSearchProps) {
  const me = useCurrentOperator();
  const settings = useMemo(() => listSettings(me), [me]);
  const results = useMemo(() => searchSettings(settings, text), [settings, text]);
  const container = useRef<HTMLDivElement>(null);
  useShortcuts({
    "/": () => {
      const field = getSearchInput(container);
      field?.focus();
      field?.select();
      return field !== null;
    },
  });
  useAnnounceCount(text, results.length);
  return (
    // Handles keys of the field and of its results, which are the interactive elements.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={container} onKeyDown={(event) => moveFocus(event, container, () => onText(""))}>
      <div className="findset">
        <SearchField
          as="search"
          label={t("settingssearch.label")}
          placeholder={t("settingssearch.label")}
          value={text}
          onText={onText}
          autoComplete="off"
          spellCheck={false}
        >
          <kbd className="end" aria-hidden="true">
            /
          </kbd>
        </SearchField>
      </div>
      {text.trim() !== "" && (
        <Results results={results} text={text.trim()} canReadDocs={can(me, "deliveries.read")} />
      )}
    </div>
  );
}

interface ResultsProps {
  results: readonly SettingSearchResult[];
  text: string;
  canReadDocs: boolean;
}

function Results({ results, text, canReadDocs }: ResultsProps) {
  const { pathname, hash } = useLocation();
  if (results.length === 0)
    return (
      <p className="none t13">
        {t("settingssearch.none", { text })}{" "}
        {canReadDocs && (
          <Link to="/docs/$" params={{ _splat: "" }}>
            {t("settingssearch.docs")}
          </Link>
        )}
      </p>
    );
  return (
    <>
      <h3>{t("settingssearch.count", { n: results.length })}</h3>
      <ul className="found" aria-label={t("settingssearch.count", { n: results.length })}>
        {results.map((result) => {
          const isPage = pathname.startsWith(`/settings/${result.page}`);
          const isCurrent = isPage && hash === (result.field?.label ?? "");
          return (
            <li key={result.id}>
              {/* Skips the unsaved-changes guard for a link to the open page, because no
                 input is lost. */}
              <Link
                {...toSettingLink(result)}
                ignoreBlocker={isPage && result.field?.at === undefined}
                aria-current={isCurrent ? "page" : undefined}
                onClick={isCurrent ? repeatHighlight : undefined}
              >
                <span>
                  <HighlightedText text={result.label} query={text} />
                </span>
                <small>
                  {result.matched.length > 0 ? (
                    <HighlightedText text={locationText(result)} query={text} />
                  ) : (
                    locationText(result)
                  )}
                </small>
              </Link>
            </li>
          );
        })}
      </ul>
    </>
  );
}

/**
 * Returns the path to a result: "Team › Single sign-on › Providers" for a field in a group. If
 * synonyms matched, returns "Team · SSO".
 */
function locationText({ areaTitle, pageTitle, field, matched }: SettingSearchResult): string {
  if (matched.length > 0)
    return t("settingssearch.synonyms", {
      area: field === null ? areaTitle : pageTitle,
      words: matched.join(", "),
    });
  if (field === null) return areaTitle;
  const group = field.group === undefined ? [] : [textById(field.group)];
  return [areaTitle, pageTitle, ...group].join(" › ");
}

type ContainerRef = RefObject<HTMLDivElement | null>;
const getSearchInput = (container: ContainerRef) =>
  container.current?.querySelector("input") ?? null;

/**
 * Handles keys: ↑ and ↓ move through field and results, Enter in the field opens the first result,
 * Esc clears the field.
 */
function moveFocus(event: KeyboardEvent, container: ContainerRef, clear: () => void): void {
  if (event.nativeEvent.isComposing) return;
  const field = getSearchInput(container);
  const stops = [field, ...(container.current?.querySelectorAll<HTMLElement>("a") ?? [])];
  const focusedIndex = stops.indexOf(document.activeElement as HTMLElement);
  const keys: Partial<Record<string, () => void>> = {
    ArrowDown: () => stops[Math.min(stops.length - 1, focusedIndex + 1)]?.focus(),
    ArrowUp: () => stops[Math.max(0, focusedIndex - 1)]?.focus(),
    Escape: () => {
      clear();
      field?.focus();
    },
    Enter: focusedIndex === 0 ? () => stops[1]?.click() : undefined,
  };
  const action = keys[event.key];
  if (action === undefined || (event.key === "Escape" && field?.value === "")) return;
  event.preventDefault();
  event.stopPropagation();
  action();
}

function useAnnounceCount(text: string, n: number): void {
  useEffect(() => {
    if (text.trim() === "") return;
    return browserClock.after(announceMs, () =>
      announce(
        n === 0
          ? t("settingssearch.none", { text: text.trim() })
          : t("settingssearch.status", { n }),
      ),
    );
  }, [text, n]);
}
