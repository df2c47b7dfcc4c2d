import type { Operator } from "@parlour/protocol";
import type { CallWithVisitor } from "@parlour/protocol/api";
import { Link } from "@tanstack/react-router";
import { QueryList } from "../../../ui/loading/QueryList.tsx";
import { t } from "../../../ui/calls/text.ts";
import { useVisitorCalls } from "../../../ui/calls/use-calls.ts";
import { formatCallDay, outcomeText } from "../format.ts";
import { PanelPart, ExpandableList } from "./PanelPart.tsx";

const maxShownCalls = 3;

/** Lists finished calls of the same visitor, newest first. */
export function EarlierCalls({ call, me }: { call: CallWithVisitor; me: Operator }) {
  const read = useVisitorCalls(call.visitor.number);
  const earlier = read.data?.filter((other) => other.id !== call.id);
  return (
    <PanelPart title={t("call.earlier")} n={earlier?.length}>
      <QueryList
        query={read}
        items={earlier}
        errorText={t("call.earlier.failed")}
        emptyText={t("call.earlier.none")}
      >
        {(calls) => (
          <ExpandableList rows={calls} limit={maxShownCalls}>
            {(other) => <EarlierCall key={other.id} call={other} me={me} />}
          </ExpandableList>
        )}
      </QueryList>
    </PanelPart>
  );
}

function EarlierCall({ call, me }: { call: CallWithVisitor; me: Operator }) {
  const { id, operator, note } = call;
  return (
    <li className="t13">
      <Link to="/calls/{-$call}" params={{ call: String(id) }}>
        <span className="num">{formatCallDay(call.created_at)}</span>
      </Link>
      {` · ${outcomeText(call)}`}
      {operator && ` · ${operator.id === me.id ? t("calls.you") : operator.name}`}
      {note && (
        <span className="soft freetext" dir="auto">
          {note.text}
        </span>
      )}
    </li>
  );
}
