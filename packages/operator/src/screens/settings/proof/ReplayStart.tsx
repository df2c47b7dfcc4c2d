import type { AgentReplay } from "@parlour/protocol/api";
import { useState } from "react";
import { browserClock } from "../../../state/clock.ts";
import { Select } from "../../../ui/Field.tsx";
import { MutationButton } from "../../../ui/MutationButton.tsx";
import { t } from "./text.ts";
import { startReplay, useQuestions } from "./use-replays.ts";

const dayMs = 86_400_000;
const periods = [7, 30, 90] as const;
const numbers = [20, 100, 500, 1_000] as const;

/** Starts a replay of closed chats, or of the questions. */
export function ReplayStart({
  agent,
  onStart,
}: {
  readonly agent: number;
  readonly onStart: (replay: AgentReplay) => void;
}) {
  const [days, setDays] = useState("30");
  const [limit, setLimit] = useState("100");
  const questions = useQuestions(agent).data?.items.length ?? 0;
  const from = () => new Date(browserClock.now() - Number(days) * dayMs).toISOString();
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
        <Select
          label={t("proof.number")}
          value={limit}
          options={numbers.map((n) => ({ value: String(n), label: t("proof.chats", { n }) }))}
          onChange={({ target }) => setLimit(target.value)}
        />
        <MutationButton
          variant="primary"
          mutate={async () =>
            onStart(await startReplay(agent, { of: "chats", from: from(), limit: Number(limit) }))
          }
        >
          {t("proof.start.chats")}
        </MutationButton>
        <MutationButton
          unavailable={questions === 0 ? t("proof.questions.none") : false}
          mutate={async () => onStart(await startReplay(agent, { of: "questions" }))}
        >
          {t("proof.start.questions", { n: questions })}
        </MutationButton>
      </div>
    </section>
  );
}
