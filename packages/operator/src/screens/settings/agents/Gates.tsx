import type { Operator } from "@parlour/protocol";
import type { Agent, AgentGates } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../state/api/api.ts";
import { readsTexts, useCurrentOperator } from "../../../state/session.tsx";
import { Tag } from "../../../ui/badges.tsx";
import { QueryList } from "../../../ui/loading/QueryList.tsx";
import { PageTabs, tabPanelId, useUrlTab } from "../kit/tabs/PageTabs.tsx";
import { GatePanel } from "./GatePanel.tsx";
import { formatShare, gateNames, getShare } from "./gate-figures.ts";
import "./gates.css";
import { t } from "./gates-text.ts";
import { StateSteps } from "./StateSteps.tsx";

/** Whether a role reads the texts of all chats, with which an agent is proved (AGENT-062). */
export const readsAllTexts = (me: Operator): boolean => readsTexts(me) && me.role !== "operator";

/** Shows the gates of an agent to those who may read them. */
export const Gates = ({ agent }: { readonly agent: Agent }) =>
  readsAllTexts(useCurrentOperator()) && <GateSection agent={agent} />;

/** Shows what was proved of an agent, what is missing, and the next step (AGENT-062). */
function GateSection({ agent }: { readonly agent: Agent }) {
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
