import { startBroadcasts, type Broadcasts } from "../../actions/broadcasts/index.ts";
import { startBulkWorker, type BulkWorker } from "../../actions/bulk-worker.ts";
import { startImports, type VisitorImports } from "../../actions/imports/index.ts";
import type { JobWorker } from "../../actions/job-worker.ts";
import { startReplayWorker, type ReplayWorker } from "../../actions/replays/replay-worker.ts";
import { toSignedKey } from "../../http/secret.ts";
import { startParallelRuns, type ParallelRuns } from "../../move-in/parallel/index.ts";
import { startMoves, type MoveDeps, type Moves } from "../../move-in/worker/index.ts";
import type { MoveUploads } from "../../move-in/uploads.ts";
import { startSiteImports, type SiteImports } from "../../sites/index.ts";
import { startDryRuns } from "../../rules/dry-run.ts";

/** What processes jobs in the background. */
export interface Jobs {
  readonly bulk: BulkWorker;
  readonly broadcasts: Broadcasts;
  readonly imports: VisitorImports;
  readonly dryRuns: JobWorker;
  readonly replays: ReplayWorker;
  readonly sites: SiteImports;
  readonly moves: Moves;
  readonly moveUploads: MoveUploads;
  readonly parallelRuns: ParallelRuns;
  /** Waits for all jobs of this node. */
  settle(): Promise<void>;
  /** Ends the jobs of this node. Others continue them. */
  close(): Promise<void>;
}
type JobDeps = Parameters<typeof startBulkWorker>[0] &
  Parameters<typeof startBroadcasts>[0] &
  Parameters<typeof startReplayWorker>[0] &
  Parameters<typeof startSiteImports>[0] &
  Omit<MoveDeps, "loadSources" | "files"> & {
    readonly files: Omit<MoveDeps["files"], "openUpload">;
    readonly uploads: MoveUploads;
  };

export function startJobs(deps: JobDeps): Jobs {
  const bulk = startBulkWorker(deps);
  const broadcasts = startBroadcasts(deps);
  const imports = startImports({ ...deps, toSignedKey });
  const dryRuns = startDryRuns(deps);
  const replays = startReplayWorker(deps);
  const sites = startSiteImports(deps);
  const moveDeps = {
    ...deps,
    files: { ...deps.files, openUpload: deps.uploads.open },
    loadSources: async () => (await import("../../move-in/sources/index.ts")).sources,
  };
  const moves = startMoves(moveDeps);
  const parallelRuns = startParallelRuns(moveDeps);
  const workers = [bulk, broadcasts, imports, dryRuns, replays, sites, moves, parallelRuns];
  return {
    bulk,
    broadcasts,
    imports,
    dryRuns,
    replays,
    sites,
    moves,
    moveUploads: deps.uploads,
    parallelRuns,
    async settle() {
      for (const worker of workers) await worker.settle();
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.close()));
    },
  };
}
