import type { Agent, AgentGates } from "@parlour/protocol/api";
import { gatesOfState, type AgentState } from "@parlour/protocol/settings/kinds/bots/agent";
import { useState } from "react";
import { api, queryClient } from "../../../state/api/api.ts";
import { Banner, Tag } from "../../../ui/badges.tsx";
import { Button } from "../../../ui/Button.tsx";
import { ReasonDialog } from "../../../ui/dialog/ReasonDialog.tsx";
import { runOrToast } from "../../../ui/mutation.ts";
import { t } from "./gates-text.ts";
import { t as agentText } from "./text.ts";

/** The states to which an agent can go from each state, the next one first. */
const steps: Readonly<Record<AgentState, readonly AgentState[]>> = {
  off: ["shadow", "share"],
  shadow: ["share", "off"],
  share: ["on", "shadow", "off"],
  on: ["shadow", "off"],
};

/**
 * Shows the state of an agent and the steps from it (AGENT-062). A step beyond a gate that is not
 * passed asks for a reason, which the audit log keeps (AGENT-115).
 */
export function StateSteps({
  agent,
  gates,
}: {
  readonly agent: Agent;
  readonly gates: AgentGates;
}) {
  const { id, state, managed, proved } = agent;
  const [skipping, skip] = useState<AgentState | null>(null);
  const change = async (body: object): Promise<void> => {
    await api.patch(`/agents/${id}`, body);
    await queryClient.invalidateQueries({ queryKey: ["agents"] });
  };
  const listMissing = (next: AgentState): string =>
    gatesOfState[next]
      .filter((name) => !gates[name].passed)
      .map((name) => t(`gates.${name}`))
      .join(", ");
  const needsReason = (next: AgentState): boolean =>
    next !== proved && !(next === "share" && proved === "on") && listMissing(next) !== "";
  return (
    <div className="statesteps">
      {isUnproved(agent) && (
        <Banner tone="warn">
          <p className="medium">{t("gates.unproved", { names: listMissing(state) })}</p>
          <p>{t("gates.unproved.next")}</p>
        </Banner>
      )}
      <p className="line">
        <Tag tone={state === "off" ? undefined : "info"}>{agentText(`agent.state.${state}`)}</Tag>
        <span className="grow">{agentText(`agent.state.${state}.hint`)}</span>
      </p>
      {agent.skip_gates !== null && (
        <p className="t13 soft">{t("gates.skipped", { reason: agent.skip_gates })}</p>
      )}
      {!managed && (
        <div className="line">
          {steps[state].map((next) => (
            <Button
              key={next}
              small
              onClick={() =>
                needsReason(next) ? skip(next) : void runOrToast(() => change({ state: next }))
              }
            >
              {t(`gates.${next}.do`)}
            </Button>
          ))}
        </div>
      )}
      {skipping !== null && (
        <ReasonDialog
          title={t(`gates.${skipping}.do`)}
          text={t("gates.skip.text", { names: listMissing(skipping) })}
          label={t("gates.skip.reason")}
          hint={t("gates.skip.hint")}
          button={t("gates.skip.do")}
          cancel={t("gates.skip.cancel")}
          missingText={t("gates.skip.missing")}
          onReason={async (reason) => {
            await change({ state: skipping, skip_gates: reason });
            skip(null);
          }}
          onClose={() => skip(null)}
        />
      )}
    </div>
  );
}

/** Whether visitors get its answers although nobody has said why its gates are skipped. */
const isUnproved = ({ state, proved, ...agent }: Agent): boolean =>
  gatesOfState[state].length > 0 &&
  agent.skip_gates === null &&
  proved !== state &&
  proved !== "on";
