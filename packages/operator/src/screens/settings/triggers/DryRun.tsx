import type { TriggerRun } from "@parlour/protocol/api";
import { opsOf, type Condition, type Leaf, type RuleAction } from "@parlour/protocol/rules";
import { IconCircleCheck, IconCircleMinus, IconCircleX, IconHelpCircle, IconRefresh } from "@tabler/icons-react";
import { Button } from "../../../ui/Button.tsx";
import { Failure } from "../../../ui/Failure.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { clockTime } from "../../../ui/Time.tsx";
import { languageName } from "../widgets/languages.ts";
import { opWords, readersOf, utmText, valueText } from "./trigger-form.ts";
import { t } from "./text.ts";

type Visitor = TriggerRun["visitors"][number];
type Result = Visitor["result"];
const marks: Readonly<Record<Result, { icon: typeof IconHelpCircle; tone: string }>> = {
  fires: { icon: IconCircleCheck, tone: "success" },
  maybe: { icon: IconHelpCircle, tone: "info" },
  short: { icon: IconCircleMinus, tone: "warning" },
  no: { icon: IconCircleX, tone: "faint" },
  chat: { icon: IconCircleX, tone: "faint" },
};

interface DryRunProps {
  run: TriggerRun | null;
  /** Actions of the rule, to count visitors per text language. */
  actions: readonly RuleAction[];
  /** The rule has changed since the run. */
  isStale: boolean;
  busy: boolean;
  failure: unknown;
  unavailable: string | undefined;
  onRun: () => void;
}

/** Shows what the rule would have done with the last visitors, and why. */
export function DryRun({ run, actions, isStale, busy, failure, unavailable, onRun }: DryRunProps) {
  const some = run !== null && run.visitors.length > 0 ? run : null;
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
      {failure !== null && <Failure error={failure} />}
      <div aria-live="polite">
        {some === null && <p className="t13 soft">{t(run === null ? "dry.about" : "dry.none")}</p>}
        {some !== null && <InWords run={some} actions={actions} />}
        {some !== null && isStale && <p className="t13 warning">{t("dry.stale")}</p>}
      </div>
      {some !== null && <InPicture visitors={some.visitors} />}
    </section>
  );
}

function InWords({ run: { visitors, from, to }, actions }: { run: TriggerRun; actions: readonly RuleAction[] }) {
  const count = (of: Result): number => visitors.filter(({ result }) => result === of).length;
  const readers = readersOf(actions, visitors).map(([language, n]) =>
    t("dry.readers", { name: language === null ? t("dry.forall") : languageName(language), n }),
  );
  return (
    <>
      <p>
        <span className="t20 bold num">{count("fires")}</span>{" "}
        <span className="soft">{t("dry.fires", { n: count("fires"), of: visitors.length })}</span>
      </p>
      <p className="t13 soft num">
        {t("dry.short", { n: count("short") })} · {t("dry.maybe", { n: count("maybe") })}
      </p>
      {readers.length > 0 && <p className="t13 soft num">{t("dry.read", { list: readers.join(" · ") })}</p>}
      {from !== null && to !== null && <p className="t12 faint num">{t("dry.span", { from: clockTime(from), to: clockTime(to) })}</p>}
    </>
  );
}

function InPicture({ visitors }: { visitors: readonly Visitor[] }) {
  return (
    <>
      {/* The summary above contains the same numbers. */}
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
        {visitors.slice(0, mostRows).map((visitor) => (
          <Row key={visitor.number} visitor={visitor} />
        ))}
      </ol>
      <p className="t12 faint">{t("dry.measured")}</p>
    </>
  );
}

/** Maximum number of rows with reasons. The grid shows all visitors. */
const mostRows = 25;

function Row({ visitor }: { visitor: Visitor }) {
  const { icon, tone } = marks[visitor.result];
  const page = visitor.title === "" ? visitor.url : visitor.title;
  const why = visitor.missing.map((one) => missingWords(one.condition as Leaf, one.seen, visitor.result === "maybe")).join("; ");
  return (
    <li>
      <span className={tone}>
        <Icon of={icon} small />
      </span>
      <b dir="auto">{visitor.name ?? t("dry.visitor", { n: visitor.number })}</b>
      <span className="num faint">
        {visitor.result === "fires" ? t("dry.onpage", { n: visitor.time_on_page }) : t(`result.${visitor.result}`)}
      </span>
      <p dir="auto">{[page, visitor.result === "chat" ? t("dry.chat") : why].filter((part) => part !== "").join(": ")}</p>
    </li>
  );
}

/** Returns "Time on page was 28" or "Scrolled is not known". */
function missingWords(leaf: Leaf, seen: unknown, isUnknown: boolean): string {
  const name = t(`type.${leaf.type}`);
  if (isUnknown || seen === null || seen === undefined) return t("dry.unknown", { name });
  if (leaf.type === "url" || leaf.type === "referrer")
    return t("dry.text", {
      name,
      op: opWords(leaf.op ?? opsOf(leaf.type)[0] ?? ""),
      value: valueText(leaf.value),
    });
  return t("dry.was", { name, seen: typeof seen === "object" ? utmText(seen) || "–" : wordOf(seen) });
}
function wordOf(seen: unknown): string {
  return seen === true ? t("cond.yes") : seen === false ? t("cond.no") : String(seen);
}

/** Returns a key of the inputs of a dry run. A result with another key is outdated. */
export const isTried = (condition: Condition | null, channels: readonly number[] | null): string => JSON.stringify([condition, channels]);
