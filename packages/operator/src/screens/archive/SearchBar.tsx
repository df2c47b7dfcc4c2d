// oxlint-disable jsx-a11y/prefer-tag-over-role -- WAI-ARIA combobox: HTML's datalist cannot suggest parts of a text.
import { IconAdjustmentsHorizontal, IconSearch, IconX } from "@tabler/icons-react";
import { useId } from "react";
import { Button } from "../../ui/Button.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Menu } from "../../ui/menu.tsx";
import { t } from "./text.ts";
import { putIn, tokenNames, tokensOf, without, written, type Token } from "./tokens.ts";
import { useSearchBar, type SearchBarInput, type SearchBarState } from "./use-search-bar.ts";

interface Props extends SearchBarInput {
  /** What the server found wrong. */
  error: string | null;
}

/** The field with its suggestions, the list of tokens, and a chip for each token that was written. */
export function SearchBar({ error, ...input }: Props) {
  const id = useId();
  const bar = useSearchBar(input);
  const { text, field } = input;
  return (
    <search className="finder" aria-label={t("search.label")}>
      <div className="findline">
        <div className="with grow">
          <Icon of={IconSearch} small />
          <input
            ref={field}
            className="input"
            {...wordsOf(id, error)}
            {...roleOf(id, bar)}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="search"
            maxLength={500}
            dir="auto"
            value={text}
            onChange={(event) => bar.typed(event.target)}
            onSelect={(event) => bar.moved(event.currentTarget)}
            onBlur={bar.close}
            onKeyDown={bar.onKeyDown}
            data-pane-focus
          />
          {text !== "" && (
            <Button variant="quiet" small className="end" icon={IconX} aria-label={t("search.clear")} onClick={() => bar.change("", 0)} />
          )}
        </div>
        <TokenMenu text={text} change={bar.change} />
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
      <Chips text={text} onRemove={(token) => bar.change(without(text, token), 0)} />
    </search>
  );
}

const wordsOf = (id: string, error: string | null) => ({
  type: "text",
  "aria-label": t("search.label"),
  "aria-invalid": error !== null || undefined,
  "aria-describedby": error === null ? `${id}-keys` : `${id}-err`,
  placeholder: t("search.placeholder"),
});

const roleOf = (id: string, { shown, suggestions, at }: SearchBarState) =>
  ({
    role: "combobox",
    "aria-expanded": shown,
    "aria-controls": `${id}-list`,
    "aria-autocomplete": "list",
    "aria-activedescendant": shown && suggestions[at] ? `${id}-${at}` : undefined,
  }) as const;

/** All tokens with what they ask for; one is put at the end of what stands there. */
function TokenMenu({ text, change }: { text: string; change: SearchBarState["change"] }) {
  return (
    <Menu
      label={t("search.tokens")}
      title={t("search.tokens")}
      className="btn icon"
      groups={[{ entries: tokenNames.map((name) => ({ id: name, label: `${name}:`, hint: t(`token.${name}`) })) }]}
      onAction={(name) => {
        const next = putIn(text, text.length, text.length, `${name}:`);
        // The menu gives focus back to its button first, in the frame after it went.
        setTimeout(() => requestAnimationFrame(() => change(next.text, next.caret)), 0);
      }}
    >
      <Icon of={IconAdjustmentsHorizontal} />
    </Menu>
  );
}

function Suggestions({ id, bar: { token, suggestions, shown, at, point, take, onKeyDown } }: { id: string; bar: SearchBarState }) {
  return (
    <div
      role="listbox"
      id={`${id}-list`}
      aria-label={t("search.values", { name: token?.name ?? "" })}
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
            // The field keeps focus; a click on the row must not take it.
            onPointerDown={(event) => event.preventDefault()}
            onPointerMove={() => point(n)}
            onClick={() => take(one)}
            onKeyDown={onKeyDown}
          >
            <span className="cut" dir="auto">
              {one.text}
            </span>
          </div>
        ))}
    </div>
  );
}

function Chips({ text, onRemove }: { text: string; onRemove: (token: Token) => void }) {
  const tokens = tokensOf(text).filter(({ value }) => value !== "");
  if (tokens.length === 0) return null;
  return (
    <ul className="chips" aria-label={t("search.chips")}>
      {tokens.map((token) => (
        <li key={`${token.from}`}>
          <button
            type="button"
            className={token.not ? "chip not" : "chip"}
            aria-label={t("search.chip.remove", { token: written(token.name, token.value, token.not) })}
            onClick={() => onRemove(token)}
          >
            <span className="cut">
              {token.not ? "−" : ""}
              {token.name}: <b dir="auto">{token.value}</b>
            </span>
            <Icon of={IconX} small />
          </button>
        </li>
      ))}
    </ul>
  );
}
