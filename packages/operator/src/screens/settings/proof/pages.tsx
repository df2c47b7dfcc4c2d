import type { Agent } from "@parlour/protocol/api";
import { IconProgressCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api } from "../../../state/api/api.ts";
import { AddLink, ListPage } from "../kit/resource/ListPage.tsx";
import { Redirect } from "../kit/resource/parts.tsx";
import { ResourceTable } from "../kit/resource/ResourceTable.tsx";
import { ProofPage } from "./ProofPage.tsx";
import { t } from "./text.ts";

/** Settings → Proof (AGENT-090). */
export const proofPages = {
  all: () => <AgentList />,
  add: () => <Redirect to="agents/new" />,
  one: (id: number) => <ProofPage key={id} id={id} />,
  needs: ["bots.read", "bots.manage"],
} as const;

/** Lists the agents whose answers can be proved. */
function AgentList() {
  const query = useQuery({ queryKey: ["agents"], queryFn: () => api.list<Agent>("/agents") });
  return (
    <ListPage
      query={query}
      title={t("proof.title")}
      about={t("proof.about")}
      add={<AddLink to="agents/new">{t("proof.add")}</AddLink>}
      empty={{ icon: IconProgressCheck, title: t("proof.empty"), text: t("proof.empty.text") }}
    >
      {(agents) => (
        <ResourceTable
          resources={agents}
          name={{
            head: t("proof.agent"),
            cell: ({ id, name }) => (
              <Link to="/settings/$" params={{ _splat: `proof/${id}` }}>
                <bdi>{name}</bdi>
              </Link>
            ),
          }}
          columns={[]}
        />
      )}
    </ListPage>
  );
}
