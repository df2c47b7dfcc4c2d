import type { SlaReport } from "@parlour/protocol/api";
import { ChartCard, type TableFile } from "../charts/ChartCard.tsx";
import { ChartDataTable } from "../charts/ChartDataTable.tsx";
import type { ChatListQuery } from "../chat-list/chat-list-query.ts";
import { formatNumber, formatShare } from "../figures.ts";
import { t } from "../text.ts";
import { policyTargetName } from "../policy-target.ts";
import { listSlaHeads, SlaCells } from "./SlaCells.tsx";

interface SlaPoliciesProps {
  readonly report: SlaReport;
  readonly onList: (listed: ChatListQuery) => void;
  readonly file: TableFile;
}

/** Shows the targets of each policy. */
export function SlaPolicies({ report: { policies }, onList, file }: SlaPoliciesProps) {
  const rows = policies.map((row) => ({
    ...row,
    key: `${row.id} ${row.target}`,
    label: policyTargetName(row),
  }));
  return (
    <ChartCard
      title={t("sla.policy")}
      definition={t("sla.policy.hint")}
      file={file}
      chart={
        <ol className="rates slabars">
          {rows.map(({ key, label, figures }) => (
            <li key={key}>
              <span className="cut" dir="auto">
                {label}
              </span>
              <span className="num">
                {t("sla.share.of", {
                  share: formatShare(figures.met, figures.met + figures.broken),
                  n: formatNumber(figures.met + figures.broken),
                })}
              </span>
              <span className="bar" aria-hidden="true">
                <span className="met" style={{ flexGrow: figures.met - figures.met_at_risk }} />
                <span className="risk" style={{ flexGrow: figures.met_at_risk }} />
                <span className="late" style={{ flexGrow: figures.broken }} />
              </span>
            </li>
          ))}
        </ol>
      }
      table={
        <ChartDataTable first={t("table.name")} columns={listSlaHeads()}>
          {rows.map(({ key, id, target, label, figures }) => (
            <tr key={key}>
              <th scope="row">
                <span className="cut" dir="auto">
                  {label}
                </span>
              </th>
              <SlaCells
                name={label}
                figures={figures}
                onOpen={(number) => onList({ number, of: { kind: "policy", id, target } })}
              />
            </tr>
          ))}
        </ChartDataTable>
      }
    />
  );
}
