import type { MoveImportDetails } from "@parlour/protocol/api";
import { IconArrowRight } from "@tabler/icons-react";
import { useState } from "react";
import { useOperators } from "../../../../state/api/queries.ts";
import { Button } from "../../../../ui/Button.tsx";
import { Select } from "../../../../ui/Field.tsx";
import { Icon } from "../../../../ui/Icon.tsx";
import { Avatar, Tag } from "../../../../ui/badges.tsx";
import { t } from "../text.ts";
import { getChoices, saveChoices } from "../use-imports.ts";

type OtherOperator = NonNullable<MoveImportDetails["plan"]>["operators"][number];
const shownFirst = 5;

/** Lists the operators of the other system, and asks who they are here. */
export function PlanOperators({ found }: { readonly found: MoveImportDetails }) {
  const operators = found.plan?.operators ?? [];
  const [isAll, setAll] = useState(false);
  const shown = isAll ? operators : operators.slice(0, shownFirst);
  if (operators.length === 0) return null;
  return (
    <section className="card" aria-labelledby="move-operators">
      <div className="movehead">
        <h2 id="move-operators">{t("move.operators")}</h2>
        <span className="t12 faint">{t("move.operators.matched", { n: operators.length })}</span>
      </div>
      <ul className="moveoperators">
        {shown.map((one) => (
          <OperatorRow key={one.id} found={found} operator={one} />
        ))}
      </ul>
      {shown.length < operators.length && (
        <div className="movepad">
          <Button variant="text" onClick={() => setAll(true)}>
            {t("move.operators.all", { n: operators.length })}
          </Button>
        </div>
      )}
    </section>
  );
}

function OperatorRow({
  found,
  operator: { id, name, email, chats, operator_id },
}: {
  readonly found: MoveImportDetails;
  readonly operator: OtherOperator;
}) {
  const members = useOperators().data ?? [];
  const { operators } = getChoices(found);
  const chosen = id in operators ? (operators[id] ?? null) : operator_id;
  return (
    <li>
      <Avatar name={name} size={28} />
      <span className="who">
        <bdi className="medium">{name}</bdi>
        <small>
          {[...(email === null ? [] : [email]), t("move.n.chats", { n: chats })].join(" · ")}
        </small>
      </span>
      <Icon of={IconArrowRight} small flip />
      <Select
        label={t("move.operator.becomes", { name })}
        hideLabel
        value={String(chosen ?? "")}
        options={[
          { value: "", label: t("move.operator.former", { name }) },
          ...members
            .filter((one) => one.active || one.id === chosen)
            .map((one) => ({ value: String(one.id), label: one.name })),
        ]}
        onChange={({ target: { value } }) =>
          void saveChoices(found, {
            operators: { ...operators, [id]: value === "" ? null : Number(value) },
          })
        }
      />
      {chosen === null ? (
        <span className="t12 faint">{t("move.operator.no_sign_in")}</span>
      ) : (
        <Tag tone={chosen === operator_id ? "ok" : "info"}>
          {t(chosen === operator_id ? "move.operator.same" : "move.operator.chosen")}
        </Tag>
      )}
    </li>
  );
}
