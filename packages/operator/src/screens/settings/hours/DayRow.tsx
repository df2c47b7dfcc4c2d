import { IconMinus, IconPlus } from "@tabler/icons-react";
import { Button } from "../../../ui/Button.tsx";
import { DayBar } from "./DayBar.tsx";
import { passesMidnight, type TimeRange } from "./hours-form.ts";
import { t } from "./text.ts";

interface DayRowProps {
  name: string;
  /** Visible name, if it differs. */
  title?: string;
  ranges: readonly TimeRange[];
  onChange: (spans: readonly TimeRange[]) => void;
  readOnly: boolean;
  /** Whether the hours differ from the saved ones. */
  isChanged?: boolean;
  /** Hours of the day before, for those that pass midnight. */
  before?: readonly TimeRange[];
  /** Minute of the day, if the row is today. */
  now?: number | null;
}

/** Edits the hours of one day, drawn as bars beside the times. */
export function DayRow(props: DayRowProps) {
  const {
    name,
    title = name,
    ranges,
    onChange,
    readOnly,
    isChanged = false,
    before = [],
    now = null,
  } = props;
  const add = () => onChange([...ranges, ranges.length === 0 ? ["09:00", "18:00"] : ["", ""]]);
  return (
    <fieldset className={isChanged ? "dayrow changed" : "dayrow"} aria-label={name}>
      <span className="dayname">{title}</span>
      <DayBar ranges={ranges} before={before} now={now} />
      <div className="spans">
        {ranges.length === 0 && <span className="faint">{t("hours.closed")}</span>}
        {ranges.map((range, index) => (
          <TimeRangeInputs
            key={index}
            day={name}
            range={range}
            onChange={(next) => onChange(ranges.with(index, next))}
            onRemove={() => onChange(ranges.toSpliced(index, 1))}
            readOnly={readOnly}
          />
        ))}
      </div>
      {!readOnly && (
        <span className="line4">
          <Button
            small
            variant="quiet"
            icon={IconPlus}
            aria-label={t("hours.add.label", { day: name })}
            onClick={add}
          />
        </span>
      )}
    </fieldset>
  );
}

interface TimeRangeProps {
  day: string;
  range: TimeRange;
  onChange: (span: TimeRange) => void;
  onRemove: () => void;
  readOnly: boolean;
}

function TimeRangeInputs({ day, range, onChange, onRemove, readOnly }: TimeRangeProps) {
  const [from, to] = range;
  const removeLabel = t("hours.remove", { day, interval: range.join("–") });
  return (
    <span className="span">
      <TimeInput
        label={t("hours.from", { day })}
        value={from}
        onChange={(next) => onChange([next, to])}
        readOnly={readOnly}
      />
      <span className="faint" aria-hidden="true">
        –
      </span>
      <TimeInput
        label={t("hours.to", { day })}
        value={to}
        onChange={(next) => onChange([from, next])}
        readOnly={readOnly}
      />
      {!readOnly && (
        <Button
          small
          variant="quiet"
          icon={IconMinus}
          aria-label={removeLabel}
          onClick={onRemove}
        />
      )}
      {passesMidnight(range) && <small className="faint">{t("hours.next")}</small>}
    </span>
  );
}

interface TimeInputProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  readOnly: boolean;
}

function TimeInput({ label, value, onChange, readOnly }: TimeInputProps) {
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
