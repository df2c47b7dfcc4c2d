// oxlint-disable jsx-a11y/prefer-tag-over-role -- a live region is a role.
import type { BackupRun, BackupState } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { api, queryClient } from "../../../state/api/api.ts";
import { useLiveState } from "../../../state/live-context.tsx";
import { useCurrentOperator } from "../../../state/session.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Tag } from "../../../ui/badges.tsx";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { runOrToast, useApiMutation } from "../../../ui/mutation.ts";
import { formatFullTime } from "../../../ui/time.ts";
import { formatSize } from "../../../ui/file/format-size.ts";
import { ResourceTable, type ResourceColumn } from "../kit/resource/ResourceTable.tsx";
import { BackupScheduleDialog, backupQueryKey } from "./BackupScheduleDialog.tsx";
import { t } from "./text.ts";

/** Interval in ms in which the progress is read while a backup is made, and otherwise. */
const progressMs = 1_000;
const idleMs = 60_000;

const findActive = (state: BackupState | undefined): BackupRun | undefined =>
  state?.runs.find((run) => run.state === "running" || run.state === "waiting");

/** Shows the backups of the installation, starts one, and opens their schedule (API-486). */
export function BackupsCard() {
  const query = useQuery({
    queryKey: backupQueryKey,
    queryFn: ({ signal }) => api.get<BackupState>("/instance/backup", { signal }),
    refetchInterval: ({ state }) => (findActive(state.data) === undefined ? idleMs : progressMs),
  });
  const { data } = query;
  const isActive = findActive(data) !== undefined;
  useRefreshHealth(data);
  return (
    <section
      className="card backups"
      aria-labelledby="s-backups"
      aria-busy={data === undefined && query.isPending}
    >
      <header>
        <h2 id="s-backups">{t("system.backup")}</h2>
        {data !== undefined && <BackupButtons state={data} isActive={isActive} />}
      </header>
      {data === undefined ? (
        query.error !== null && (
          <ErrorMessage error={query.error} onRetry={() => void query.refetch()} />
        )
      ) : (
        <BackupDetails state={data} />
      )}
    </section>
  );
}

/** Runs the checks of the page again when another backup has ended. */
function useRefreshHealth(state: BackupState | undefined): void {
  const endedId =
    state === undefined ? null : (state.runs.find((run) => run.finished_at !== null)?.id ?? 0);
  const knownId = useRef(endedId);
  useEffect(() => {
    if (knownId.current !== null && endedId !== knownId.current)
      void queryClient.invalidateQueries({ queryKey: ["instance", "health"] });
    knownId.current = endedId;
  }, [endedId]);
}

function BackupButtons({ state, isActive }: { state: BackupState; isActive: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const { busy, run } = useApiMutation();
  const isOffline = useLiveState(({ connection }) => connection.kind === "offline");
  const isOwner = useCurrentOperator().role === "owner";
  const unavailable = !isOwner ? t("backups.owners") : isOffline ? t("system.offline") : false;
  const start = async () => {
    await api.post("/instance/backup/runs");
    await queryClient.invalidateQueries({ queryKey: backupQueryKey });
  };
  return (
    <div className="line">
      <Button small unavailable={unavailable} onClick={() => setOpen(true)}>
        {t("backups.schedule")}
      </Button>
      <Button
        small
        variant="primary"
        unavailable={unavailable || busy || isActive}
        onClick={() => void run(() => runOrToast(start))}
      >
        {t("backups.now")}
      </Button>
      {isOpen && <BackupScheduleDialog state={state} onClose={() => setOpen(false)} />}
    </div>
  );
}

function BackupDetails({ state }: { state: BackupState }) {
  const { time, timezone, next_at, keep, folder, default_folder } = state;
  return (
    <>
      <div className="words">
        <p>
          {time === null || next_at === null
            ? t("backups.off")
            : t("backups.on", { time, timezone, next: formatFullTime(next_at) })}
        </p>
        <p className="soft">
          {t("backups.keep", { n: keep })} <span className="mono">{folder ?? default_folder}</span>
        </p>
        <p role="status" className="medium">
          {getProgressText(state)}
        </p>
      </div>
      {state.runs.length === 0 ? (
        <p className="words soft">
          {t("backups.none")}. {t("backups.none.about")}
        </p>
      ) : (
        <ResourceTable
          resources={state.runs}
          name={{ head: t("backups.time"), cell: (run) => <RunTime run={run} /> }}
          columns={createColumns()}
          isOff={({ removed_at }) => removed_at !== null}
        />
      )}
      <p className="words soft">
        {t("backups.restore")} <span className="mono">parlour restore FOLDER</span>
      </p>
    </>
  );
}

function getProgressText(state: BackupState): string | null {
  const active = findActive(state);
  if (active === undefined) return null;
  if (active.state === "waiting") return t("backups.waiting");
  const last = state.runs.find((run) => run.state === "done");
  const size = formatSize(active.bytes);
  return last === undefined || last.bytes < active.bytes
    ? t("backups.progress", { size })
    : t("backups.progress.of", { size, all: formatSize(last.bytes) });
}

function RunTime({ run }: { run: BackupRun }) {
  return (
    <>
      <span className="num">{formatFullTime(run.started_at ?? run.requested_at)}</span>
      <small>{t(`backups.by.${run.cause}`)}</small>
    </>
  );
}

const createColumns = (): readonly ResourceColumn<BackupRun>[] => [
  { head: t("backups.state"), cell: (run) => <RunState run={run} /> },
  {
    head: t("backups.size"),
    className: "num",
    cell: ({ state, bytes }) => (state === "done" ? formatSize(bytes) : null),
  },
  {
    head: t("backups.folder"),
    cell: ({ path, host }) =>
      path !== null && (
        <div className="copypath">
          <span className="mono">{path}</span>
          {host !== null && <small>{t("backups.host", { host })}</small>}
        </div>
      ),
  },
];

const stateTones = { waiting: "info", running: "info", done: "ok", failed: "bad" } as const;

function RunState({ run: { state, error, removed_at } }: { run: BackupRun }) {
  return (
    <div className="nodestate">
      {removed_at === null || state === "failed" ? (
        <Tag tone={stateTones[state]}>{t(`backups.state.${state}`)}</Tag>
      ) : (
        <Tag>{t("backups.state.removed")}</Tag>
      )}
      {error !== null && <small>{t("backups.error", { error: t(`backup.error.${error}`) })}</small>}
    </div>
  );
}
