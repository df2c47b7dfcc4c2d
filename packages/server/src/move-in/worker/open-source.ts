import { access } from "node:fs/promises";
import { moveSystems, type MoveSystem } from "@parlour/protocol/move-in/record";
import type { MoveDeps, MoveJob } from "../job.ts";
import { SourceError, type MoveSource, type SourceSettings } from "../source.ts";

/** Opens the source of a system. Throws SourceError. */
export async function openSource(
  deps: MoveDeps,
  system: MoveSystem,
  settings: SourceSettings,
  signal: AbortSignal,
): Promise<MoveSource> {
  const sources = await deps.loadSources();
  const open = moveSystems.includes(system) ? sources[system] : undefined;
  if (open === undefined)
    throw new SourceError("unknown_system", "This version cannot read the system.", {
      isFinal: true,
    });
  return open(settings, { egress: deps.egress, version: deps.version, signal });
}

/** Throws if a file was removed, or is on the node that received it (MV-023). */
async function requireFiles({ files }: SourceSettings): Promise<void> {
  for (const { name, path } of files)
    await access(path).catch(() => {
      const message = `${name} was removed, or was uploaded to another server of this installation.`;
      throw new SourceError("no_file", message, { isFinal: true });
    });
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
    const stored = JSON.parse(this.#deps.secrets.open(settings)) as SourceSettings;
    await requireFiles(stored);
    const source = await openSource(this.#deps, system, stored, this.#signal);
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
