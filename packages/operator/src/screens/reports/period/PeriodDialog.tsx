import { useId, useRef, useState, type ReactNode, type RefObject } from "react";
import { Dialog, Popover } from "react-aria-components";
import { i18n } from "../../../text/index.ts";
import { Button } from "../../../ui/Button.tsx";
import { useMaxWidth } from "../../../state/browser/use-max-width.ts";
import { Calendar } from "./Calendar.tsx";
import { formatDayWithYear } from "../figures.ts";
import {
  validatePeriod,
  countDays,
  maxPeriodDays,
  findPreset,
  getPresetPeriod,
  periodPresets,
  type Comparison,
  type Period,
} from "./period.ts";
import { t } from "../text.ts";
import { parseDay } from "./typed-day.ts";

type PeriodEnd = "from" | "to";
const periodEnds = ["from", "to"] as const;

interface PeriodDialogProps {
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly period: Period;
  readonly compare: Comparison;
  readonly today: string;
  readonly onApply: (period: Period, compare: Comparison) => void;
  readonly onClose: () => void;
}

/**
 * Selects a period by preset, typed days or calendar, and the comparison. Changes take effect when
 * Apply is pressed.
 */
export function PeriodDialog(props: PeriodDialogProps) {
  const { button, onClose } = props;
  return (
    <Popover
      className="popover float periods"
      triggerRef={button}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      placement="bottom start"
      offset={4}
    >
      <Dialog className="period" aria-label={t("period.title")}>
        <PeriodForm {...props} />
      </Dialog>
    </Popover>
  );
}

function PeriodForm({ period, compare, today, onApply, onClose }: PeriodDialogProps) {
  const [chosen, setChosen] = useState(period);
  const [compared, setCompared] = useState(compare);
  const [isCustom, setCustom] = useState(false);
  const typedDays = useTypedDays(chosen, today, setChosen);
  const isNarrow = useMaxWidth(720);
  const choose = (next: Period) => {
    setChosen(next);
    typedDays.clear();
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (typedDays.check()) onApply(chosen, compared);
      }}
    >
      <Presets
        chosen={isCustom ? null : findPreset(chosen, today)}
        onChoose={(next) => {
          setCustom(false);
          choose(getPresetPeriod(next, today));
        }}
        onCustom={(isPressed) => {
          setCustom(true);
          if (isPressed) typedDays.focus();
        }}
      />
      <div className="cal">
        <div className="io">
          {typedDays.fields[0]}
          <span className="faint" aria-hidden="true">
            {t("period.to")}
          </span>
          {typedDays.fields[1]}
        </div>
        {typedDays.problem}
        <Calendar period={chosen} today={today} months={isNarrow ? 1 : 2} onChoose={choose} />
      </div>
      <footer>
        <span className="grow">
          <label className="line">
            <input
              className="check"
              type="checkbox"
              checked={compared !== "none"}
              onChange={(event) => setCompared(event.target.checked ? "before" : "none")}
            />
            {t("period.compare", { n: countDays(chosen) })}
          </label>
          {compared !== "none" && (
            <label className="line">
              <input
                className="check"
                type="checkbox"
                checked={compared === "year"}
                onChange={(event) => setCompared(event.target.checked ? "year" : "before")}
              />
              {t("period.year")}
            </label>
          )}
        </span>
        <Button small onClick={onClose}>
          {t("period.cancel")}
        </Button>
        <Button small variant="primary" type="submit">
          {t("period.apply")}
        </Button>
      </footer>
    </form>
  );
}

interface PresetsProps {
  readonly chosen: (typeof periodPresets)[number] | null;
  readonly onChoose: (preset: (typeof periodPresets)[number]) => void;
  /** Called when the custom period is chosen. `isPressed`: by the pointer, not by arrow keys. */
  readonly onCustom: (isPressed: boolean) => void;
}

function Presets({ chosen, onChoose, onCustom }: PresetsProps) {
  const name = useId();
  return (
    <fieldset className="pre">
      <legend className="vh">{t("period.presets")}</legend>
      {periodPresets.map((preset) => (
        <label key={preset}>
          <input
            className="vh"
            type="radio"
            name={name}
            checked={chosen === preset}
            onChange={() => onChoose(preset)}
          />
          {t(`period.${preset}`)}
        </label>
      ))}
      <label>
        <input
          className="vh"
          type="radio"
          name={name}
          checked={chosen === null}
          onChange={() => onCustom(false)}
          onClick={({ detail }) => onCustom(detail > 0)}
        />
        {t("period.custom")}
      </label>
    </fieldset>
  );
}

/**
 * Manages the two typed days. A day takes effect when it can be parsed. An error is shown when the
 * field loses the focus or the form is submitted.
 */
function useTypedDays(chosen: Period, today: string, setChosen: (period: Period) => void) {
  const id = useId();
  const inputs = { from: useRef<HTMLInputElement>(null), to: useRef<HTMLInputElement>(null) };
  const [texts, setTexts] = useState<Partial<Record<PeriodEnd, string>>>({});
  const [leftFields, setLeftFields] = useState<Partial<Record<PeriodEnd, boolean>>>({});
  const region = i18n.locales?.[0] ?? i18n.locale;
  const parse = (text: string) => parseDay(text, today, region);
  const unparsedEnd = periodEnds.find(
    (end) => texts[end] !== undefined && parse(texts[end]) === null,
  );
  const periodError = unparsedEnd === undefined ? validatePeriod(chosen, today) : null;
  const invalidEnd: PeriodEnd | null =
    unparsedEnd === undefined
      ? periodError === null
        ? null
        : "to"
      : leftFields[unparsedEnd]
        ? unparsedEnd
        : null;
  const error =
    invalidEnd === null
      ? null
      : periodError === null
        ? t("period.unknown", { day: formatDayWithYear(today) })
        : t(`period.fault.${periodError}`, { n: maxPeriodDays });
  const onType = (end: PeriodEnd, text: string) => {
    setTexts({ ...texts, [end]: text });
    setLeftFields({ ...leftFields, [end]: false });
    const day = parse(text);
    if (day !== null) setChosen({ ...chosen, [end]: day });
  };
  const onLeave = (end: PeriodEnd) => {
    const text = texts[end];
    if (text !== undefined && parse(text) !== null) setTexts({ ...texts, [end]: undefined });
    setLeftFields({ ...leftFields, [end]: true });
  };
  const fields: readonly ReactNode[] = periodEnds.map((end) => (
    <input
      key={end}
      ref={inputs[end]}
      className="input"
      aria-label={t(end === "from" ? "period.from" : "period.until")}
      autoComplete="off"
      value={texts[end] ?? formatDayWithYear(chosen[end])}
      aria-invalid={invalidEnd === end || undefined}
      aria-describedby={invalidEnd === end ? `${id}-e` : undefined}
      onChange={(event) => onType(end, event.target.value)}
      onBlur={() => onLeave(end)}
    />
  ));
  const problem = (
    <p className="err" id={`${id}-e`} role="alert">
      {error}
    </p>
  );
  return {
    fields,
    problem: error === null ? null : problem,
    focus: () => inputs.from.current?.select(),
    clear: () => setTexts({}),
    /** Returns whether both days are valid. Otherwise focuses the invalid field. */
    check: () => {
      setLeftFields({ from: true, to: true });
      const firstInvalid = unparsedEnd ?? (periodError === null ? null : "to");
      if (firstInvalid !== null) inputs[firstInvalid].current?.focus();
      return firstInvalid === null;
    },
  };
}
