import { IconCopy, IconMinus, IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { i18n } from "../../../text/index.ts";
import { Button } from "../../../ui/Button.tsx";
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

/** Time zone, week and days of their own (CORE-090). */
export function HoursEditor({ values, onChange, readOnly, error }: EditorProps) {
  const names = zones();
  const options = names.includes(values.timezone) ? names : [values.timezone, ...names];
  const setDay = (day: Day, spans: readonly Span[]) => onChange({ ...values, week: { ...values.week, [day]: spans } });
  const asMonday = () => {
    const { mon } = values.week;
    onChange({ ...values, week: { ...values.week, tue: mon, wed: mon, thu: mon, fri: mon } });
  };
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
      <fieldset className="field" aria-label={t("hours.week")} name="hours" tabIndex={-1}>
        <div className="week">
          {days.map((day) => (
            <DayRow
              key={day}
              name={t(`day.${day}`)}
              spans={values.week[day]}
              onChange={(spans) => setDay(day, spans)}
              readOnly={readOnly}
            />
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
      <Exceptions values={values} onChange={onChange} readOnly={readOnly} />
    </>
  );
}

function DayRow({
  name,
  spans,
  onChange,
  onRemove,
  readOnly,
}: {
  name: string;
  spans: readonly Span[];
  onChange: (spans: readonly Span[]) => void;
  onRemove?: () => void;
  readOnly: boolean;
}) {
  const set = (index: number, span: Span) => onChange(spans.with(index, span));
  return (
    <fieldset className="dayrow" aria-label={name}>
      <span className="dayname">{name}</span>
      <div className="spans">
        {spans.length === 0 && <span className="faint">{t("hours.closed")}</span>}
        {spans.map((span, index) => (
          <span key={index} className="span">
            <TimeInput
              label={t("hours.from", { day: name })}
              value={span[0]}
              onChange={(from) => set(index, [from, span[1]])}
              readOnly={readOnly}
            />
            <span className="faint" aria-hidden="true">
              –
            </span>
            <TimeInput
              label={t("hours.to", { day: name })}
              value={span[1]}
              onChange={(to) => set(index, [span[0], to])}
              readOnly={readOnly}
            />
            {!readOnly && (
              <Button
                small
                variant="quiet"
                icon={IconMinus}
                aria-label={t("hours.remove", { day: name, interval: span.join("–") })}
                onClick={() => onChange(spans.toSpliced(index, 1))}
              />
            )}
            {passesMidnight(span) && <small className="faint">{t("hours.next")}</small>}
          </span>
        ))}
      </div>
      {!readOnly && (
        <span className="line4">
          <Button
            small
            variant="quiet"
            icon={IconPlus}
            aria-label={t("hours.add.label", { day: name })}
            onClick={() => onChange([...spans, spans.length === 0 ? ["09:00", "18:00"] : ["", ""]])}
          />
          {onRemove && (
            <Button small variant="quiet" icon={IconTrash} aria-label={t("hours.day.remove", { day: name })} onClick={onRemove} />
          )}
        </span>
      )}
    </fieldset>
  );
}

function TimeInput({
  label,
  value,
  onChange,
  readOnly,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  readOnly: boolean;
}) {
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

function Exceptions({ values, onChange, readOnly }: EditorProps) {
  const [date, setDate] = useState("");
  const [wrong, setWrong] = useState<string>();
  const add = () => {
    const taken = !/^\d{4}-\d\d-\d\d$/.test(date) || values.exceptions.some((day) => day.date === date);
    setWrong(taken ? t("hours.day.wrong") : undefined);
    if (taken) return;
    onChange({ ...values, exceptions: [...values.exceptions, { date, spans: [] }].toSorted((a, b) => a.date.localeCompare(b.date)) });
    setDate("");
  };
  return (
    <div className="field">
      <p className="label">{t("hours.days")}</p>
      <p className="hint">{t("hours.days.hint")}</p>
      {values.exceptions.length === 0 ? (
        <p className="t13 faint">{t("hours.days.none")}</p>
      ) : (
        <div className="week">
          {values.exceptions.map((day, index) => (
            <DayRow
              key={day.date}
              name={dayName(day.date)}
              spans={day.spans}
              onChange={(spans) => onChange({ ...values, exceptions: values.exceptions.with(index, { ...day, spans }) })}
              onRemove={() => onChange({ ...values, exceptions: values.exceptions.toSpliced(index, 1) })}
              readOnly={readOnly}
            />
          ))}
        </div>
      )}
      {!readOnly && (
        <div className="addone">
          <TextField
            label={t("hours.day.date")}
            hideLabel
            type="date"
            value={date}
            onChange={(event) => setDate(event.target.value)}
            error={wrong}
          />
          <Button className="flush" icon={IconPlus} onClick={add}>
            {t("hours.day.add")}
          </Button>
        </div>
      )}
    </div>
  );
}

/** "Thu, 24 Dec 2026" */
function dayName(date: string): string {
  return i18n.date(new Date(`${date}T12:00:00`), { weekday: "short", day: "numeric", month: "short", year: "numeric" });
}
