// oxlint-disable jsx-a11y/prefer-tag-over-role -- WAI-ARIA pattern without an HTML element of its own.
import { useId, useState, type KeyboardEvent } from "react";
import { TextField } from "../../../ui/Field.tsx";
import { useNow } from "../../../ui/time.ts";
import {
  findTimeZones,
  formatZoneTime,
  toTimeZoneOption,
  type TimeZoneOption,
} from "./time-zones.ts";
import { t } from "./text.ts";

/** Maximum number of time zones that are shown at once. */
const maxShown = 8;

interface TimeZoneFieldProps {
  /** IANA name. */
  value: string;
  onChange: (zone: string) => void;
  readOnly: boolean;
}

/** Selects a time zone by its city. Each one shows its offset and the time there. */
export function TimeZoneField({ value, onChange, readOnly }: TimeZoneFieldProps) {
  const id = useId();
  const now = useNow(60_000);
  /** What was typed, or null while the list is closed. */
  const [query, setQuery] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const found = query === null ? [] : findTimeZones(query, now);
  const options = found.slice(0, maxShown);
  const chosen = toTimeZoneOption(value, now);
  const open = (text: string) => {
    setQuery(text);
    setActive(0);
  };
  const choose = (zone: string | undefined) => {
    if (zone !== undefined) onChange(zone);
    setQuery(null);
  };
  const move = (step: number) =>
    setActive((index) => Math.min(Math.max(index + step, 0), options.length - 1));
  const handleKey = (event: KeyboardEvent) => {
    const actions: Readonly<Record<string, () => void>> =
      query === null
        ? { ArrowDown: () => open("") }
        : {
            ArrowDown: () => move(1),
            ArrowUp: () => move(-1),
            Enter: () => choose(options[active]?.id),
            Escape: () => setQuery(null),
          };
    const action = actions[event.key];
    if (readOnly || action === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };
  return (
    <div className="zonefield">
      <TextField
        label={t("hours.timezone")}
        name="timezone"
        role="combobox"
        aria-expanded={query !== null}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={options[active] && `${id}-${active}`}
        autoComplete="off"
        spellCheck={false}
        placeholder={t("hours.zone.find")}
        readOnly={readOnly}
        value={query ?? formatZone(chosen, now)}
        onChange={(event) => open(event.target.value)}
        onClick={() => !readOnly && query === null && open("")}
        onBlur={() => setQuery(null)}
        onKeyDown={handleKey}
      />
      {query !== null && (
        <TimeZoneList
          id={id}
          query={query}
          now={now}
          found={found}
          active={active}
          onChoose={(zone) => choose(zone)}
        />
      )}
    </div>
  );
}

interface TimeZoneListProps {
  /** Prefix of the ids of the list and its options. */
  id: string;
  query: string;
  now: number;
  found: readonly TimeZoneOption[];
  /** Index of the option that Enter chooses. */
  active: number;
  onChoose: (zone: string) => void;
}

/** The list below the field, which handles the keys and keeps the focus. */
function TimeZoneList({ id, query, now, found, active, onChoose }: TimeZoneListProps) {
  const hidden = found.length - maxShown;
  return (
    <div className="zonelist">
      <div role="listbox" id={`${id}-list`} aria-label={t("hours.timezone")}>
        {found.slice(0, maxShown).map((option, index) => (
          <div
            key={option.id}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            // Keeps the focus in the field, whose loss would close the list before a click.
            onPointerDown={(event) => {
              event.preventDefault();
              onChoose(option.id);
            }}
          >
            <span className="grow cut">
              {option.city} <small className="faint">{option.region}</small>
            </span>
            <span className="t12 faint num">
              {option.offset} · {formatZoneTime(option.id, now)}
            </span>
          </div>
        ))}
      </div>
      <p className="t12 faint" role="status">
        {found.length === 0
          ? t("hours.zone.none", { text: query })
          : hidden > 0 && t("hours.zone.more", { n: hidden })}
      </p>
    </div>
  );
}

const formatZone = ({ id, city, offset }: TimeZoneOption, now: number) =>
  t("hours.zone.value", { city, offset, time: formatZoneTime(id, now) });
