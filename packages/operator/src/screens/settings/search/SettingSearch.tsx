import { Link, useLocation } from "@tanstack/react-router";
import { useEffect, useMemo, useRef, type KeyboardEvent, type RefObject } from "react";
import { may, useMe } from "../../../state/session.tsx";
import { announce } from "../../../ui/announcer.tsx";
import { useKeys } from "../../../ui/keys.ts";
import { Marked } from "../../../ui/Marked.tsx";
import { SearchField } from "../../../ui/SearchField.tsx";
import { addressOf, listSettings, searchSettings, type Found } from "./index.ts";
import { t } from "./text.ts";
import { showAgain } from "./use-target.ts";

/** Delay in ms after the last key before the number of results is announced. */
const announceMs = 500;

interface Props {
  text: string;
  onText: (text: string) => void;
}

/** Renders the search of the settings menu. While it has a text, results replace the menu. */
export function SettingSearch({ text, onText }: Props) {
  const me = useMe();
  const settings = useMemo(() => listSettings(me), [me]);
  const found = useMemo(() => searchSettings(settings, text), [settings, text]);
  const box = useRef<HTMLDivElement>(null);
  useKeys({
    "/": () => {
      const field = fieldOf(box);
      field?.focus();
      field?.select();
      return field !== null;
    },
  });
  useAnnounced(text, found.length);
  return (
    // Handles keys of the field and of its results, which are the interactive elements.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={box} onKeyDown={(event) => moveFocus(event, box, () => onText(""))}>
      <div className="findset">
        <SearchField
          as="search"
          label={t("setfind.label")}
          placeholder={t("setfind.label")}
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
      {text.trim() !== "" && <Results found={found} text={text.trim()} canReadDocs={may(me, "integrations")} />}
    </div>
  );
}

function Results({ found, text, canReadDocs }: { found: readonly Found[]; text: string; canReadDocs: boolean }) {
  const { pathname, hash } = useLocation();
  if (found.length === 0)
    return (
      <p className="none t13">
        {t("setfind.none", { text })}{" "}
        {canReadDocs && (
          <Link to="/docs/$" params={{ _splat: "" }}>
            {t("setfind.docs")}
          </Link>
        )}
      </p>
    );
  return (
    <>
      <h3>{t("setfind.count", { n: found.length })}</h3>
      <ul className="found" aria-label={t("setfind.count", { n: found.length })}>
        {found.map((one) => {
          const isPage = pathname.startsWith(`/settings/${one.page}`);
          const isHere = isPage && hash === (one.field?.label ?? "");
          return (
            <li key={one.id}>
              {/* On the open page, a link to the page itself loses no unsaved input. */}
              <Link
                {...addressOf(one)}
                ignoreBlocker={isPage && one.field?.at === undefined}
                aria-current={isHere ? "page" : undefined}
                {...(isHere && { onClick: showAgain })}
              >
                <span>
                  <Marked text={one.label} words={text} />
                </span>
                <small>{one.matched.length > 0 ? <Marked text={placeOf(one)} words={text} /> : placeOf(one)}</small>
              </Link>
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** Returns "Team → Single sign-on", or the synonyms that matched: "Team · SSO". */
function placeOf({ groupTitle: group, pageTitle: page, field, matched }: Found): string {
  if (matched.length > 0) return t("setfind.synonyms", { group: field === null ? group : page, words: matched.join(", ") });
  return field === null ? group : t("setfind.page", { group, page });
}

type Box = RefObject<HTMLDivElement | null>;
const fieldOf = (box: Box) => box.current?.querySelector("input") ?? null;

/**
 * Moves the focus: ↑ and ↓ through field and results, Enter in the field opens the first result,
 * Esc clears.
 */
function moveFocus(event: KeyboardEvent, box: Box, clear: () => void): void {
  if (event.nativeEvent.isComposing) return;
  const field = fieldOf(box);
  const stops = [field, ...(box.current?.querySelectorAll<HTMLElement>("a") ?? [])];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  const keys: Record<string, () => void> = {
    ArrowDown: () => stops[Math.min(stops.length - 1, at + 1)]?.focus(),
    ArrowUp: () => stops[Math.max(0, at - 1)]?.focus(),
    Escape: () => {
      clear();
      field?.focus();
    },
    ...(at === 0 && { Enter: () => stops[1]?.click() }),
  };
  const act = keys[event.key];
  if (act === undefined || (event.key === "Escape" && field?.value === "")) return;
  event.preventDefault();
  event.stopPropagation();
  act();
}

function useAnnounced(text: string, n: number): void {
  useEffect(() => {
    if (text.trim() === "") return;
    const timer = setTimeout(() => announce(n === 0 ? t("setfind.none", { text: text.trim() }) : t("setfind.status", { n })), announceMs);
    return () => clearTimeout(timer);
  }, [text, n]);
}
