import type { Agent, AgentReplay } from "@parlour/protocol/api";
import { useState } from "react";
import { useChatSegments } from "../../../state/api/chat-segments.ts";
import { browserClock } from "../../../state/clock.ts";
import { Select } from "../../../ui/Field.tsx";
import { MutationButton } from "../../../ui/MutationButton.tsx";
import { t } from "./text.ts";
import { readTrial, TrialFields, type Trial } from "./TrialFields.tsx";
import { startReplay, useQuestions } from "./use-replays.ts";

const dayMs = 86_400_000;
const periods = [7, 30, 90] as const;
const numbers = [20, 100, 500, 1_000] as const;

/** Starts a replay of closed chats, or of the questions. */
export function ReplayStart({
  agent,
  onStart,
}: {
  readonly agent: Agent;
  readonly onStart: (replay: AgentReplay) => void;
}) {
  const [days, setDays] = useState("30");
  const [limit, setLimit] = useState("100");
  const [segment, setSegment] = useState("");
  const [trial, setTrial] = useState<Trial | null>(null);
  const segments = useChatSegments();
  const questions = useQuestions(agent.id).data?.items.length ?? 0;
  const from = () => new Date(browserClock.now() - Number(days) * dayMs).toISOString();
  const change = trial === null ? undefined : readTrial(trial, agent);
  const problem = change === "wrong" ? t("proof.trial.wrong") : false;
  const start = async (body: Parameters<typeof startReplay>[1]) =>
    onStart(
      await startReplay(
        agent.id,
        change === undefined || change === "wrong" ? body : { ...body, change },
      ),
    );
  const startChats = () => {
    const body = { of: "chats", from: from(), limit: Number(limit) } as const;
    return start(segment === "" ? body : { ...body, segment_id: Number(segment) });
  };
  return (
    <section className="group" aria-labelledby="s-start">
      <h2 id="s-start">{t("proof.start")}</h2>
      <p className="t13 soft">{t("proof.start.about")}</p>
      <div className="proofstart">
        <Select
          label={t("proof.period")}
          value={days}
          options={periods.map((n) => ({ value: String(n), label: t("proof.days", { n }) }))}
          onChange={({ target }) => setDays(target.value)}
        />
        {segments.data?.length !== 0 && (
          <Select
            label={t("proof.segment")}
            value={segment}
            source={segments}
            options={[
              { value: "", label: t("proof.segment.all") },
              ...(segments.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={({ target }) => setSegment(target.value)}
          />
        )}
        <Select
          label={t("proof.number")}
          value={limit}
          options={numbers.map((n) => ({ value: String(n), label: t("proof.chats", { n }) }))}
          onChange={({ target }) => setLimit(target.value)}
        />
      </div>
      <TrialFields agent={agent} trial={trial} onChange={setTrial} />
      <div className="line">
        <MutationButton variant="primary" unavailable={problem} mutate={startChats}>
          {t("proof.start.chats")}
        </MutationButton>
        <MutationButton
          unavailable={problem || (questions === 0 ? t("proof.questions.none") : false)}
          mutate={() => start({ of: "questions" })}
        >
          {t("proof.start.questions", { n: questions })}
        </MutationButton>
      </div>
    </section>
  );
}
