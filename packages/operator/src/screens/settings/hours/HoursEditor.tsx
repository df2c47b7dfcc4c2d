import { IconCopy, IconMinus, IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { i18n } from "../../../text/index.ts";
import { Button } from "../../../ui/Button.tsx";
import { onEnter } from "../../../ui/enter.ts";
import { Select, TextField } from "../../../ui/Field.tsx";
import { days, passesMidnight, zones, type Day, type HoursValues, type Span } from "./hours-form.ts";
import "./hours.css";
import { t } from "./text.ts";

interface EditorProps {
  values: HoursValues;
  onChange: (values: HoursValues) => void;
  readOnly: boolean;
  error?: string | undefined;
}

/** Edits time zone, week and exceptional days (CORE-090). */
export function HoursEditor({ values, onChange, readOnly, error }: EditorProps) {
  const names = zones();
  const options = names.includes(values.timezone) ? names : [values.timezone, ...names];
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
  const setDay = (day: Day, spans: readonly Span[]) => onChange({ ...values, week: { ...week, [day]: spans } });
  const asMonday = () => {
    const { mon } = week;
    onChange({ ...values, week: { ...week, tue: mon, wed: mon, thu: mon, fri: mon } });
  };
  return (
    <fieldset className="field" aria-label={t("hours.week")} name="hours" tabIndex={-1}>
      <div className="week">
        {days.map((day) => (
          <DayRow key={day} name={t(`day.${day}`)} spans={week[day]} onChange={(spans) => setDay(day, spans)} readOnly={readOnly} />
        ))}
      </div>
      {!readOnly && (
        <p>
          <Button small variant="quiet" icon={IconCopy} onClick={asMonday}>
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
  const put = (next: HoursValues["exceptions"]) => onChange({ ...values, exceptions: next });
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
              name={dayName(day.date)}
              spans={day.spans}
              onChange={(spans) => put(exceptions.with(index, { ...day, spans }))}
              onRemove={() => put(exceptions.toSpliced(index, 1))}
              readOnly={readOnly}
            />
          ))}
        </div>
      )}
      {!readOnly && (
        <AddDay
          taken={exceptions.map(({ date }) => date)}
          onAdd={(date) => put([...exceptions, { date, spans: [] }].toSorted((a, b) => a.date.localeCompare(b.date)))}
        />
      )}
    </div>
  );
}

function AddDay({ taken, onAdd }: { taken: readonly string[]; onAdd: (date: string) => void }) {
  const [date, setDate] = useState("");
  const [wrong, setWrong] = useState<string>();
  const add = () => {
    const isWrong = !/^\d{4}-\d\d-\d\d$/.test(date) || taken.includes(date);
    setWrong(isWrong ? t("hours.day.wrong") : undefined);
    if (isWrong) return;
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
        error={wrong}
        {...onEnter(add)}
      />
      <Button className="flush" icon={IconPlus} onClick={add}>
        {t("hours.day.add")}
      </Button>
    </div>
  );
}

interface DayProps {
  name: string;
  spans: readonly Span[];
  onChange: (spans: readonly Span[]) => void;
  onRemove?: () => void;
  readOnly: boolean;
}

function DayRow({ name, spans, onChange, onRemove, readOnly }: DayProps) {
  const add = () => onChange([...spans, spans.length === 0 ? ["09:00", "18:00"] : ["", ""]]);
  return (
    <fieldset className="dayrow" aria-label={name}>
      <span className="dayname">{name}</span>
      <div className="spans">
        {spans.length === 0 && <span className="faint">{t("hours.closed")}</span>}
        {spans.map((span, index) => (
          <SpanInputs
            key={index}
            day={name}
            span={span}
            onChange={(next) => onChange(spans.with(index, next))}
            onRemove={() => onChange(spans.toSpliced(index, 1))}
            readOnly={readOnly}
          />
        ))}
      </div>
      {!readOnly && (
        <span className="line4">
          <Button small variant="quiet" icon={IconPlus} aria-label={t("hours.add.label", { day: name })} onClick={add} />
          {onRemove && (
            <Button small variant="quiet" icon={IconTrash} aria-label={t("hours.day.remove", { day: name })} onClick={onRemove} />
          )}
        </span>
      )}
    </fieldset>
  );
}

interface SpanProps {
  day: string;
  span: Span;
  onChange: (span: Span) => void;
  onRemove: () => void;
  readOnly: boolean;
}

function SpanInputs({ day, span, onChange, onRemove, readOnly }: SpanProps) {
  const [from, to] = span;
  const remove = t("hours.remove", { day, interval: span.join("–") });
  return (
    <span className="span">
      <TimeInput label={t("hours.from", { day })} value={from} onChange={(next) => onChange([next, to])} readOnly={readOnly} />
      <span className="faint" aria-hidden="true">
        –
      </span>
      <TimeInput label={t("hours.to", { day })} value={to} onChange={(next) => onChange([from, next])} readOnly={readOnly} />
      {!readOnly && <Button small variant="quiet" icon={IconMinus} aria-label={remove} onClick={onRemove} />}
      {passesMidnight(span) && <small className="faint">{t("hours.next")}</small>}
    </span>
  );
}

interface TimeProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  readOnly: boolean;
}

function TimeInput({ label, value, onChange, readOnly }: TimeProps) {
  return (
    <input
      className="input time"
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      inputMode="numeric"
      placeholder="09:00"
      maxLength={5}
      autoComplete="off"
      readOnly={readOnly}
    />
  );
}

/** Returns a date such as "Thu, 24 Dec 2026". */
function dayName(date: string): string {
  return i18n.date(new Date(`${date}T12:00:00`), { weekday: "short", day: "numeric", month: "short", year: "numeric" });
}
