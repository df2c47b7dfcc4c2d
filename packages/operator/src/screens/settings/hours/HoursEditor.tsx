import { IconCopy } from "@tabler/icons-react";
import { dayMs, getOffset } from "@parlour/protocol/hours/local-time";
import { Button } from "../../../ui/Button.tsx";
import { useNow } from "../../../ui/time.ts";
import { ExceptionList } from "./ExceptionList.tsx";
import {
  isSame,
  validateExceptions,
  weekDays,
  type WeekDay,
  type HoursValues,
  type TimeRange,
} from "./hours-form.ts";
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

/** Edits the time zone, the week and the exceptions of working hours (CORE-090). */
export function HoursEditor({ values, saved, onChange, readOnly, error }: EditorProps) {
  const isOfExceptions = error !== undefined && error === validateExceptions(values.exceptions);
  return (
    <>
      <TimeZoneField
        value={values.timezone}
        onChange={(timezone) => onChange({ ...values, timezone })}
        readOnly={readOnly}
      />
      <Week
        values={values}
        saved={saved}
        onChange={onChange}
        readOnly={readOnly}
        error={isOfExceptions ? undefined : error}
      />
      <ExceptionList
        values={values}
        saved={saved}
        onChange={onChange}
        readOnly={readOnly}
        error={isOfExceptions ? error : undefined}
      />
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
      <div className="week">
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
