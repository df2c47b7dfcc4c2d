// oxlint-disable jsx-a11y/prefer-tag-over-role -- WAI-ARIA combobox: HTML's datalist cannot suggest parts of a text.
import { IconSearch, IconX } from "@tabler/icons-react";
import { useId } from "react";
import { browserClock } from "../../../state/clock.ts";
import { Button } from "../../../ui/Button.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { Menu } from "../../../ui/dialog/menu.tsx";
import { filterText } from "./format-filter.ts";
import { t } from "../text.ts";
import { tokenNames, type TokenName } from "../tokens.ts";
import { useSearchBar, type SearchBarInput, type SearchBarState } from "./use-search-bar.ts";

interface Props extends SearchBarInput {
  /** Error in the query, as reported by the server. */
  error: string | null;
}

/** Renders the search field with filter chips, suggestions, and buttons that add a filter. */
export function SearchBar({ error, ...input }: Props) {
  const id = useId();
  const bar = useSearchBar(input);
  const { text, field, visitorNames } = input;
  return (
    <search className="finder" aria-label={t("search.label")}>
      <div className="tokens">
        <Icon of={IconSearch} />
        <FilterChips bar={bar} visitorNames={visitorNames} />
        <input
          ref={field}
          {...fieldLabels(id, error)}
          {...comboboxProps(id, bar)}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={500}
          dir="auto"
          value={bar.words}
          placeholder={bar.filters.length === 0 ? t("search.placeholder") : undefined}
          onChange={(event) => bar.onType(event.target)}
          onSelect={(event) => bar.onCaretMove(event.currentTarget)}
          onBlur={bar.close}
          onKeyDown={bar.onKeyDown}
          data-pane-focus
        />
        {text !== "" && (
          <Button
            variant="quiet"
            small
            icon={IconX}
            aria-label={t("search.clear")}
            onClick={bar.clear}
          />
        )}
      </div>
      <SuggestionList id={id} bar={bar} />
      <p className="vh" id={`${id}-keys`}>
        {t("search.keys")}
      </p>
      {error !== null && (
        <p className="err" id={`${id}-err`} role="status">
          {error}
        </p>
      )}
      <AddFilterButtons bar={bar} />
    </search>
  );
}

const fieldLabels = (id: string, error: string | null) => ({
  type: "text",
  "aria-label": t("search.label"),
  "aria-invalid": error !== null || undefined,
  "aria-describedby": error === null ? `${id}-keys` : `${id}-err`,
});

const comboboxProps = (id: string, { isShown, suggestions, activeIndex }: SearchBarState) =>
  ({
    role: "combobox",
    "aria-expanded": isShown,
    "aria-controls": `${id}-list`,
    "aria-autocomplete": "list",
    "aria-activedescendant":
      isShown && suggestions[activeIndex] ? `${id}-${activeIndex}` : undefined,
  }) as const;

interface FilterChipsProps {
  bar: SearchBarState;
  visitorNames: SearchBarInput["visitorNames"];
}

function FilterChips({ bar: { filters, selected, remove }, visitorNames }: FilterChipsProps) {
  if (filters.length === 0) return null;
  return (
    <ul className="chips" aria-label={t("search.chips")}>
      {filters.map((filter, n) => {
        const { name, value } = filterText(filter, visitorNames);
        return (
          <li
            key={filter.from}
            className={["token", filter.not && "not", n === selected && "on"]
              .filter(Boolean)
              .join(" ")}
          >
            <span className="cut">
              {name} <b dir="auto">{value}</b>
            </span>
            <button
              type="button"
              aria-label={t("search.chip.remove", { name, value })}
              onClick={() => remove(filter)}
            >
              <Icon of={IconX} small />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** Filters that have a button of their own. The menu contains all filters. */
const commonFilters: readonly TokenName[] = [
  "channel",
  "operator",
  "state",
  "rating",
  "tag",
  "after",
];

/**
 * Buttons that insert a filter name into the field, where its values are suggested. Filters already
 * in use have no button. The menu contains all filters.
 */
function AddFilterButtons({ bar: { filters, add } }: { bar: SearchBarState }) {
  return (
    <div className="addfilters" role="group" aria-label={t("search.tokens")}>
      {commonFilters
        .filter((name) => !filters.some((filter) => filter.name === name))
        .map((name) => (
          // Keeps the focus in the field, so that an on-screen keyboard stays open.
          <button
            key={name}
            type="button"
            className="add"
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => add(name)}
          >
            {t(`filter.${name}`)}
          </button>
        ))}
      <Menu
        label={t("search.syntax")}
        className="btn text"
        groups={[
          {
            entries: tokenNames.map((name) => ({
              id: name,
              label: `${name}:`,
              hint: t(`token.${name}`),
            })),
          },
        ]}
        // Waits one frame, because the menu returns the focus to its button after it closes.
        onAction={(name) =>
          void browserClock.after(0, () => requestAnimationFrame(() => add(name as TokenName)))
        }
      >
        {t("search.syntax.short")}
      </Menu>
    </div>
  );
}

interface SuggestionListProps {
  id: string;
  bar: SearchBarState;
}

function SuggestionList({
  id,
  bar: { token, suggestions, isShown, activeIndex, setActive, applySuggestion, onKeyDown },
}: SuggestionListProps) {
  return (
    <div
      role="listbox"
      id={`${id}-list`}
      aria-label={t("search.values", { name: token === null ? "" : t(`filter.${token.name}`) })}
      className={isShown ? "tokenpick float" : "vh"}
    >
      {isShown &&
        suggestions.map((suggestion, n) => (
          <SuggestionOption
            key={suggestion.text}
            id={`${id}-${n}`}
            label={suggestion.label}
            isActive={n === activeIndex}
            onPoint={() => setActive(n)}
            onPick={() => applySuggestion(suggestion)}
            onKeyDown={onKeyDown}
          />
        ))}
    </div>
  );
}

interface SuggestionOptionProps extends Pick<SearchBarState, "onKeyDown"> {
  id: string;
  label: string;
  isActive: boolean;
  onPoint: () => void;
  onPick: () => void;
}
function SuggestionOption({
  id,
  label,
  isActive,
  onPoint,
  onPick,
  onKeyDown,
}: SuggestionOptionProps) {
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className="menuitem"
      // Keeps the focus in the field when a suggestion is clicked.
      onPointerDown={(event) => event.preventDefault()}
      onPointerMove={onPoint}
      onClick={onPick}
      onKeyDown={onKeyDown}
    >
      <span className="cut" dir="auto">
        {label}
      </span>
    </div>
  );
}
