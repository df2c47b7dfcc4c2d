import { useId, useRef, useState, type ReactNode, type RefObject } from "react";
import { Dialog, Popover } from "react-aria-components";
import { i18n } from "../../text/index.ts";
import { Button } from "../../ui/Button.tsx";
import { useMaxWidth } from "../inbox/use-max-width.ts";
import { Calendar } from "./Calendar.tsx";
import { dayText } from "./figures.ts";
import type { Compare } from "./PeriodBar.tsx";
import { faultOf, lengthOf, maxPeriodDays, presetOf, presetPeriod, presets, type Period } from "./period.ts";
import { t } from "./text.ts";
import { parseDay } from "./typed-day.ts";

type End = "from" | "to";
const ends = ["from", "to"] as const;

interface PeriodDialogProps {
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly period: Period;
  readonly compare: Compare;
  readonly today: string;
  readonly onApply: (period: Period, compare: Compare) => void;
  readonly onClose: () => void;
}

/**
 * Chooses a period by preset, typed days or calendar, and the comparison. Changes take effect with
 * Apply.
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
        <Choice {...props} />
      </Dialog>
    </Popover>
  );
}

function Choice({ period, compare, today, onApply, onClose }: PeriodDialogProps) {
  const [chosen, setChosen] = useState(period);
  const [compared, setCompared] = useState(compare);
  const [isCustom, setCustom] = useState(false);
  const typed = useTypedDays(chosen, today, setChosen);
  const isNarrow = useMaxWidth(720);
  const choose = (next: Period) => {
    setChosen(next);
    typed.clear();
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.check()) onApply(chosen, compared);
      }}
    >
      <Presets
        chosen={isCustom ? null : presetOf(chosen, today)}
        onChoose={(next) => {
          setCustom(false);
          choose(presetPeriod(next, today));
        }}
        onCustom={(isPressed) => {
          setCustom(true);
          if (isPressed) typed.focus();
        }}
      />
      <div className="cal">
        <div className="io">
          {typed.fields[0]}
          <span className="faint" aria-hidden="true">
            {t("period.to")}
          </span>
          {typed.fields[1]}
        </div>
        {typed.problem}
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
            {t("period.compare", { n: lengthOf(chosen) })}
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
  readonly chosen: (typeof presets)[number] | null;
  readonly onChoose: (preset: (typeof presets)[number]) => void;
  /** `isPressed`: chosen by pointer, not by arrow keys. */
  readonly onCustom: (isPressed: boolean) => void;
}

function Presets({ chosen, onChoose, onCustom }: PresetsProps) {
  const name = useId();
  return (
    <fieldset className="pre">
      <legend className="vh">{t("period.presets")}</legend>
      {presets.map((preset) => (
        <label key={preset}>
          <input className="vh" type="radio" name={name} checked={chosen === preset} onChange={() => onChoose(preset)} />
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
 * State of the two typed days. A day applies as soon as it can be parsed. An error is shown when
 * the field loses the focus or the form is submitted.
 */
function useTypedDays(chosen: Period, today: string, setChosen: (period: Period) => void) {
  const id = useId();
  const inputs = { from: useRef<HTMLInputElement>(null), to: useRef<HTMLInputElement>(null) };
  const [texts, setTexts] = useState<Partial<Record<End, string>>>({});
  const [left, setLeft] = useState<Partial<Record<End, boolean>>>({});
  const region = i18n.locales?.[0] ?? i18n.locale;
  const read = (text: string) => parseDay(text, today, region);
  const unknown = ends.find((end) => texts[end] !== undefined && read(texts[end]) === null);
  const fault = unknown === undefined ? faultOf(chosen, today) : null;
  const wrong: End | null = unknown === undefined ? (fault === null ? null : "to") : left[unknown] ? unknown : null;
  const error =
    wrong === null
      ? null
      : fault === null
        ? t("period.unknown", { day: dayText(today) })
        : t(`period.fault.${fault}`, { n: maxPeriodDays });
  const type = (end: End, text: string) => {
    setTexts({ ...texts, [end]: text });
    setLeft({ ...left, [end]: false });
    const day = read(text);
    if (day !== null) setChosen({ ...chosen, [end]: day });
  };
  const leave = (end: End) => {
    const text = texts[end];
    if (text !== undefined && read(text) !== null) setTexts({ ...texts, [end]: undefined });
    setLeft({ ...left, [end]: true });
  };
  const fields: readonly ReactNode[] = ends.map((end) => (
    <input
      key={end}
      ref={inputs[end]}
      className="input"
      aria-label={t(end === "from" ? "period.from" : "period.until")}
      autoComplete="off"
      value={texts[end] ?? dayText(chosen[end])}
      aria-invalid={wrong === end || undefined}
      aria-describedby={wrong === end ? `${id}-e` : undefined}
      onChange={(event) => type(end, event.target.value)}
      onBlur={() => leave(end)}
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
    /** Returns true if both days are valid. Otherwise focuses the invalid field. */
    check: () => {
      setLeft({ from: true, to: true });
      const stop = unknown ?? (fault === null ? null : "to");
      if (stop !== null) inputs[stop].current?.focus();
      return stop === null;
    },
  };
}
