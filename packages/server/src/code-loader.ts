import { subscribe } from "node:diagnostics_channel";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire, getCompileCacheDir } from "node:module";
import { basename, dirname, join } from "node:path";
import { Script } from "node:vm";
import { crc32 } from "node:zlib";

/** Channel of `node:diagnostics_channel` that gets a message when the server is ready. */
export const readyChannel = "parlour.ready";

interface CompiledFile {
  readonly script: Script;
  /** Path of the stored code. */
  readonly cachePath: string;
}
type Require = (id: string) => unknown;
interface FileScope {
  readonly exports: object;
  readonly require: Require;
  readonly module: object;
  readonly __filename: string;
  readonly __dirname: string;
}

const header = '"use strict"; (function ({ exports, require, module, __filename, __dirname }) { ';
const checksumBytes = 4;

/**
 * Runs a built entry point with the code that V8 compiled for an earlier start (PERF-12). Node's
 * own cache stores the code of a file before the file runs. It lacks all functions that a start
 * calls, and each start would compile them again.
 *
 * When the server is ready, the compiled code of all loaded files is stored once, in the folder of
 * Node's cache (`NODE_COMPILE_CACHE`). The code of later files is stored when the process exits.
 */
export function runBuiltEntry(path: string): void {
  const loaded = new Map<string, { exports: object }>();
  const unsaved: CompiledFile[] = [];
  let isReady = false;
  const save = (): void => {
    for (const file of unsaved.splice(0)) saveCode(file);
  };
  subscribe(readyChannel, () => {
    isReady = true;
    setImmediate(save);
  });
  // A process that was never ready has not called all functions of a start.
  process.on("exit", () => isReady && save());

  const requireInstalled = createRequire(path);
  const load = (file: string): object => {
    const known = loaded.get(file);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    loaded.set(file, module);
    const folder = dirname(file);
    const require: Require = (id) =>
      id.startsWith(".") ? load(join(folder, id)) : requireInstalled(id);
    const { script, cachePath } = compile(file);
    if (cachePath !== null) unsaved.push({ script, cachePath });
    const scope = { exports: module.exports, require, module, __filename: file, __dirname: folder };
    (script.runInThisContext() as (scope: FileScope) => void)(scope);
    return module.exports;
  };
  load(path);
}

/** `cachePath` is null if the code came from the cache, or without a cache. */
function compile(file: string): { script: Script; cachePath: string | null } {
  const source = readFileSync(file);
  const cacheFolder = getCompileCacheDir();
  const cachePath =
    cacheFolder === undefined
      ? null
      : join(cacheFolder, `${basename(file)}-${crc32(source).toString(16)}.code`);
  const cachedData = cachePath === null ? undefined : readCode(cachePath);
  const script = new Script(`${header}${source.toString()}\n})`, {
    filename: file,
    columnOffset: -header.length,
    cachedData,
  });
  const isCached = cachedData !== undefined && script.cachedDataRejected !== true;
  return { script, cachePath: isCached ? null : cachePath };
}

/** Undefined if nothing is stored, or if the file is damaged: V8 does not check the content. */
function readCode(cachePath: string): Buffer | undefined {
  try {
    const stored = readFileSync(cachePath);
    const code = stored.subarray(checksumBytes);
    return crc32(code) === stored.readUInt32LE() ? code : undefined;
  } catch {
    return undefined;
  }
}

/** Ignores errors, such as a full disk: the next start compiles the file again. */
function saveCode({ script, cachePath }: CompiledFile): void {
  const code = script.createCachedData();
  const checksum = Buffer.alloc(checksumBytes);
  checksum.writeUInt32LE(crc32(code));
  const temporaryPath = `${cachePath}.${process.pid}`;
  try {
    writeFileSync(temporaryPath, Buffer.concat([checksum, code]), { mode: 0o600 });
    renameSync(temporaryPath, cachePath);
  } catch {
    // See above.
  }
}
