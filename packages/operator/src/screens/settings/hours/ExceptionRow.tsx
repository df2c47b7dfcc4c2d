// oxlint-disable jsx-a11y/prefer-tag-over-role -- a live region is a role, not an <output> of a form.
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { maxExceptionName } from "@parlour/protocol/hours/exceptions";
import { useEffect, useId, useRef, useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { TextField } from "../../../ui/Field.tsx";
import { parseDays } from "./day-words.ts";
import { DayRow } from "./DayRow.tsx";
import { formatDays, formatRanges, formatTypedDay } from "./format.ts";
import { isDay, type ExceptionValues } from "./hours-form.ts";
import { t } from "./text.ts";

interface ExceptionRowProps {
  exception: ExceptionValues;
  /** Date from which a typed day without a year is searched. */
  today: string;
  isChanged: boolean;
  isOpen: boolean;
  onToggle: () => void;
  onChange: (exception: ExceptionValues) => void;
  onRemove: () => void;
  readOnly: boolean;
}

/** One exception: its days, name and hours in a line, and their fields below if it is open. */
export function ExceptionRow(props: ExceptionRowProps) {
  const { exception, isChanged, isOpen, onToggle, onRemove, readOnly } = props;
  const id = useId();
  const days = formatKnownDays(exception);
  return (
    <li className={isChanged ? "exception changed" : "exception"}>
      <span className="medium">{days}</span>
      <span className="soft exname">{exception.name}</span>
      <span>{formatRanges(exception.spans)}</span>
      {!readOnly && (
        <span className="line4">
          <Button
            small
            variant="quiet"
            icon={IconPencil}
            aria-label={t("hours.day.edit", { day: days })}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={onToggle}
          />
          <Button
            small
            variant="quiet"
            icon={IconTrash}
            aria-label={t("hours.day.remove", { day: days })}
            onClick={onRemove}
          />
        </span>
      )}
      {isOpen && !readOnly && <ExceptionFields {...props} id={id} days={days} />}
    </li>
  );
}

function ExceptionFields({
  id,
  days,
  exception,
  today,
  onChange,
}: ExceptionRowProps & { id: string; days: string }) {
  const { date, until, name, spans } = exception;
  const nameField = useRef<HTMLInputElement>(null);
  // If the first day of a single day moves, the last one moves too.
  const isSingleDay = useRef(until === date);
  useEffect(() => nameField.current?.focus(), []);
  return (
    <fieldset className="exfields" id={id} aria-label={t("hours.day.edit", { day: days })}>
      <TextField
        label={t("hours.day.name")}
        ref={nameField}
        value={name}
        placeholder={t("hours.day.name.example")}
        maxLength={maxExceptionName}
        autoComplete="off"
        onChange={(event) => onChange({ ...exception, name: event.target.value })}
      />
      <div className="exdays">
        <DayField
          label={t("hours.day.first")}
          value={date}
          today={today}
          onChange={(next) =>
            onChange({
              ...exception,
              date: next,
              until: isSingleDay.current && isDay(next) ? next : until,
            })
          }
        />
        <DayField
          label={t("hours.day.last")}
          value={until}
          today={isDay(date) ? date : today}
          onChange={(next) => {
            isSingleDay.current = next === date;
            onChange({ ...exception, until: next });
          }}
        />
      </div>
      <DayRow
        name={days}
        title={t("hours.hours")}
        ranges={spans}
        onChange={(next) => onChange({ ...exception, spans: next })}
        readOnly={false}
      />
    </fieldset>
  );
}

interface DayFieldProps {
  label: string;
  /** A date, or the text as typed. */
  value: string;
  today: string;
  onChange: (value: string) => void;
}

/** A day that is typed in words. Shows what was understood, and after leaving it the date. */
function DayField({ label, value, today, onChange }: DayFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const isTyping = typed !== null;
  const error = isDay(value) || isTyping ? undefined : t("hours.day.unknown", { text: value });
  return (
    <TextField
      label={label}
      value={typed ?? formatKnownDay(value)}
      maxLength={60}
      autoComplete="off"
      onChange={(event) => {
        const text = event.target.value;
        const range = parseDays(text, today);
        setTyped(text);
        onChange(range !== null && range.date === range.until ? range.date : text);
      }}
      onBlur={() => setTyped(null)}
      error={error}
      after={
        <p className="t13 understood" role="status">
          {isTyping && isDay(value) && formatDays({ date: value, until: value })}
        </p>
      }
    />
  );
}

/** Formats the days. A day that is being typed is shown as typed. */
const formatKnownDays = ({ date, until }: ExceptionValues): string =>
  isDay(date) && isDay(until) && date <= until
    ? formatDays({ date, until })
    : [...new Set([date, until])].map(formatKnownDay).join(" – ");
const formatKnownDay = (day: string): string => (isDay(day) ? formatTypedDay(day) : day);
