import type { MoveImportDetails } from "@parlour/protocol/api";
import type { MoveState } from "@parlour/protocol/move-in/move-import";
import type { ReactNode } from "react";
import { QueryPage } from "../kit/resource/QueryPage.tsx";
import { DraftStep } from "./DraftStep.tsx";
import "./move-in.css";
import { MoveStep } from "./MoveStep.tsx";
import { Steps, type MoveStepName } from "./parts.tsx";
import { PlanStep } from "./plan/PlanStep.tsx";
import { ResultStep } from "./ResultStep.tsx";
import { toSystemName } from "./source/systems.ts";
import { t } from "./text.ts";
import { useImport } from "./use-imports.ts";

/** Renders an import by its state (MV-060). Every tab and operator sees the same state. */
export function ImportPage({ id }: { readonly id: number }) {
  const query = useImport(id);
  const { data, dataUpdatedAt } = query;
  return (
    <QueryPage
      query={query}
      title={
        data === undefined
          ? t("move.title")
          : t("move.of", { system: toSystemName(data.system), name: data.name })
      }
      about={
        data === undefined ? "" : [t(`move.state.${data.state}`), data.operator.name].join(" · ")
      }
      rows={false}
      tools={(found) => <Steps current={steps[getWorkState(found)]} />}
    >
      {(found) => <div className="movein">{renderStep(found, dataUpdatedAt)}</div>}
    </QueryPage>
  );
}

/** Returns the state of an import. Of a paused one: what it continues. */
const getWorkState = ({ state, paused }: MoveImportDetails): MoveState =>
  state === "paused" ? (paused ?? "running") : state;

const steps: Readonly<Record<MoveState, MoveStepName>> = {
  draft: "source",
  planning: "plan",
  planned: "plan",
  running: "move",
  paused: "move",
  done: "result",
  undoing: "result",
  undone: "result",
};

function renderStep(found: MoveImportDetails, at: number): ReactNode {
  switch (getWorkState(found)) {
    case "draft":
      return <DraftStep found={found} />;
    case "planned":
      return <PlanStep found={found} />;
    case "planning":
    case "running":
    case "paused":
    case "undoing":
      return <MoveStep found={found} work={getWorkState(found)} at={at} />;
    case "done":
    case "undone":
      return <ResultStep found={found} />;
  }
}
