// oxlint-disable jsx-a11y/prefer-tag-over-role -- a live region is a role, not an <output> of a form.
import { IconCopy, IconPlus } from "@tabler/icons-react";
import { dayMs, getOffset } from "@parlour/protocol/hours/local-time";
import { useState } from "react";
import { i18n } from "../../../text/index.ts";
import { Button } from "../../../ui/Button.tsx";
import { useNow } from "../../../ui/time.ts";
import { onEnterKey } from "../../../ui/keyboard/on-enter-key.ts";
import { TextField } from "../../../ui/Field.tsx";
import { isSame, weekDays, type WeekDay, type HoursValues, type TimeRange } from "./hours-form.ts";
import { parseDays } from "./day-words.ts";
import { TimeZoneField } from "./TimeZoneField.tsx";
import "./hours.css";
import { t } from "./text.ts";
import { DayAxis } from "./DayBar.tsx";
import { DayRow } from "./DayRow.tsx";

interface EditorProps {
  values: HoursValues;
  /** Hours that are stored, to mark the days that differ. */
  saved: HoursValues | null;
  onChange: (values: HoursValues) => void;
  readOnly: boolean;
  error?: string | undefined;
}

/** Edits the time zone, the week and the exceptional days of working hours (CORE-090). */
export function HoursEditor({ values, saved, onChange, readOnly, error }: EditorProps) {
  return (
    <>
      <TimeZoneField
        value={values.timezone}
        onChange={(timezone) => onChange({ ...values, timezone })}
        readOnly={readOnly}
      />
      <Week values={values} saved={saved} onChange={onChange} readOnly={readOnly} error={error} />
      <Exceptions values={values} saved={saved} onChange={onChange} readOnly={readOnly} />
    </>
  );
}

function Week({ values, saved, onChange, readOnly, error }: EditorProps) {
  const { week } = values;
  const setDay = (day: WeekDay, ranges: readonly TimeRange[]) =>
    onChange({ ...values, week: { ...week, [day]: ranges } });
  const now = useNow(60_000);
  const localNow = now + getOffset(values.timezone, now);
  const today = weekDays[(Math.floor(localNow / dayMs) + 3) % 7];
  const copyMonday = () => {
    const { mon } = week;
    onChange({ ...values, week: { ...week, tue: mon, wed: mon, thu: mon, fri: mon } });
  };
  return (
    <fieldset className="field" aria-label={t("hours.week")} name="hours" tabIndex={-1}>
      <div className="week fullweek">
        <DayAxis />
        {weekDays.map((day, index) => (
          <DayRow
            key={day}
            name={t(`day.${day}`)}
            ranges={week[day]}
            onChange={(ranges) => setDay(day, ranges)}
            readOnly={readOnly}
            isChanged={saved !== null && !isSame(week[day], saved.week[day])}
            before={week[weekDays.at(index - 1) ?? "sun"]}
            now={day === today ? (localNow % dayMs) / 60_000 : null}
          />
        ))}
      </div>
      {!readOnly && (
        <p>
          <Button small variant="quiet" icon={IconCopy} onClick={copyMonday}>
            {t("hours.copy")}
          </Button>
        </p>
      )}
      {error !== undefined && <p className="err">{error}</p>}
    </fieldset>
  );
}

function Exceptions({ values, saved, onChange, readOnly }: Omit<EditorProps, "error">) {
  const { exceptions } = values;
  const isDayChanged = ({ date, spans }: HoursValues["exceptions"][number]): boolean =>
    saved !== null && !isSame(spans, saved.exceptions.find((day) => day.date === date)?.spans);
  const setExceptions = (next: HoursValues["exceptions"]) =>
    onChange({ ...values, exceptions: next });
  return (
    <div className="field">
      <p className="label">{t("hours.days")}</p>
      <p className="hint">{t("hours.days.hint")}</p>
      {exceptions.length === 0 ? (
        <p className="t13 faint">{t("hours.days.none")}</p>
      ) : (
        <div className="week">
          {exceptions.map((day, index) => (
            <DayRow
              key={day.date}
              name={formatDay(day.date)}
              ranges={day.spans}
              onChange={(ranges) =>
                setExceptions(exceptions.with(index, { ...day, spans: ranges }))
              }
              onRemove={() => setExceptions(exceptions.toSpliced(index, 1))}
              readOnly={readOnly}
              isChanged={isDayChanged(day)}
            />
          ))}
        </div>
      )}
      {!readOnly && (
        <AddDay
          timezone={values.timezone}
          existingDates={exceptions.map(({ date }) => date)}
          onAdd={(dates) =>
            setExceptions(
              [...exceptions, ...dates.map((date) => ({ date, spans: [] }))].toSorted((a, b) =>
                a.date.localeCompare(b.date),
              ),
            )
          }
        />
      )}
    </div>
  );
}

interface AddDayProps {
  timezone: string;
  existingDates: readonly string[];
  onAdd: (dates: readonly string[]) => void;
}

/** Adds the days that were typed in words. Shows what was understood before they are added. */
function AddDay({ timezone, existingDates, onAdd }: AddDayProps) {
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const now = useNow(60_000);
  const today = new Date(now + getOffset(timezone, now)).toISOString().slice(0, 10);
  const dates = text.trim() === "" ? null : parseDays(text, today);
  const newDates = dates?.filter((date) => !existingDates.includes(date)) ?? [];
  const add = () => {
    if (text.trim() === "") return;
    setError(
      dates === null
        ? t("hours.day.unknown", { text: text.trim() })
        : newDates.length === 0
          ? t("hours.day.listed")
          : undefined,
    );
    if (newDates.length === 0) return;
    onAdd(newDates);
    setText("");
  };
  return (
    <>
      <div className="addone">
        <TextField
          label={t("hours.day.date")}
          hideLabel
          value={text}
          placeholder={t("hours.day.example")}
          maxLength={60}
          autoComplete="off"
          onChange={(event) => {
            setText(event.target.value);
            setError(undefined);
          }}
          error={error}
          {...onEnterKey(add)}
        />
        <Button className="flush" icon={IconPlus} onClick={add}>
          {t("hours.day.add")}
        </Button>
      </div>
      <p className="t13 understood" role="status">
        {dates !== null && formatDays(dates)}
      </p>
    </>
  );
}

/** Formats one day, or a range such as "Thu, 24 Dec 2026 – Sat, 26 Dec 2026". */
const formatDays = (dates: readonly string[]): string =>
  [...new Set([dates[0] ?? "", dates.at(-1) ?? ""])].map(formatDay).join(" – ");

/** Formats a date as "Thu, 24 Dec 2026". */
function formatDay(date: string): string {
  return i18n.date(new Date(`${date}T12:00:00`), {
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
  });
}
