import type { Operator } from "@parlour/protocol";
import type { Agent, AgentGates } from "@parlour/protocol/api";
import { IconProgressCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api } from "../../../state/api/api.ts";
import { readsTexts, useCurrentOperator } from "../../../state/session.tsx";
import { Tag } from "../../../ui/badges.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { QueryList } from "../../../ui/loading/QueryList.tsx";
import { PageTabs, tabPanelId, useUrlTab } from "../kit/tabs/PageTabs.tsx";
import { GatePanel } from "./GatePanel.tsx";
import { formatShare, gateNames, getShare } from "./gate-figures.ts";
import "./gates.css";
import { t } from "./gates-text.ts";
import { StateSteps } from "./StateSteps.tsx";
import { t as agentText } from "./text.ts";

/** Whether a role reads the texts of all chats, with which an agent is proved (AGENT-062). */
const readsAllTexts = (me: Operator): boolean => readsTexts(me) && me.role !== "operator";

/** Link from an agent to its replays and questions. */
export const ProofLink = ({ id }: { readonly id: number }) =>
  readsAllTexts(useCurrentOperator()) && (
    <Link className="btn quiet" to="/settings/$" params={{ _splat: `proof/${id}` }}>
      <Icon of={IconProgressCheck} /> {agentText("agent.proof")}
    </Link>
  );

/** Shows what was proved of an agent, what is missing, and the next step (AGENT-062). */
export function Gates({ agent }: { readonly agent: Agent }) {
  const enabled = readsAllTexts(useCurrentOperator());
  const queryFn = () => api.get<AgentGates>(`/agents/${agent.id}/gates`);
  const query = useQuery({ queryKey: ["agents", agent.id, "gates"], queryFn, enabled });
  if (!enabled) return null;
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
        {([gates]) => gates && <GateTabs agent={agent} gates={gates} />}
      </QueryList>
    </section>
  );
}

/** Shows a tab for each gate. The first one that is not passed is open. */
function GateTabs({ agent, gates }: { readonly agent: Agent; readonly gates: AgentGates }) {
  const next = gateNames.find((name) => !gates[name].passed);
  const [shown, show] = useUrlTab(gateNames, next ?? "share");
  return (
    <div>
      <StateSteps agent={agent} gates={gates} />
      <PageTabs
        label={t("gates.title")}
        className="gates"
        tabs={gateNames}
        current={shown}
        onTab={show}
      >
        {(name) => (
          <>
            <span className="line">
              <span className="grow bold">{t(`gates.${name}`)}</span>
              {gates[name].passed && <Tag tone="ok">{t("gates.passed")}</Tag>}
              {name === next && <Tag tone="info">{t("gates.next")}</Tag>}
            </span>
            <span>
              <span className="t20 bold num">{formatShare(getShare(name, gates))}</span>{" "}
              {t(`gates.${name}.unit`)}
            </span>
          </>
        )}
      </PageTabs>
      <div className="gatepanel" role="tabpanel" id={tabPanelId} aria-labelledby={`tab-${shown}`}>
        <GatePanel name={shown} agent={agent} gates={gates} />
      </div>
    </div>
  );
}
