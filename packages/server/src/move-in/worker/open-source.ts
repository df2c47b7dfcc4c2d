import { moveSystems, type MoveSystem } from "@parlour/protocol/move-in/record";
import { Refusal } from "../../core/failure.ts";
import { StorageError } from "../../files/storage.ts";
import type { MoveDeps, MoveJob } from "../job.ts";
import { SourceError, type MoveSource, type StoredSettings } from "../source.ts";

/** What is needed to open a source. */
export interface Connection {
  readonly account: number;
  readonly system: MoveSystem;
  readonly settings: StoredSettings;
}

/** Opens the source of a system. Throws SourceError. */
export async function openSource(
  deps: MoveDeps,
  { account, system, settings }: Connection,
  signal: AbortSignal,
): Promise<MoveSource> {
  const sources = await deps.loadSources();
  const open = moveSystems.includes(system) ? sources[system] : undefined;
  if (open === undefined)
    throw new SourceError("unknown_system", "This version cannot read the system.", {
      isFinal: true,
    });
  const files = [];
  for (const { id, name } of settings.files)
    files.push({ name, path: await openUpload(deps, account, { id, name }) });
  return open({ ...settings, files }, { egress: deps.egress, version: deps.version, signal });
}

/** Returns the path of an uploaded file on this node (MV-033). Throws SourceError. */
async function openUpload(
  { files }: MoveDeps,
  account: number,
  { id, name }: StoredSettings["files"][number],
): Promise<string> {
  const path = await files.openUpload(account, id).catch((error: unknown) => {
    if (!(error instanceof StorageError || error instanceof Refusal)) throw error;
    throw new SourceError("files_unreachable", `${name} cannot be read now: ${error.message}`);
  });
  if (path === null) throw new SourceError("no_file", `${name} was removed.`, { isFinal: true });
  return path;
}

/** Sources that are open, by import, so that files are not opened for each page. */
export class OpenSources {
  readonly #sources = new Map<string, MoveSource>();
  readonly #deps: MoveDeps;
  readonly #signal: AbortSignal;
  constructor(deps: MoveDeps, signal: AbortSignal) {
    this.#deps = deps;
    this.#signal = signal;
  }
  async get({ account, id, system, settings }: MoveJob["move"]): Promise<MoveSource> {
    const key = `${account}:${id}`;
    const open = this.#sources.get(key);
    if (open !== undefined) return open;
    if (settings === null)
      throw new SourceError("no_settings", "The connection was removed.", { isFinal: true });
    const stored = JSON.parse(this.#deps.secrets.open(settings)) as StoredSettings;
    const connection = { account, system, settings: stored };
    const source = await openSource(this.#deps, connection, this.#signal);
    this.#sources.set(key, source);
    return source;
  }
  async close({ account, id }: Pick<MoveJob["move"], "account" | "id">): Promise<void> {
    const key = `${account}:${id}`;
    const source = this.#sources.get(key);
    this.#sources.delete(key);
    await source?.close();
  }
  async closeAll(): Promise<void> {
    for (const source of this.#sources.values()) await source.close();
    this.#sources.clear();
  }
}
