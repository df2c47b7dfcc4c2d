import type { Operator } from "@parlour/protocol";
import type { VisitorSeen } from "@parlour/protocol/api";
import { VisitorRow } from "./VisitorRow.tsx";
import { t } from "./text.ts";

interface Props {
  rows: readonly VisitorSeen[];
  me: Operator;
  now: number;
  /** Number of the one whose details are shown. */
  open: number | null;
}

export function VisitorTable({ rows, me, now, open }: Props) {
  return (
    <table className="vis">
      <colgroup>
        <col className="c-who" />
        <col className="c-page" />
        <col className="c-seen" />
        <col className="c-from" />
        <col className="c-n" />
        <col className="c-state" />
        <col className="c-act" />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">{t("visitors.visitor")}</th>
          <th scope="col">{t("visitors.page")}</th>
          <th scope="col" className="end-n">
            {t("visitors.seen")}
          </th>
          <th scope="col">{t("visitors.source")}</th>
          <th scope="col" className="end-n">
            {t("visitors.chats")}
          </th>
          <th scope="col">{t("visitors.state")}</th>
          <th scope="col">
            <span className="vh">{t("visitors.action")}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((visitor) => (
          <VisitorRow key={visitor.number} visitor={visitor} me={me} now={now} open={visitor.number === open} />
        ))}
      </tbody>
    </table>
  );
}
