import { insertImportRows, type FileRow } from "../../store/imports/import-row.ts";
import { insertImport } from "../../store/imports/visitor-import.ts";
import type { JobPort } from "../job-worker.ts";
import { startImportWorker, type ImportWorker, type ImportWorkerDeps } from "./import-worker.ts";

/** A file of visitors as an operator uploads it. */
interface ImportFile {
  readonly operatorId: number;
  readonly name: string;
  readonly header: readonly string[];
  readonly rows: readonly FileRow[];
}
export interface ImportPort extends JobPort {
  /** Stores a file as a draft. Returns its id. */
  readonly createDraft: (account: number, file: ImportFile) => Promise<number>;
}
export type VisitorImports = ImportWorker & ImportPort;

/** Starts what imports visitors from files (VI-001). */
export function startImports(deps: ImportWorkerDeps): VisitorImports {
  const { db, clock } = deps;
  return {
    ...startImportWorker(deps),
    createDraft: (account, { rows, ...file }) =>
      db.transaction(async (tx) => {
        const draft = { ...file, total: rows.length, now: clock.now() };
        const id = await insertImport(tx, account, draft);
        await insertImportRows(tx, { account, id }, rows);
        return id;
      }),
  };
}
