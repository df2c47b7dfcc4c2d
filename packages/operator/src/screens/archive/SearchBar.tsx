// oxlint-disable jsx-a11y/prefer-tag-over-role -- WAI-ARIA combobox: HTML's datalist cannot suggest parts of a text.
import { IconAdjustmentsHorizontal, IconSearch, IconX } from "@tabler/icons-react";
import { useId, useRef, useState, type KeyboardEvent, type RefObject } from "react";
import { Button } from "../../ui/Button.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Menu } from "../../ui/menu.tsx";
import { useSuggestions, type Suggestion } from "./suggestions.ts";
import { t } from "./text.ts";
import { putIn, tokenAt, tokenNames, tokensOf, without, written, type Token } from "./tokens.ts";

interface Props {
  text: string;
  onText: (text: string) => void;
  /** Enter: now, without waiting for the end of typing. */
  onSearch: () => void;
  /** Down from the field, with no suggestion there. */
  onDown: () => void;
  field: RefObject<HTMLInputElement | null>;
  /** What the server found wrong. */
  error: string | null;
}

/** The field with its suggestions, the list of tokens, and a chip for each token that was written. */
export function SearchBar({ text, onText, onSearch, onDown, field, error }: Props) {
  const id = useId();
  const [caret, setCaret] = useState(text.length);
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const token = open ? tokenAt(text, caret) : null;
  const word = open && token === null ? (/\S*$/u.exec(text.slice(0, caret))?.[0] ?? "") : "";
  const suggestions = useSuggestions(token, word);
  const shown = open && suggestions.length > 0;
  const chosen = suggestions[at];
  const wishedCaret = useRef<number | null>(null);

  const change = (next: string, place: number) => {
    wishedCaret.current = place;
    onText(next);
    setCaret(place);
    setAt(-1);
    setOpen(true);
    requestAnimationFrame(() => {
      const wished = wishedCaret.current;
      wishedCaret.current = null;
      field.current?.focus();
      if (wished !== null) field.current?.setSelectionRange(wished, wished);
    });
  };
  const take = (one: Suggestion) => {
    const from = token?.from ?? caret - word.length;
    const words = one.isName ? one.text : written(token?.name ?? "from", one.text, token?.not ?? false);
    const next = putIn(text, from, token?.to ?? caret, words);
    change(next.text, next.caret);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (shown) setAt(at < 0 && step < 0 ? suggestions.length - 1 : Math.min(at + step, suggestions.length - 1));
      else if (step === 1) onDown();
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (shown && chosen) take(chosen);
      else {
        setOpen(false);
        onSearch();
      }
    } else if (event.key === "Tab" && shown && chosen && !event.shiftKey) {
      event.preventDefault();
      take(chosen);
    } else if (event.key === "Escape" && (shown || text !== "")) {
      event.preventDefault();
      if (shown) setOpen(false);
      else change("", 0);
    }
  };

  return (
    <search className="finder" aria-label={t("search.label")}>
      <div className="findline">
        <div className="with grow">
          <Icon of={IconSearch} small />
          <input
            ref={field}
            className="input"
            type="text"
            role="combobox"
            aria-label={t("search.label")}
            aria-expanded={shown}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={shown && chosen ? `${id}-${at}` : undefined}
            aria-invalid={error !== null || undefined}
            aria-describedby={error === null ? `${id}-keys` : `${id}-err`}
            placeholder={t("search.placeholder")}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="search"
            maxLength={500}
            dir="auto"
            value={text}
            onChange={(event) => {
              onText(event.target.value);
              setCaret(event.target.selectionStart ?? event.target.value.length);
              setAt(-1);
              setOpen(true);
            }}
            onSelect={(event) => setCaret(event.currentTarget.selectionStart ?? 0)}
            onBlur={() => setOpen(false)}
            onKeyDown={onKeyDown}
            data-pane-focus
          />
          {text !== "" && (
            <Button variant="quiet" small className="end" icon={IconX} aria-label={t("search.clear")} onClick={() => change("", 0)} />
          )}
        </div>
        <Menu
          label={t("search.tokens")}
          title={t("search.tokens")}
          className="btn icon"
          groups={[{ entries: tokenNames.map((name) => ({ id: name, label: `${name}:`, hint: t(`token.${name}`) })) }]}
          onAction={(name) => {
            const next = putIn(text, text.length, text.length, `${name}:`);
            // The menu gives focus back to its button first.
            setTimeout(() => change(next.text, next.caret), 0);
          }}
        >
          <Icon of={IconAdjustmentsHorizontal} />
        </Menu>
      </div>
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
              onPointerMove={() => setAt(n)}
              onClick={() => take(one)}
              onKeyDown={onKeyDown}
            >
              <span className="cut" dir="auto">
                {one.text}
              </span>
            </div>
          ))}
      </div>
      <p className="vh" id={`${id}-keys`}>
        {t("search.keys")}
      </p>
      {error !== null && (
        <p className="err" id={`${id}-err`} role="status">
          {error}
        </p>
      )}
      <Chips text={text} onRemove={(token) => change(without(text, token), 0)} />
    </search>
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
