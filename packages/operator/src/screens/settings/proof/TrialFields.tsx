import type { Agent, NewAgentReplay } from "@parlour/protocol/api";
import { agent as agentKind } from "@parlour/protocol/settings/kinds/bots/agent";
import { Switch, TextArea, TextField } from "../../../ui/Field.tsx";
import { t } from "./text.ts";

const { instructions, threshold, topics } = agentKind.fields;

/** Settings of a replay as they are typed. Topics are lines. */
export interface Trial {
  readonly instructions: string;
  readonly threshold: string;
  readonly topics: string;
}

/** Edits settings that the agent has in one replay (AGENT-075). null: its own. */
export const TrialFields = ({
  agent,
  trial,
  onChange,
}: {
  readonly agent: Agent;
  readonly trial: Trial | null;
  readonly onChange: (trial: Trial | null) => void;
}) => (
  <>
    <Switch
      label={t("proof.trial")}
      hint={t("proof.trial.hint")}
      checked={trial !== null}
      onChange={({ target }) => onChange(target.checked ? createTrial(agent) : null)}
    />
    {trial !== null && <Fields trial={trial} onChange={onChange} />}
  </>
);

const createTrial = (agent: Agent): Trial => ({
  instructions: agent.instructions,
  threshold: String(agent.threshold),
  topics: agent.topics.join("\n"),
});

const Fields = ({
  trial,
  onChange,
}: {
  readonly trial: Trial;
  readonly onChange: (trial: Trial) => void;
}) => (
  <div className="prooftrial">
    <TextArea
      label={t("proof.trial.instructions")}
      value={trial.instructions}
      rows={3}
      dir="auto"
      maxLength={instructions.max}
      onChange={({ target }) => onChange({ ...trial, instructions: target.value })}
    />
    <TextField
      label={t("proof.trial.threshold")}
      value={trial.threshold}
      inputMode="numeric"
      maxLength={3}
      error={readThreshold(trial) === null ? t("proof.trial.wrong") : undefined}
      onChange={({ target }) => onChange({ ...trial, threshold: target.value })}
    />
    <TextArea
      label={t("proof.trial.topics")}
      hint={t("proof.trial.topics.hint")}
      value={trial.topics}
      rows={3}
      dir="auto"
      onChange={({ target }) => onChange({ ...trial, topics: target.value })}
    />
  </div>
);

function readThreshold(trial: Trial): number | null {
  const value = /^\d{1,3}$/.test(trial.threshold.trim()) ? Number(trial.threshold) : -1;
  return value < threshold.min || value > threshold.max ? null : value;
}

/** Returns what differs from the agent, undefined if nothing does, or that a value is wrong. */
export function readTrial(trial: Trial, agent: Agent): NewAgentReplay["change"] | "wrong" {
  const percent = readThreshold(trial);
  const lines = trial.topics
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  if (percent === null || lines.length > topics.max) return "wrong";
  if (lines.some((line) => line.length > topics.length)) return "wrong";
  const change: NonNullable<NewAgentReplay["change"]> = {};
  if (trial.instructions !== agent.instructions) change.instructions = trial.instructions;
  if (percent !== agent.threshold) change.threshold = percent;
  if (lines.join("\n") !== agent.topics.join("\n")) change.topics = lines;
  return Object.keys(change).length === 0 ? undefined : change;
}
