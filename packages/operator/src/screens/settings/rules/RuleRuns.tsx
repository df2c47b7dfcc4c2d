import type { RuleRun, RuleRuns as RuleRunPage } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { ChatLink } from "../../../ui/open-chat/parts.tsx";
import { api } from "../../../state/api/api.ts";
import { formatFullTime } from "../../../ui/time.ts";
import { QuerySection } from "../kit/form/SettingsSection.tsx";
import { t } from "./text.ts";

/** Lists the latest runs of a rule, with their results (RULE-030). */
export function RuleRuns({ rule }: { readonly rule: number }) {
  const query = useQuery({
    queryKey: ["rules", rule, "runs"],
    queryFn: () => api.get<RuleRunPage>(`/rules/${rule}/runs`),
  });
  return (
    <QuerySection id="runs" title={t("rule.runs")} query={query}>
      {(runs) =>
        runs !== undefined && runs.length === 0 ? (
          <p className="hint">{t("rule.runs.empty")}</p>
        ) : (
          <RunTable runs={runs ?? []} />
        )
      }
    </QuerySection>
  );
}

const RunTable = ({ runs }: { readonly runs: readonly RuleRun[] }) => (
  <table className="things">
    <thead>
      <tr>
        <th scope="col">{t("rule.runs.time")}</th>
        <th scope="col">{t("rule.runs.chat")}</th>
        <th scope="col">{t("rule.runs.result")}</th>
      </tr>
    </thead>
    <tbody>
      {runs.map((run) => (
        <tr key={run.id}>
          <td>{formatFullTime(run.at)}</td>
          <td>
            <ChatLink chatId={run.chat_id} view="all">
              {run.chat_number ?? run.chat_id}
            </ChatLink>
          </td>
          <td>{formatResult(run)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** Returns the state of a run, and why actions were refused. */
function formatResult({ state, results }: RuleRun): string {
  const refused = results.flatMap(({ error }) => (error === undefined ? [] : [error.message]));
  return [t(`rule.state.${state}`), ...new Set(refused)].join(". ");
}
