import type { Operator } from "@parlour/protocol";
import { Avatar } from "../../../ui/badges.tsx";
import { useOperators, useOperatorPresence } from "../../../state/api/queries.ts";
import { listCallers } from "../callers.ts";
import { t } from "../../../ui/calls/text.ts";
import { useCalls } from "../../../ui/calls/use-calls.ts";
import { PanelPart, ExpandableList } from "./PanelPart.tsx";

const maxShownCallers = 8;

/** Lists operators who can take a call now. Operators in a call come first. */
export function CallersPart({ me }: { me: Operator }) {
  const operators = useOperators().data;
  const presenceOf = useOperatorPresence();
  const running = useCalls("running").data ?? [];
  if (operators === undefined) return null;
  const rows = listCallers(operators, presenceOf, running);
  return (
    <PanelPart title={t("call.people")}>
      {rows.length === 0 && <p className="soft t13">{t("call.people.none")}</p>}
      <ExpandableList rows={rows} limit={maxShownCallers}>
        {({ operator, state }) => (
          <li key={operator.id} className="line t13">
            <Avatar
              name={operator.name}
              me={operator.id === me.id}
              size={20}
              photo={operator.photo ?? ""}
            />
            <span className="grow cut" dir="auto">
              {operator.id === me.id ? t("call.people.you") : operator.name}
            </span>
            <span className={state === "available" ? "success t12" : "faint t12"}>
              {t(`call.people.${state}`)}
            </span>
          </li>
        )}
      </ExpandableList>
    </PanelPart>
  );
}
