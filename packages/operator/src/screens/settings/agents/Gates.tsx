import type { Agent, AgentGates } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { api, queryClient } from "../../../state/api/api.ts";
import { i18n } from "../../../text/index.ts";
import { Tag } from "../../../ui/badges.tsx";
import { QueryList } from "../../../ui/loading/QueryList.tsx";
import { MutationButton } from "../../../ui/MutationButton.tsx";
import "./gates.css";
import { t } from "./gates-text.ts";

const gateNames = ["replay", "questions", "shadow", "share"] as const;
type GateName = (typeof gateNames)[number];

/** Shows what was proved of an agent, what is missing, and the next step (AGENT-062). */
export function Gates({ agent }: { readonly agent: Agent }) {
  const query = useQuery({
    queryKey: ["agents", agent.id, "gates"],
    queryFn: () => api.get<AgentGates>(`/agents/${agent.id}/gates`),
  });
  return (
    <section className="group" aria-labelledby="s-gates">
      <h2 id="s-gates">{t("gates.title")}</h2>
      <p className="t13 soft">{t("gates.about")}</p>
      <QueryList
        query={query}
        items={query.data && [query.data]}
        errorText={t("gates.failed")}
        emptyText=""
      >
        {([gates]) => gates && <GateList agent={agent} gates={gates} />}
      </QueryList>
    </section>
  );
}

function GateList({ agent, gates }: { readonly agent: Agent; readonly gates: AgentGates }) {
  const next = gateNames.find((name) => !gates[name].passed);
  return (
    <ol className="gates">
      {gateNames.map((name) => (
        <li key={name} aria-current={name === next ? "step" : undefined}>
          <div className="line">
            <h3 className="grow">{t(`gates.${name}`)}</h3>
            {gates[name].passed && <Tag tone="ok">{t("gates.passed")}</Tag>}
            {name === next && <Tag tone="info">{t("gates.next")}</Tag>}
          </div>
          <GateFigures name={name} gates={gates} />
          <Step {...{ name, agent, gates }} />
        </li>
      ))}
    </ol>
  );
}

function GateFigures({ name, gates }: { readonly name: GateName; readonly gates: AgentGates }) {
  const { part, all, facts } = describeGate(name, gates);
  return (
    <>
      <p>
        <span className="t20 bold num">
          {all === 0 ? "–" : i18n.number(part / all, { style: "percent" })}
        </span>{" "}
        {t(`gates.${name}.unit`)}
      </p>
      <p className="t12 soft">{facts}</p>
    </>
  );
}

function describeGate(
  name: GateName,
  { replay, questions, shadow, share }: AgentGates,
): { readonly part: number; readonly all: number; readonly facts: string } {
  switch (name) {
    case "replay":
      return {
        part: replay.good,
        all: replay.marked,
        facts: t("gates.replay.facts", {
          chats: replay.chats,
          n: replay.marked,
          percent: replay.needed_percent,
          needed: replay.needed_marked,
        }),
      };
    case "questions":
      return {
        part: questions.as_expected,
        all: questions.asked,
        facts: t("gates.questions.facts", {
          n: questions.asked,
          percent: questions.needed_percent,
          needed: questions.needed_asked,
        }),
      };
    case "shadow": {
      const { chats, same, changed, other, hand_overs } = shadow;
      return {
        part: same + changed,
        all: same + changed + other,
        facts: t("gates.shadow.facts", {
          chats,
          same,
          changed,
          other,
          hand_overs,
          percent: shadow.needed_percent,
          needed: shadow.needed_chats,
        }),
      };
    }
    case "share":
      return {
        part: share.chats - share.hand_overs,
        all: share.chats,
        facts: t("gates.share.facts", {
          chats: share.chats,
          hand_overs: share.hand_overs,
          bad: share.bad_ratings,
          needed: share.needed_chats,
          percent: share.hand_overs_percent,
          bad_percent: share.bad_ratings_percent,
        }),
      };
  }
}

/** Offers what leads to the gate, or beyond it. */
function Step({
  name,
  agent: { id, state, managed },
  gates,
}: {
  readonly name: GateName;
  readonly agent: Agent;
  readonly gates: AgentGates;
}): ReactNode {
  if (name === "replay" || name === "questions")
    return (
      <Link className="btn small" to="/settings/$" params={{ _splat: `proof/${id}` }}>
        {t(`gates.${name}.do`)}
      </Link>
    );
  if (managed) return null;
  if (name === "shadow") return state === "off" && <StateButton id={id} state="shadow" />;
  const missing = gateNames.filter((one) => one !== "share" && !gates[one].passed);
  if (state === "off" || state === "shadow")
    return <StateButton id={id} state="share" missing={missing} />;
  return (
    state === "share" && (
      <StateButton id={id} state="on" missing={gates.share.passed ? [] : ["share"]} />
    )
  );
}

function StateButton({
  id,
  state,
  missing = [],
}: {
  readonly id: number;
  readonly state: "shadow" | "share" | "on";
  readonly missing?: readonly GateName[];
}) {
  const names = missing.map((name) => t(`gates.${name}`)).join(", ");
  const change = async () => {
    await api.patch(`/agents/${id}`, { state });
    await queryClient.invalidateQueries({ queryKey: ["agents"] });
  };
  return (
    <MutationButton
      small
      unavailable={missing.length > 0 && t("gates.missing", { names })}
      mutate={change}
    >
      {t(`gates.${state}.do`)}
    </MutationButton>
  );
}
