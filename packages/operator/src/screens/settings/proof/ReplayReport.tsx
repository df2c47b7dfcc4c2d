import type { AgentReplay, AgentReplayResult } from "@parlour/protocol/api";
import type { ReplayFilter } from "@parlour/protocol/automation/agent-replay";
import { useState } from "react";
import { i18n } from "../../../text/index.ts";
import { Banner } from "../../../ui/badges.tsx";
import { SegmentedControl } from "../../../ui/choice/SegmentedControl.tsx";
import { LoadOlderButton } from "../../../ui/loading/LoadOlderButton.tsx";
import { QueryList } from "../../../ui/loading/QueryList.tsx";
import { runOrToast } from "../../../ui/mutation.ts";
import { MutationButton } from "../../../ui/MutationButton.tsx";
import { formatDuration } from "../../../ui/time.ts";
import { useShortcuts } from "../../../ui/keyboard/shortcuts.ts";
import { ResultView } from "./ResultView.tsx";
import { t } from "./text.ts";
import { changeReplay, markResult, useResults } from "./use-replays.ts";

const filters: Readonly<Record<AgentReplay["of"], readonly ReplayFilter[]>> = {
  chats: ["unmarked", "wrong", "handed_over", "all"],
  questions: ["changed", "wrong", "all"],
};

/** Shows the figures of a replay, and its results next to the replies of operators. */
export function ReplayReport({
  agent,
  replay,
}: {
  readonly agent: number;
  readonly replay: AgentReplay;
}) {
  const [show, setShow] = useState<ReplayFilter>("all");
  const [chosen, choose] = useState<number | null>(null);
  const query = useResults(agent, replay, show);
  const items = query.data?.pages.flatMap((page) => page.items);
  const index = items?.findIndex(({ n }) => n === chosen) ?? -1;
  const result = items?.[Math.max(index, 0)];
  const step = (delta: 1 | -1): boolean => {
    const next = items?.[Math.max(index, 0) + delta];
    if (next !== undefined) choose(next.n);
    return next !== undefined;
  };
  useMarkKeys(agent, replay.id, result, step);
  return (
    <section className="group" aria-labelledby="s-report">
      <h2 id="s-report">{t("proof.report")}</h2>
      <Progress agent={agent} replay={replay} />
      <Figures replay={replay} />
      <SegmentedControl
        label={t("proof.show")}
        value={show}
        options={filters[replay.of].map((value) => ({ value, label: t(`proof.show.${value}`) }))}
        onChange={setShow}
      />
      <QueryList
        query={query}
        items={items}
        errorText={t("proof.failed")}
        emptyText={t("proof.results.none")}
      >
        {(results) => (
          <div className="proofreport">
            <div>
              <ul className="proofresults" aria-label={t("proof.results")}>
                {results.map((one) => (
                  <li key={one.n}>
                    <ResultButton
                      result={one}
                      isShown={one === result}
                      onOpen={() => choose(one.n)}
                    />
                  </li>
                ))}
              </ul>
              <LoadOlderButton
                onLoadMore={query.hasNextPage ? () => void query.fetchNextPage() : null}
                busy={query.isFetchingNextPage}
              >
                {t("proof.more")}
              </LoadOlderButton>
            </div>
            {result !== undefined && (
              <ResultView
                key={result.n}
                agent={agent}
                replay={replay.id}
                result={result}
                onNext={() => void step(1)}
              />
            )}
          </div>
        )}
      </QueryList>
    </section>
  );
}

/** Registers the keys that move between results and mark them (AGENT-091). */
function useMarkKeys(
  agent: number,
  replay: number,
  result: AgentReplayResult | undefined,
  step: (delta: 1 | -1) => boolean,
): void {
  const mark = (value: "good" | "wrong"): boolean => {
    if (result === undefined || result.turns.length === 0) return false;
    void runOrToast(() => markResult(agent, { replay, n: result.n }, { mark: value }));
    // A wrong answer stays open, because its reason is asked for.
    if (value === "good") step(1);
    return true;
  };
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    s: () => step(1),
    g: () => mark("good"),
    w: () => mark("wrong"),
  });
}

/** Shows how far a replay is, and what ends or continues it. */
function Progress({
  agent,
  replay: { id, state, problem, total, processed },
}: {
  readonly agent: number;
  readonly replay: AgentReplay;
}) {
  if (state === "done") return null;
  const text = t("proof.progress", { n: processed, total });
  const resume = (
    <MutationButton small mutate={() => changeReplay(agent, id, "resume")}>
      {t("proof.resume")}
    </MutationButton>
  );
  if (state === "failed")
    return (
      <Banner tone="bad">
        <p className="medium">
          {t("proof.stopped", { reason: t(`proof.problem.${problem ?? "unreachable"}`) })}
        </p>
        <p>{text}</p>
        {resume}
      </Banner>
    );
  return (
    <div className="line" aria-live="polite">
      <progress className="bar" aria-label={text} max={total} value={processed} />
      <span className="t13 num">{text}</span>
      {state === "cancelled" ? (
        resume
      ) : (
        <MutationButton small mutate={() => changeReplay(agent, id, "cancel")}>
          {t("proof.cancel")}
        </MutationButton>
      )}
    </div>
  );
}

const share = (part: number, all: number): string =>
  all === 0 ? "–" : i18n.number(part / all, { style: "percent" });

function Figures({ replay }: { readonly replay: AgentReplay }) {
  const { of, answered, handed_over, good, wrong, passed, tokens, answer_ms, operator_ms } = replay;
  const all = answered + handed_over;
  const figures: readonly (readonly [string, string, (string | undefined)?])[] = [
    of === "chats"
      ? [
          t("proof.good"),
          share(good, good + wrong),
          t("proof.marked", { n: good + wrong, total: answered }),
        ]
      : [t("proof.passed"), share(passed, all), t("proof.n", { n: passed, total: all })],
    [t("proof.handed_over"), share(handed_over, all), t("proof.n", { n: handed_over, total: all })],
    [
      t("proof.answer"),
      answer_ms === null
        ? "–"
        : t("proof.seconds", { n: i18n.number(answer_ms / 1_000, { maximumFractionDigits: 1 }) }),
      operator_ms === null
        ? undefined
        : t("proof.answer.people", { time: formatDuration(operator_ms) }),
    ],
    [t("proof.tokens"), i18n.number(tokens)],
  ];
  return (
    <dl className="prooffigures">
      {figures.map(([name, value, note]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <span className="t20 bold num">{value}</span>
            {note !== undefined && <span className="t12 faint">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function ResultButton({
  result,
  isShown,
  onOpen,
}: {
  readonly result: AgentReplayResult;
  readonly isShown: boolean;
  readonly onOpen: () => void;
}) {
  const { chat, question, turns, n } = result;
  return (
    <button type="button" aria-current={isShown || undefined} onClick={onOpen}>
      <bdi className="cut medium">{question?.text ?? turns[0]?.question ?? t("proof.erased")}</bdi>
      <span className="t12 faint">
        {[describeResult(result), `#${chat?.number ?? n}`].join(" · ")}
      </span>
    </button>
  );
}

/** Says in a few words how a result ends. */
function describeResult({ mark, passed, passed_before, turns }: AgentReplayResult): string {
  if (passed !== null) {
    const now = t(passed ? "proof.result.passed" : "proof.result.failed");
    return passed_before === null || passed_before === passed
      ? now
      : t(passed ? "proof.result.better" : "proof.result.worse");
  }
  if (mark !== null) return t(`proof.result.${mark}`);
  if (turns.some(({ facts_differ }) => facts_differ)) return t("proof.differs");
  const action = turns.at(-1)?.action;
  return action === undefined ? t("proof.erased") : t(`proof.result.${action}`);
}
