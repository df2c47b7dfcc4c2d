import type { MoveImportDetails } from "@parlour/protocol/api";
import { countedKinds, type MoveState } from "@parlour/protocol/move-in/move-import";
import { IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { useState } from "react";
import { findText, i18n } from "../../../text/index.ts";
import { Banner } from "../../../ui/badges.tsx";
import { Button } from "../../../ui/Button.tsx";
import { MutationButton } from "../../../ui/MutationButton.tsx";
import { formatDuration, formatFullTime } from "../../../ui/time.ts";
import { SideCard } from "../kit/form/SettingsSection.tsx";
import { ConfirmDialog } from "../kit/resource/ConfirmDialog.tsx";
import { ProblemCard } from "./ProblemCard.tsx";
import { t } from "./text.ts";
import { changeImport, countRead, toRate, useSamples } from "./use-imports.ts";

interface WorkProps {
  readonly found: MoveImportDetails;
  /** What the import does, or continues. */
  readonly work: MoveState;
}
interface SpeedProps {
  readonly found: MoveImportDetails;
  /** Time of the answer in milliseconds. */
  readonly at: number;
}
type MoveStepProps = WorkProps & SpeedProps;

/** Shows how far the plan, the move or the undo is, with Pause, Continue and Stop. */
export function MoveStep({ found, work, at }: MoveStepProps) {
  const { operator, started_at, created_at } = found;
  return (
    <>
      <div className="movemain">
        <div className="card">
          <Progress found={found} work={work} at={at} />
          <KindBars found={found} work={work} />
          {work === "running" && <Speed found={found} at={at} />}
        </div>
      </div>
      <div className="side">
        <ProblemCard found={found} title={t("move.problems")} />
        <SideCard id="move-close" title={t("move.close")}>
          <p className="t13 soft">{t("move.close.text")}</p>
        </SideCard>
      </div>
      <div className="movebar">
        <span className="grow t13 faint">
          {t("move.started", {
            name: operator.name,
            time: formatFullTime(started_at ?? created_at),
          })}
        </span>
      </div>
    </>
  );
}

/** Returns the number of records that the move reads, or null if no plan has counted them. */
const getTotal = ({ plan }: MoveImportDetails, work: MoveState): number | null =>
  plan === null || work !== "running" ? null : countRead(plan.counts);

function Progress({ found, work, at }: MoveStepProps) {
  const { state, reason, counts, reads } = found;
  const samples = useSamples(counts, at);
  const total = getTotal(found, work);
  const read = countRead(counts);
  const share = total === null || total === 0 ? null : Math.min(0.99, read / total);
  const rate = toRate(samples[0], samples.at(-1), "records");
  const isPaused = state === "paused";
  const text = t(`move.${isPaused ? "paused" : "work"}.${toWork(work)}`);
  return (
    <section className="group" aria-label={text}>
      {reason !== null && (
        <Banner tone={isPaused ? "bad" : "warn"} live>
          <p className="medium">{t(isPaused ? "move.paused.itself" : "move.waits")}</p>
          <p>{findText(`move.reason.${reason.code}`) ?? reason.detail}</p>
        </Banner>
      )}
      <div className="moveprogress">
        <p className="big num">
          {share === null ? text : i18n.number(share, { style: "percent" })}
        </p>
        <span className="grow soft t13">
          {total !== null && !isPaused && rate > 0 && share !== null
            ? t("move.left", { time: formatDuration(((total - read) / rate) * 1_000) })
            : share !== null && text}
        </span>
        <StateButtons found={found} work={work} />
      </div>
      <progress
        className="bar"
        aria-label={text}
        max={1}
        value={share ?? (isPaused ? 0 : undefined)}
      />
      {reads !== null && (
        <p className="t13 soft">{t("move.reads", { kind: t(`move.kind.${reads as "chat"}`) })}</p>
      )}
    </section>
  );
}
const toWork = (work: MoveState): "planning" | "running" | "undoing" =>
  work === "planning" || work === "undoing" ? work : "running";

function StateButtons({ found: { id, state }, work }: WorkProps) {
  const [isStopping, setStopping] = useState(false);
  const isPaused = state === "paused";
  return (
    <>
      {isPaused ? (
        <MutationButton
          variant="primary"
          icon={IconPlayerPlay}
          mutate={() => changeImport(id, "resume")}
        >
          {t("move.resume")}
        </MutationButton>
      ) : (
        <MutationButton icon={IconPlayerPause} mutate={() => changeImport(id, "pause")}>
          {t("move.pause")}
        </MutationButton>
      )}
      {(isPaused || work === "running") && (
        <Button variant="quiet" aria-haspopup="dialog" onClick={() => setStopping(true)}>
          {t("move.stop")}
        </Button>
      )}
      <ConfirmDialog
        title={t("move.stop.title")}
        open={isStopping}
        button={t("move.stop.button")}
        action={() => changeImport(id, "stop")}
        onClose={() => setStopping(false)}
      >
        <p>{t("move.stop.text")}</p>
      </ConfirmDialog>
    </>
  );
}

/** Shows a bar for each kind of record. */
function KindBars({ found: { plan, counts, check }, work }: WorkProps) {
  const isMoving = work === "running";
  const rows = countedKinds.flatMap((kind) => {
    const planned = plan?.counts[kind];
    const total = isMoving
      ? Math.max(planned?.read ?? 0, planned?.new ?? 0)
      : (check?.counts[kind] ?? 0);
    const n = counts[kind]?.read ?? 0;
    return total === 0 && n === 0 ? [] : [{ kind, total: Math.max(total, n), n }];
  });
  if (rows.length === 0 || work === "undoing") return null;
  return (
    <section className="group" aria-label={t("move.kinds")}>
      <ul className="movebars">
        {rows.map(({ kind, total, n }) => (
          <li key={kind}>
            <span>{t(`move.kind.${kind}`)}</span>
            <progress className="bar" aria-label={t(`move.kind.${kind}`)} max={total} value={n} />
            <span className="num soft">
              {t("move.progress", { n: i18n.number(n), total: i18n.number(total) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Shows how many messages were moved in each second that this page has seen. */
function Speed({ found: { counts }, at }: SpeedProps) {
  const samples = useSamples(counts, at);
  const rates = samples.slice(1).map((sample, n) => toRate(samples[n], sample, "messages"));
  const highest = Math.max(1, ...rates);
  const now = t("move.speed.now", { n: i18n.number(Math.round(rates.at(-1) ?? 0)) });
  const points = rates.map(
    (rate, n) =>
      `${((n * 600) / Math.max(1, rates.length - 1)).toFixed(1)} ${(62 - (rate / highest) * 56).toFixed(1)}`,
  );
  return (
    <section className="group" aria-labelledby="move-speed">
      <div className="movehead line">
        <h2 id="move-speed">{t("move.speed")}</h2>
        <span className="t13 num">{now}</span>
      </div>
      {points.length > 1 && (
        <svg
          className="movespark"
          viewBox="0 0 600 64"
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <path d={`M${points.join("L")}`} />
        </svg>
      )}
      <p className="hint">{t("move.speed.hint")}</p>
    </section>
  );
}
