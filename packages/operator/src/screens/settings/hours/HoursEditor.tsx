import { IconCopy, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { i18n } from "../../../text/index.ts";
import { Button } from "../../../ui/Button.tsx";
import { onEnterKey } from "../../../ui/keyboard/on-enter-key.ts";
import { Select, TextField } from "../../../ui/Field.tsx";
import {
  weekDays,
  listTimeZones,
  type WeekDay,
  type HoursValues,
  type TimeRange,
} from "./hours-form.ts";
import "./hours.css";
import { t } from "./text.ts";
import { DayRow } from "./DayRow.tsx";

interface EditorProps {
  values: HoursValues;
  onChange: (values: HoursValues) => void;
  readOnly: boolean;
  error?: string | undefined;
}

/** Edits the time zone, the week and the exceptional days of working hours (CORE-090). */
export function HoursEditor({ values, onChange, readOnly, error }: EditorProps) {
  const timeZones = listTimeZones();
  const options = timeZones.includes(values.timezone) ? timeZones : [values.timezone, ...timeZones];
  return (
    <>
      <Select
        label={t("hours.zone")}
        name="timezone"
        value={values.timezone}
        onChange={(event) => onChange({ ...values, timezone: event.target.value })}
        disabled={readOnly}
        options={options.map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }))}
      />
      <Week values={values} onChange={onChange} readOnly={readOnly} error={error} />
      <Exceptions values={values} onChange={onChange} readOnly={readOnly} />
    </>
  );
}

function Week({ values, onChange, readOnly, error }: EditorProps) {
  const { week } = values;
  const setDay = (day: WeekDay, ranges: readonly TimeRange[]) =>
    onChange({ ...values, week: { ...week, [day]: ranges } });
  const copyMonday = () => {
    const { mon } = week;
    onChange({ ...values, week: { ...week, tue: mon, wed: mon, thu: mon, fri: mon } });
  };
  return (
    <fieldset className="field" aria-label={t("hours.week")} name="hours" tabIndex={-1}>
      <div className="week">
        {weekDays.map((day) => (
          <DayRow
            key={day}
            name={t(`day.${day}`)}
            ranges={week[day]}
            onChange={(ranges) => setDay(day, ranges)}
            readOnly={readOnly}
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

function Exceptions({ values, onChange, readOnly }: EditorProps) {
  const { exceptions } = values;
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
            />
          ))}
        </div>
      )}
      {!readOnly && (
        <AddDay
          existingDates={exceptions.map(({ date }) => date)}
          onAdd={(date) =>
            setExceptions(
              [...exceptions, { date, spans: [] }].toSorted((a, b) => a.date.localeCompare(b.date)),
            )
          }
        />
      )}
    </div>
  );
}

interface AddDayProps {
  existingDates: readonly string[];
  onAdd: (date: string) => void;
}

function AddDay({ existingDates, onAdd }: AddDayProps) {
  const [date, setDate] = useState("");
  const [error, setError] = useState<string>();
  const add = () => {
    const isInvalid = !/^\d{4}-\d\d-\d\d$/.test(date) || existingDates.includes(date);
    setError(isInvalid ? t("hours.day.wrong") : undefined);
    if (isInvalid) return;
    onAdd(date);
    setDate("");
  };
  return (
    <div className="addone">
      <TextField
        label={t("hours.day.date")}
        hideLabel
        type="date"
        value={date}
        onChange={(event) => setDate(event.target.value)}
        error={error}
        {...onEnterKey(add)}
      />
      <Button className="flush" icon={IconPlus} onClick={add}>
        {t("hours.day.add")}
      </Button>
    </div>
  );
}

/** Formats a date as "Thu, 24 Dec 2026". */
function formatDay(date: string): string {
  return i18n.date(new Date(`${date}T12:00:00`), {
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
  });
}
