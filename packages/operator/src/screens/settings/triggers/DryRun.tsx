import type { TriggerDryRunResult } from "@parlour/protocol/api";
import {
  getOperators,
  type Condition,
  type SingleCondition,
  type RuleAction,
} from "@parlour/protocol/rules";
import {
  IconCircleCheck,
  IconCircleMinus,
  IconCircleX,
  IconHelpCircle,
  IconRefresh,
} from "@tabler/icons-react";
import { createContext, useContext, useState, type ReactNode } from "react";
import { Button } from "../../../ui/Button.tsx";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { useApiMutation } from "../../../ui/mutation.ts";
import { formatClock } from "../../../ui/time.ts";
import type { Form } from "../../../ui/form/use-form.ts";
import { languageName } from "../../../ui/localized/languages.ts";
import { countVisitorsByText, validateTriggerRule, type RuleValues } from "./trigger-form.ts";
import { operatorText, formatUtm, toFieldText } from "./condition-form.ts";
import { t } from "./text.ts";
import { runDryRun } from "./use-triggers.ts";

type DryRunVisitor = TriggerDryRunResult["visitors"][number];
type DryRunResult = DryRunVisitor["result"];
const resultMarks: Readonly<Record<DryRunResult, { icon: typeof IconHelpCircle; tone: string }>> = {
  fires: { icon: IconCircleCheck, tone: "success" },
  maybe: { icon: IconHelpCircle, tone: "info" },
  short: { icon: IconCircleMinus, tone: "warning" },
  no: { icon: IconCircleX, tone: "faint" },
  chat: { icon: IconCircleX, tone: "faint" },
};

/** The last dry run, with the key of its conditions. */
interface LastDryRun {
  readonly run: TriggerDryRunResult;
  readonly of: string;
}
const DryRunContext = createContext<{
  readonly lastRun: LastDryRun | null;
  readonly setLastRun: (lastRun: LastDryRun) => void;
}>({ lastRun: null, setLastRun: () => undefined });

/** Keeps the last dry run of a form for its panel and for the counts in the rule editor. */
export function DryRunProvider({ children }: { children: ReactNode }) {
  const [lastRun, setLastRun] = useState<LastDryRun | null>(null);
  return <DryRunContext value={{ lastRun, setLastRun }}>{children}</DryRunContext>;
}

/** Returns the last dry run, or null if the conditions have changed since. */
export function useCurrentDryRun(values: RuleValues) {
  const { lastRun } = useContext(DryRunContext);
  return lastRun?.of === dryRunKey(values.if, values.channels) ? lastRun.run : null;
}

/**
 * Runs the entered conditions as a dry run. If the conditions change, the result is marked as
 * outdated.
 */
export function DryRunPanel({ form: { values } }: { form: Form<RuleValues> }) {
  const { lastRun, setLastRun } = useContext(DryRunContext);
  const { busy, failure, run } = useApiMutation();
  const currentKey = dryRunKey(values.if, values.channels);
  const hasError =
    values.json !== "" || validateTriggerRule({ ...values, do: [{ type: "open" }] }) !== null;
  const onRun = () =>
    void run(async () =>
      setLastRun({ run: await runDryRun(values.if, values.channels), of: currentKey }),
    );
  return (
    <DryRun
      run={lastRun?.run ?? null}
      isStale={lastRun !== null && lastRun.of !== currentKey}
      unavailable={hasError ? t("dry.fault") : undefined}
      actions={values.do}
      {...{ busy, failure, onRun }}
    />
  );
}

interface DryRunProps {
  run: TriggerDryRunResult | null;
  /** Actions of the rule. They are used to count the visitors per language of the texts. */
  actions: readonly RuleAction[];
  /** Whether the rule has changed since the dry run. */
  isStale: boolean;
  busy: boolean;
  failure: unknown;
  unavailable: string | undefined;
  onRun: () => void;
}

/** Shows what the rule would have done for the latest visitors, and why. */
function DryRun({ run, actions, isStale, busy, failure, unavailable, onRun }: DryRunProps) {
  const runWithVisitors = run !== null && run.visitors.length > 0 ? run : null;
  return (
    <section className="card dryrun" aria-labelledby="s-dry">
      <div className="line">
        <h2 id="s-dry" className="grow">
          {t("dry.title")}
        </h2>
        <Button small icon={IconRefresh} onClick={onRun} unavailable={unavailable ?? busy}>
          {t("dry.run")}
        </Button>
      </div>
      {failure !== null && <ErrorMessage error={failure} />}
      <div aria-live="polite">
        {runWithVisitors === null && (
          <p className="t13 soft">{t(run === null ? "dry.about" : "dry.none")}</p>
        )}
        {runWithVisitors !== null && <RunSummary run={runWithVisitors} actions={actions} />}
        {runWithVisitors !== null && isStale && <p className="t13 warning">{t("dry.stale")}</p>}
      </div>
      {runWithVisitors !== null && <RunGrid visitors={runWithVisitors.visitors} />}
    </section>
  );
}

interface RunSummaryProps {
  run: TriggerDryRunResult;
  actions: readonly RuleAction[];
}

function RunSummary({ run: { visitors, from, to }, actions }: RunSummaryProps) {
  const countResults = (expected: DryRunResult): number =>
    visitors.filter(({ result }) => result === expected).length;
  const readers = countVisitorsByText(actions, visitors).map(([language, n]) =>
    t("dry.readers", { name: language === null ? t("dry.forall") : languageName(language), n }),
  );
  return (
    <>
      <p>
        <span className="t20 bold num">{countResults("fires")}</span>{" "}
        <span className="soft">
          {t("dry.fires", { n: countResults("fires"), of: visitors.length })}
        </span>
      </p>
      <p className="t13 soft num">
        {t("dry.short", { n: countResults("short") })} ·{" "}
        {t("dry.maybe", { n: countResults("maybe") })}
      </p>
      {readers.length > 0 && (
        <p className="t13 soft num">{t("dry.read", { list: readers.join(" · ") })}</p>
      )}
      {from !== null && to !== null && (
        <p className="t12 faint num">
          {t("dry.span", { from: formatClock(from), to: formatClock(to) })}
        </p>
      )}
    </>
  );
}

function RunGrid({ visitors }: { visitors: readonly DryRunVisitor[] }) {
  return (
    <>
      {/* Hidden from screen readers, because the summary above contains the same numbers. */}
      <div className="hundred" aria-hidden="true">
        {visitors.map(({ number, result }) => (
          <i key={number} data-result={result} />
        ))}
      </div>
      <p className="legend">
        {(["fires", "short", "maybe", "no"] as const).map((result) => (
          <span key={result}>
            <i data-result={result} aria-hidden="true" />
            {t(`result.${result}`)}
          </span>
        ))}
      </p>
      <ol className="runs">
        {visitors.slice(0, maxRows).map((visitor) => (
          <VisitorRow key={visitor.number} visitor={visitor} />
        ))}
      </ol>
      <p className="t12 faint">{t("dry.measured")}</p>
    </>
  );
}

/** Maximum number of rows with reasons. The grid shows all visitors. */
const maxRows = 25;

function VisitorRow({ visitor }: { visitor: DryRunVisitor }) {
  const { icon, tone } = resultMarks[visitor.result];
  const page = visitor.title === "" ? visitor.url : visitor.title;
  const reason = visitor.missing
    .map((missing) =>
      missingText(missing.condition as SingleCondition, missing.seen, visitor.result === "maybe"),
    )
    .join("; ");
  return (
    <li>
      <span className={tone}>
        <Icon of={icon} small />
      </span>
      <b dir="auto">{visitor.name ?? t("dry.visitor", { n: visitor.number })}</b>
      <span className="num faint">
        {visitor.result === "fires"
          ? t("dry.onpage", { n: visitor.time_on_page })
          : t(`result.${visitor.result}`)}
      </span>
      <p dir="auto">
        {[page, visitor.result === "chat" ? t("dry.chat") : reason]
          .filter((part) => part !== "")
          .join(": ")}
      </p>
    </li>
  );
}

/**
 * Returns why a condition was not met, for example "Time on page was 28" or "Scrolled is not
 * known".
 */
function missingText(leaf: SingleCondition, actual: unknown, isUnknown: boolean): string {
  const name = leaf.name ?? t(`type.${leaf.type}`);
  if (isUnknown || actual === null || actual === undefined) return t("dry.unknown", { name });
  if (leaf.type === "url" || leaf.type === "referrer")
    return t("dry.text", {
      name,
      op: operatorText(leaf.op ?? getOperators(leaf.type)[0] ?? ""),
      value: toFieldText(leaf.value),
    });
  return t("dry.was", {
    name,
    seen: Array.isArray(actual)
      ? formatValue(actual.length > 0)
      : typeof actual === "object"
        ? formatUtm(actual) || "–"
        : formatValue(actual),
  });
}
function formatValue(value: unknown): string {
  return value === true ? t("cond.yes") : value === false ? t("cond.no") : String(value);
}

/**
 * Returns a key of the inputs of a dry run. A result is outdated if its key differs from the
 * current one.
 */
const dryRunKey = (condition: Condition | null, channels: readonly number[] | null): string =>
  JSON.stringify([condition, channels]);
