// oxlint-disable jsx-a11y/prefer-tag-over-role -- a live region is a role, not an <output> of a form.
import { IconPlus } from "@tabler/icons-react";
import { dayMs, formatDay, getOffset } from "@parlour/protocol/hours/local-time";
import { findOverlap } from "@parlour/protocol/hours/exceptions";
import { useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Disclosure } from "../../../ui/disclosure/Disclosure.tsx";
import { TextField } from "../../../ui/Field.tsx";
import { onEnterKey } from "../../../ui/keyboard/on-enter-key.ts";
import { useNow } from "../../../ui/time.ts";
import { parseDays, type DayRange } from "./day-words.ts";
import { ExceptionRow } from "./ExceptionRow.tsx";
import { formatDays } from "./format.ts";
import { isDay, isExceptionChanged, type ExceptionValues, type HoursValues } from "./hours-form.ts";
import { t } from "./text.ts";

interface ExceptionListProps {
  values: HoursValues;
  saved: HoursValues | null;
  onChange: (values: HoursValues) => void;
  readOnly: boolean;
  error: string | undefined;
}

/** Edits the exceptions of working hours (CORE-385). Those that have passed are folded. */
export function ExceptionList({ values, saved, onChange, readOnly, error }: ExceptionListProps) {
  const { exceptions, timezone } = values;
  const [openIndex, setOpenIndex] = useState<number | null>(null);
  const now = useNow(60_000);
  const today = formatDay(Math.floor((now + getOffset(timezone, now)) / dayMs));
  const set = (next: readonly ExceptionValues[]) => onChange({ ...values, exceptions: next });
  const rows = exceptions.map((exception, index) => ({
    isPast: isDay(exception.until) && exception.until < today && openIndex !== index,
    row: (
      <ExceptionRow
        key={index}
        exception={exception}
        today={today}
        isChanged={isExceptionChanged(exception, saved)}
        isOpen={openIndex === index}
        onToggle={() => setOpenIndex(openIndex === index ? null : index)}
        onChange={(next) => set(exceptions.with(index, next))}
        onRemove={() => {
          set(exceptions.toSpliced(index, 1));
          setOpenIndex(null);
        }}
        readOnly={readOnly}
      />
    ),
  }));
  const past = rows.filter(({ isPast }) => isPast);
  const coming = rows.filter(({ isPast }) => !isPast);
  const add = (range: DayRange) => {
    const added: ExceptionValues = { ...range, name: "", spans: [] };
    const next = [...exceptions, added].toSorted((a, b) => a.date.localeCompare(b.date));
    set(next);
    setOpenIndex(next.indexOf(added));
  };
  return (
    <div className="field">
      <p className="label">{t("hours.exceptions")}</p>
      <p className="hint">{t("hours.days.hint")}</p>
      {exceptions.length === 0 && <p className="t13 faint">{t("hours.days.none")}</p>}
      {coming.length > 0 && <ul className="exceptions">{coming.map(({ row }) => row)}</ul>}
      {past.length > 0 && (
        <Disclosure className="t13" title={t("hours.days.past", { n: past.length })}>
          <ul className="exceptions past">{past.map(({ row }) => row)}</ul>
        </Disclosure>
      )}
      {error !== undefined && <p className="err">{error}</p>}
      {!readOnly && <AddException today={today} existing={exceptions} onAdd={add} />}
    </div>
  );
}

interface AddExceptionProps {
  today: string;
  existing: readonly DayRange[];
  onAdd: (range: DayRange) => void;
}

/** Adds the days that were typed in words. Shows what was understood before they are added. */
function AddException({ today, existing, onAdd }: AddExceptionProps) {
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const range = text.trim() === "" ? null : parseDays(text, today);
  const add = () => {
    if (text.trim() === "") return;
    if (range === null) {
      setError(t("hours.day.unknown", { text: text.trim() }));
      return;
    }
    const listed = existing.find((other) => findOverlap([other, range]) !== null);
    if (listed !== undefined) {
      setError(t("hours.day.listed", { days: formatDays(listed) }));
      return;
    }
    onAdd(range);
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
        {range !== null && formatDays(range)}
      </p>
    </>
  );
}
