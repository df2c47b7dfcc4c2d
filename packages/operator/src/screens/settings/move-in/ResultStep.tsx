import type { MoveImportDetails } from "@parlour/protocol/api";
import { countedKinds, type CountedKind } from "@parlour/protocol/move-in/move-import";
import {
  IconAlertTriangle,
  IconArchive,
  IconArrowBackUp,
  IconCircleCheck,
  IconUsers,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useAllChannels } from "../../../state/api/queries.ts";
import { i18n } from "../../../text/index.ts";
import { Button } from "../../../ui/Button.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { MutationButton } from "../../../ui/MutationButton.tsx";
import { formatDayTime, useNow } from "../../../ui/time.ts";
import { SideCard } from "../kit/form/SettingsSection.tsx";
import { ResourceTable } from "../kit/resource/ResourceTable.tsx";
import { TypeToConfirmDialog } from "../kit/resource/TypeToConfirmDialog.tsx";
import { ReportLink } from "./parts.tsx";
import { ProblemCard } from "./ProblemCard.tsx";
import { toSystemName } from "./source/systems.ts";
import { t } from "./text.ts";
import { changeImport, getChoices } from "./use-imports.ts";

/** Shows what an import has moved, what to do next, and how to undo it. */
export function ResultStep({ found }: { readonly found: MoveImportDetails }) {
  const { id, state } = found;
  return (
    <>
      <Summary found={found} />
      <div className="movemain">
        <section className="card" aria-labelledby="move-result">
          <h2 id="move-result" className="movehead">
            {t("move.result")}
          </h2>
          <ResultTable found={found} />
        </section>
      </div>
      <div className="side">
        {state === "done" && <NextSteps found={found} />}
        <ProblemCard found={found} title={t("move.problems")} />
        {state === "done" && found.undo !== undefined && <UndoCard id={id} undo={found.undo} />}
      </div>
      <div className="movebar">
        <span className="grow t13 faint">{t("move.again.hint")}</span>
        <MutationButton mutate={() => changeImport(id, "plan")}>{t("move.again")}</MutationButton>
      </div>
    </>
  );
}

function Summary({ found }: { readonly found: MoveImportDetails }) {
  const { id, state, system, operator, counts, started_at, ended_at, stored } = found;
  const now = useNow(60_000);
  const isUndone = state === "undone";
  const chats = stored?.["chat"] ?? (counts.chat?.new ?? 0) + (counts.chat?.changed ?? 0);
  const channelId = getChoices(found).channel_id;
  const channel = useAllChannels().data?.find((one) => one.id === channelId);
  return (
    <div className="card movesummary">
      <span className={isUndone ? "tag" : "tag ok"} aria-hidden="true">
        <Icon of={isUndone ? IconArrowBackUp : IconCircleCheck} />
      </span>
      <div className="grow">
        <h2 className="t16">{isUndone ? t("move.undone") : t("move.here", { n: chats })}</h2>
        <p className="t13 soft">
          {t(isUndone ? "move.undone.text" : "move.here.text", {
            system: toSystemName(system),
            name: operator.name,
            from: started_at === null ? "–" : formatDayTime(started_at, now),
            to: ended_at === null ? "–" : formatDayTime(ended_at, now),
          })}
        </p>
      </div>
      {!isUndone && (
        <Link
          className="btn"
          to="/archive/{-$chat}"
          params={{ chat: undefined }}
          search={(channel === undefined ? {} : { q: `channel:"${channel.name}"` }) as never}
        >
          <Icon of={IconArchive} /> {t("move.archive")}
        </Link>
      )}
      <ReportLink id={id} text={t("move.report")} />
    </div>
  );
}

function ResultTable({ found: { plan, counts, stored } }: { readonly found: MoveImportDetails }) {
  const rows = countedKinds.flatMap((kind) => {
    const planned = plan?.counts[kind];
    const moved = counts[kind];
    if (planned === undefined && moved === undefined) return [];
    return [
      {
        id: kind,
        planned: (planned?.new ?? 0) + (planned?.changed ?? 0),
        new: moved?.new ?? 0,
        changed: moved?.changed ?? 0,
        missing: countMissing(kind, { moved, stored }),
      },
    ];
  });
  return (
    <ResourceTable
      className="movetable result"
      resources={rows}
      name={{ head: t("move.kind"), cell: ({ id }) => t(`move.kind.${id}`) }}
      columns={[
        { head: t("move.planned"), className: "num", cell: (row) => i18n.number(row.planned) },
        { head: t("move.new"), className: "num", cell: (row) => i18n.number(row.new) },
        { head: t("move.changed"), className: "num", cell: (row) => i18n.number(row.changed) },
        { head: t("move.checked"), cell: ({ missing }) => <Checked missing={missing} /> },
      ]}
    />
  );
}

/** Returns how many records that were read are not here. Null: they were not counted. */
function countMissing(
  kind: CountedKind,
  {
    moved,
    stored,
  }: {
    readonly moved: MoveImportDetails["counts"][CountedKind];
    readonly stored: MoveImportDetails["stored"];
  },
): number | null {
  const n = stored?.[kind];
  if (n === undefined) return null;
  return Math.max(0, (moved?.read ?? 0) - (moved?.left_out ?? 0) - n);
}

function Checked({ missing }: { readonly missing: number | null }) {
  if (missing === null) return <span className="faint">–</span>;
  return (
    <span className="line4">
      <Icon of={missing === 0 ? IconCircleCheck : IconAlertTriangle} small />
      {missing === 0 ? t("move.checked.same") : t("move.checked.missing", { n: missing })}
    </span>
  );
}

function NextSteps({ found }: { readonly found: MoveImportDetails }) {
  const { plan } = found;
  const { operators } = getChoices(found);
  const former = (plan?.operators ?? []).filter(({ id, operator_id }) =>
    id in operators ? operators[id] === null : operator_id === null,
  ).length;
  if (former === 0) return null;
  return (
    <SideCard id="move-next" title={t("move.next")}>
      <ul className="why">
        <li>
          <Icon of={IconUsers} small />
          <span className="grow">{t("move.next.former", { n: former })}</span>
          <Link to="/settings/$" params={{ _splat: "people" }}>
            {t("move.next.invite")}
          </Link>
        </li>
      </ul>
    </SideCard>
  );
}

function UndoCard({
  id,
  undo: { removed, changed },
}: {
  readonly id: number;
  readonly undo: { readonly removed: number; readonly changed: number };
}) {
  const [isAsking, setAsking] = useState(false);
  return (
    <section className="card moveundo" aria-labelledby="move-undo">
      <h2 id="move-undo">{t("move.undo")}</h2>
      <p className="t13 soft">{t("move.undo.text")}</p>
      <dl className="lasts">
        <dt>{t("move.undo.untouched")}</dt>
        <dd className="num">{t("move.n.chats", { n: removed })}</dd>
        <dt>{t("move.undo.changed")}</dt>
        <dd className="num">{t("move.n.chats", { n: changed })}</dd>
      </dl>
      {changed > 0 && <p className="t13 soft">{t("move.undo.stay")}</p>}
      <Button icon={IconArrowBackUp} aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {t("move.undo.button", { n: removed })}
      </Button>
      {isAsking && (
        <TypeToConfirmDialog
          title={t("move.undo.title", { n: removed })}
          cancel={t("move.cancel")}
          button={t("move.undo.sure")}
          label={t("move.undo.type", { n: String(removed) })}
          requiredText={String(removed)}
          inputMode="numeric"
          action={() => changeImport(id, "undo")}
          onClose={() => setAsking(false)}
        >
          {t("move.undo.text")}
        </TypeToConfirmDialog>
      )}
    </section>
  );
}
