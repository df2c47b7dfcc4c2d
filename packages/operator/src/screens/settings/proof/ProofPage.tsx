import type { Agent, AgentReplay } from "@parlour/protocol/api";
import { IconRobot } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../../state/api/api.ts";
import { Icon } from "../../../ui/Icon.tsx";
import { QueryList } from "../../../ui/loading/QueryList.tsx";
import { QueryPage } from "../kit/resource/QueryPage.tsx";
import "./proof.css";
import { QuestionList } from "./QuestionList.tsx";
import { ReplayReport } from "./ReplayReport.tsx";
import { ReplayStart } from "./ReplayStart.tsx";
import { ReplayTable } from "./ReplayTable.tsx";
import { t } from "./text.ts";
import { useReplays } from "./use-replays.ts";

/** Shows what an agent would answer, before visitors see it (AGENT-090). */
export function ProofPage({ id }: { readonly id: number }) {
  const query = useQuery({
    queryKey: ["agents", id],
    queryFn: () => api.get<Agent>(`/agents/${id}`),
  });
  return (
    <QueryPage
      query={query}
      title={query.data === undefined ? t("proof.title") : t("proof.of", { name: query.data.name })}
      about={t("proof.about")}
      rows={false}
      tools={() => (
        <Link className="btn quiet" to="/settings/$" params={{ _splat: `agents/${id}` }}>
          <Icon of={IconRobot} /> {t("proof.settings")}
        </Link>
      )}
    >
      {(agent) => <Proof agent={agent} />}
    </QueryPage>
  );
}

function Proof({ agent }: { readonly agent: Agent }) {
  const { id } = agent;
  const query = useReplays(id);
  const [chosen, choose] = useState<number | null>(null);
  const items = query.data?.items;
  const shown: AgentReplay | undefined = items?.find((one) => one.id === chosen) ?? items?.[0];
  return (
    <div className="proof">
      <ReplayStart agent={agent} onStart={(replay) => choose(replay.id)} />
      <section className="group" aria-labelledby="s-replays">
        <h2 id="s-replays">{t("proof.replays")}</h2>
        <QueryList
          query={query}
          items={items}
          errorText={t("proof.failed")}
          emptyText={t("proof.none")}
        >
          {(replays) => <ReplayTable replays={replays} shown={shown?.id} onOpen={choose} />}
        </QueryList>
      </section>
      {shown !== undefined && <ReplayReport key={shown.id} agent={id} replay={shown} />}
      <QuestionList agent={id} />
    </div>
  );
}
