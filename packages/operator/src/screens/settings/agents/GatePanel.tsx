import type { Agent, AgentGates } from "@parlour/protocol/api";
import { IconCircleCheck, IconCircleDashed } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { i18n } from "../../../text/index.ts";
import { Icon } from "../../../ui/Icon.tsx";
import { describeHandOver } from "../../../ui/message/hand-over-text.ts";
import { ResourceTable, type ResourceColumn } from "../kit/resource/ResourceTable.tsx";
import { formatShare, listFigures, listRequirements, type GateName } from "./gate-figures.ts";
import { t } from "./gates-text.ts";

interface GateProps {
  readonly name: GateName;
  readonly agent: Agent;
  readonly gates: AgentGates;
}

/** Shows what a gate needs, its figures by section or reason, and its step. */
export function GatePanel(props: GateProps) {
  const { name, gates } = props;
  const figures = listFigures(name, gates);
  return (
    <>
      <ul className="requirements" aria-label={t("gates.needed")}>
        {listRequirements(name, gates).map(({ text, value, isMet }) => (
          <li key={text} className={isMet ? "met" : undefined}>
            <Icon of={isMet ? IconCircleCheck : IconCircleDashed} small />
            <span className="grow">
              {text}
              <span className="vh"> {t(isMet ? "gates.met" : "gates.unmet")}</span>
            </span>
            <span className="num">{value}</span>
          </li>
        ))}
      </ul>
      {figures.length > 0 && (
        <dl className="gatefigures">
          {figures.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="num">{i18n.number(value)}</dd>
            </div>
          ))}
        </dl>
      )}
      <GateTable name={name} gates={gates} />
      <Step name={name} agent={props.agent} />
    </>
  );
}

/** Shows the results by section of the articles, or the hand-overs by reason. */
function GateTable({ name, gates }: Omit<GateProps, "agent">) {
  switch (name) {
    case "replay":
      return (
        <SectionTable
          rows={gates.replay.sections}
          figures={[
            ["gates.chats", ({ chats }) => i18n.number(chats)],
            ["gates.good", ({ good, wrong }) => formatShare({ part: good, all: good + wrong })],
            ["gates.wrong", ({ wrong }) => i18n.number(wrong)],
            ["gates.hand_overs", ({ hand_overs }) => i18n.number(hand_overs)],
          ]}
        />
      );
    case "questions":
      return (
        <SectionTable
          rows={gates.questions.sections}
          figures={[
            ["gates.asked", ({ asked }) => i18n.number(asked)],
            ["gates.as_expected", (row) => formatShare({ part: row.as_expected, all: row.asked })],
          ]}
        />
      );
    case "shadow":
    case "share":
      return <ReasonTable reasons={gates[name].reasons} />;
  }
}

/** Columns of figures: their headers and values. */
type FigureColumns<Row> = readonly (readonly [
  (
    | "gates.asked"
    | "gates.as_expected"
    | "gates.chats"
    | "gates.good"
    | "gates.hand_overs"
    | "gates.wrong"
  ),
  (row: Row) => string,
])[];
const toColumns = <Row,>(figures: FigureColumns<Row>): readonly ResourceColumn<Row>[] =>
  figures.map(([id, cell]) => ({ head: t(id), className: "end-n num", cell }));

function SectionTable<
  Row extends { readonly section_id: number | null; readonly name: string | null },
>({ rows, figures }: { readonly rows: readonly Row[]; readonly figures: FigureColumns<Row> }) {
  if (rows.length === 0) return null;
  return (
    <ResourceTable
      className="gatetable"
      resources={rows.map((row) => ({ ...row, id: row.section_id ?? 0 }))}
      name={{
        head: t("gates.section"),
        cell: ({ name }) => (name === null ? t("gates.section.none") : <bdi>{name}</bdi>),
      }}
      columns={toColumns(figures)}
    />
  );
}

function ReasonTable({ reasons }: { readonly reasons: AgentGates["share"]["reasons"] }) {
  if (reasons.length === 0) return null;
  const rows = reasons.map((one) => ({ ...one, id: one.reason }));
  return (
    <ResourceTable
      className="gatetable"
      resources={rows}
      name={{ head: t("gates.reason"), cell: ({ reason }) => describeHandOver(reason) }}
      columns={toColumns<(typeof rows)[number]>([
        ["gates.chats", ({ chats }) => i18n.number(chats)],
      ])}
    />
  );
}

/** Leads to the page on which the gate is passed. */
const Step = ({ name, agent: { id } }: Omit<GateProps, "gates">): ReactNode =>
  (name === "replay" || name === "questions") && (
    <Link className="btn small" to="/settings/$" params={{ _splat: `proof/${id}` }}>
      {t(`gates.${name}.do`)}
    </Link>
  );
