// oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field keeps the focus and handles the keys.
import {
  IconAlarm,
  IconCalendar,
  IconClock,
  IconMessage,
  IconSun,
  IconSunrise,
} from "@tabler/icons-react";
import { TextField } from "../Field.tsx";
import { Icon, type IconType } from "../Icon.tsx";
import "../options/options.css";
import { formatUpcoming } from "../time.ts";
import { t } from "./text.ts";
import { formatDay, type TimeOption } from "./read-words.ts";
import type { TimeChoiceState } from "./use-time-choice.ts";

/** A field for a time in words, with the times that Enter or a click chooses below it. */
export function TimeChoice({ label, choice }: { label: string; choice: TimeChoiceState }) {
  const { words, options, problem, active, listId, now } = choice;
  const [first] = options;
  return (
    <>
      <TextField
        label={label}
        type="search"
        role="combobox"
        aria-expanded={options.length > 0}
        aria-controls={options.length > 0 ? listId : undefined}
        aria-activedescendant={active === null ? undefined : `${listId}-${active}`}
        autoComplete="off"
        placeholder={t("time.example")}
        maxLength={100}
        value={words}
        onChange={(event) => choice.setWords(event.target.value)}
        onKeyDown={choice.onKeyDown}
      />
      <p role="status" className={problem === null ? "vh" : "soft t13"}>
        {problem ?? (first?.id === "typed" && formatDay(first.at))}
      </p>
      {options.length > 0 && (
        <div role="listbox" id={listId} aria-label={label}>
          {options.map((option) => (
            <div
              key={option.id}
              id={`${listId}-${option.id}`}
              role="option"
              aria-selected={option.id === active}
              className={option.id === active ? "opt active" : "opt"}
              onMouseDown={(event) => event.preventDefault()}
              onMouseMove={() => choice.setActiveId(option.id)}
              onClick={() => choice.pick(option.id)}
            >
              {option.id === "open" ? (
                <>
                  <Icon of={IconMessage} small />
                  <span className="grow cut">{choice.openEnd}</span>
                </>
              ) : (
                <OptionContent id={option.id} at={option.at} now={now} />
              )}
            </div>
          ))}
        </div>
      )}
    </>
  );
}

type TimedId = Exclude<TimeOption["id"], "open">;
const optionIcons: Readonly<Record<TimedId, IconType>> = {
  present: IconClock,
  typed: IconAlarm,
  afternoon: IconSun,
  tomorrow: IconSunrise,
  week: IconCalendar,
};

function OptionContent({ id, at, now }: { id: TimedId; at: number; now: number }) {
  return (
    <>
      <Icon of={optionIcons[id]} small />
      <span className="grow cut">
        {id === "typed" ? <strong className="medium">{formatDay(at)}</strong> : t(`time.${id}`)}
      </span>
      <span className="hint">
        {id === "typed" ? <kbd>Enter</kbd> : formatUpcoming(at, now, "short")}
      </span>
    </>
  );
}
