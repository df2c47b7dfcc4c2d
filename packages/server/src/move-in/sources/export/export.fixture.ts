import { mkdtempSync, rmSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { moveKinds, type MoveRecord, type MoveSystem } from "@parlour/protocol/move-in/record";
import type { MoveSource, RecordProblem, SourceDeps, SourceSettings } from "../../source.ts";
import { sources } from "../index.ts";

const deps: SourceDeps = {
  egress: { open: () => Promise.reject(new Error("no request is expected")) },
  version: "1.2.3",
  signal: new AbortController().signal,
};

const root = mkdtempSync(join(tmpdir(), "exports-"));
process.on("exit", () => rmSync(root, { recursive: true }));

/** Opens files as an export of a system. */
export async function openFiles(
  system: MoveSystem,
  files: Readonly<Record<string, string | Buffer>>,
  settings: Partial<SourceSettings> = {},
): Promise<MoveSource> {
  const folder = await mkdtemp(join(root, "export-"));
  for (const [name, content] of Object.entries(files))
    await writeFile(join(folder, basename(name)), content);
  const open = sources[system];
  if (open === undefined) throw new Error(`${system} cannot be read`);
  const uploaded = Object.keys(files).map((name) => ({ name, path: join(folder, basename(name)) }));
  return open({ ...settings, files: uploaded }, deps);
}

export interface ReadSource {
  readonly records: readonly MoveRecord[];
  readonly problems: readonly RecordProblem[];
  /** Cursor of each page of chats. */
  readonly cursors: readonly (string | null)[];
}
/** Reads all pages of a source, in the order of an import. */
export async function readAll(source: MoveSource): Promise<ReadSource> {
  const records: MoveRecord[] = [];
  const problems: RecordProblem[] = [];
  const cursors: (string | null)[] = [];
  for (const kind of moveKinds)
    for (let cursor: string | null = null; ;) {
      if (kind === "chat") cursors.push(cursor);
      const page = await source.readPage(kind, cursor);
      records.push(...page.records);
      problems.push(...page.problems);
      if (page.next === null) break;
      cursor = page.next;
    }
  return { records, problems, cursors };
}

/** Lists the ids of a kind, in the order of the source. */
export const listIds = ({ records }: ReadSource, kind: MoveRecord["kind"]): readonly string[] =>
  records.filter((record) => record.kind === kind).map(({ id }) => id);
