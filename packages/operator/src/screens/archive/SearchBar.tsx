// oxlint-disable jsx-a11y/prefer-tag-over-role -- WAI-ARIA combobox: HTML's datalist cannot suggest parts of a text.
import { IconPlus, IconSearch, IconX } from "@tabler/icons-react";
import { useId } from "react";
import { Button } from "../../ui/Button.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Menu } from "../../ui/menu.tsx";
import { filterWords } from "./filter-words.ts";
import { t } from "./text.ts";
import { tokenNames, type TokenName } from "./tokens.ts";
import { useSearchBar, type SearchBarInput, type SearchBarState } from "./use-search-bar.ts";

interface Props extends SearchBarInput {
  /** Error in the query, found by the server. */
  error: string | null;
}

/** The search field: filter chips, suggestions at the caret, and buttons that add a filter. */
export function SearchBar({ error, ...input }: Props) {
  const id = useId();
  const bar = useSearchBar(input);
  const { text, field, people } = input;
  return (
    <search className="finder" aria-label={t("search.label")}>
      <div className="tokens">
        <Icon of={IconSearch} />
        <Filters bar={bar} people={people} />
        <input
          ref={field}
          {...wordsOf(id, error)}
          {...roleOf(id, bar)}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={500}
          dir="auto"
          value={bar.words}
          {...(bar.filters.length === 0 && { placeholder: t("search.placeholder") })}
          onChange={(event) => bar.typed(event.target)}
          onSelect={(event) => bar.moved(event.currentTarget)}
          onBlur={bar.close}
          onKeyDown={bar.onKeyDown}
          data-pane-focus
        />
        {text !== "" && <Button variant="quiet" small icon={IconX} aria-label={t("search.clear")} onClick={bar.clear} />}
      </div>
      <Suggestions id={id} bar={bar} />
      <p className="vh" id={`${id}-keys`}>
        {t("search.keys")}
      </p>
      {error !== null && (
        <p className="err" id={`${id}-err`} role="status">
          {error}
        </p>
      )}
      <Adds bar={bar} />
    </search>
  );
}

const wordsOf = (id: string, error: string | null) => ({
  type: "text",
  "aria-label": t("search.label"),
  "aria-invalid": error !== null || undefined,
  "aria-describedby": error === null ? `${id}-keys` : `${id}-err`,
});

const roleOf = (id: string, { shown, suggestions, at }: SearchBarState) =>
  ({
    role: "combobox",
    "aria-expanded": shown,
    "aria-controls": `${id}-list`,
    "aria-autocomplete": "list",
    "aria-activedescendant": shown && suggestions[at] ? `${id}-${at}` : undefined,
  }) as const;

function Filters({ bar: { filters, selected, remove }, people }: { bar: SearchBarState; people: SearchBarInput["people"] }) {
  if (filters.length === 0) return null;
  return (
    <ul className="chips" aria-label={t("search.chips")}>
      {filters.map((filter, n) => {
        const { name, value } = filterWords(filter, people);
        return (
          <li key={filter.from} className={["token", filter.not && "not", n === selected && "on"].filter(Boolean).join(" ")}>
            <span className="cut">
              {name} <b dir="auto">{value}</b>
            </span>
            <button type="button" aria-label={t("search.chip.remove", { name, value })} onClick={() => remove(filter)}>
              <Icon of={IconX} small />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** Filters that have a button. */
const common: readonly TokenName[] = ["channel", "operator", "state", "rating", "tag", "after"];

/**
 * Buttons that start a filter in the field, where its values are suggested. Filters in use are left
 * out. The menu has all of them.
 */
function Adds({ bar: { filters, add } }: { bar: SearchBarState }) {
  return (
    <div className="addfilters" role="group" aria-label={t("search.tokens")}>
      {common
        .filter((name) => !filters.some((filter) => filter.name === name))
        .map((name) => (
          // The field keeps the focus, so that an on-screen keyboard stays open.
          <button key={name} type="button" className="add" onPointerDown={(event) => event.preventDefault()} onClick={() => add(name)}>
            <Icon of={IconPlus} small />
            {t(`filter.${name}`)}
          </button>
        ))}
      <Menu
        label={t("search.syntax")}
        className="btn text"
        groups={[{ entries: tokenNames.map((name) => ({ id: name, label: `${name}:`, hint: t(`token.${name}`) })) }]}
        // The menu returns the focus to its button one frame after it closes.
        onAction={(name) => void setTimeout(() => requestAnimationFrame(() => add(name as TokenName)), 0)}
      >
        {t("search.syntax")}
      </Menu>
    </div>
  );
}

function Suggestions({ id, bar: { token, suggestions, shown, at, point, take, onKeyDown } }: { id: string; bar: SearchBarState }) {
  return (
    <div
      role="listbox"
      id={`${id}-list`}
      aria-label={t("search.values", { name: token === null ? "" : t(`filter.${token.name}`) })}
      className={shown ? "tokenpick float" : "vh"}
    >
      {shown &&
        suggestions.map((one, n) => (
          <div
            key={one.text}
            id={`${id}-${n}`}
            role="option"
            tabIndex={-1}
            aria-selected={n === at}
            className="menuitem"
            // The field keeps the focus when a suggestion is clicked.
            onPointerDown={(event) => event.preventDefault()}
            onPointerMove={() => point(n)}
            onClick={() => take(one)}
            onKeyDown={onKeyDown}
          >
            <span className="cut" dir="auto">
              {one.label}
            </span>
          </div>
        ))}
    </div>
  );
}
