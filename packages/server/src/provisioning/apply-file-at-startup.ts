import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { Clock } from "../core/command.ts";
import { StartError } from "../embedded/start-error.ts";
import type { Log } from "../log.ts";
import { applyProvisioningFile } from "./apply.ts";
import { parseProvisioningFile, type DesiredSettings } from "./read.ts";

type Environment = Readonly<Record<string, string | undefined>>;

interface FileReader {
  readonly read: (path: string) => Promise<string>;
  readonly log: Log;
  readonly sourceName?: string;
}

/**
 * Reads the provisioning file before anything starts. Errors name `sourceName` as the source of its
 * path. Returns null if `file` is null. Throws StartError 78 (CFG-023).
 */
export async function readFileAtStartup(
  file: string | null,
  env: Environment,
  { read, log, sourceName = "PARLOUR_CONFIG" }: FileReader,
): Promise<DesiredSettings | null> {
  if (file === null) return null;
  const path = resolve(file);
  let text: string;
  try {
    text = await read(path);
  } catch (error) {
    throw new StartError(
      `${sourceName}: could not read ${JSON.stringify(file)} (${error instanceof Error ? error.message : "unknown"}); set it to the path of a readable file`,
      78,
    );
  }
  const desired = parseProvisioningFile(file, text, env);
  // Checks the file mode (CFG-026), which does not exist on Windows.
  if (
    process.platform !== "win32" &&
    containsSecrets(text) &&
    ((await stat(path)).mode & 0o077) !== 0
  ) {
    log.warn(
      { file },
      `${file} contains secrets and can be read by other users; run chmod 600 ${file}`,
    );
  }
  return desired;
}

/** Returns whether the file contains secrets as plain text instead of references. */
function containsSecrets(text: string): boolean {
  return /(^|[\s{,])["']?(password|key|token|random_string|(\w+_)?secret)["']?\s*:/m.test(text);
}

/** Applies the file (CFG-021). Returns links with which new operators set a password. */
export async function applyFileAtStartup(options: {
  file: DesiredSettings;
  url: string;
  secretKey: Buffer;
  egressAllow: readonly string[];
  reservedHosts: readonly string[];
  log: Log;
  clock: Clock;
}): Promise<readonly { email: string; path: string }[]> {
  const { file, url, secretKey, log, clock } = options;
  const started = clock.monotonic();
  const applied = await applyProvisioningFile(file, {
    url,
    secretKey,
    clock,
    dryRun: false,
    prune: false,
    egressAllow: options.egressAllow,
    reservedHosts: options.reservedHosts,
  });
  log.info(
    {
      file: file.file,
      changes: applied.differences.length,
      kept: applied.notPruned,
      ended: applied.ended,
      ms: Math.round(clock.monotonic() - started),
    },
    "parlour.provisioned",
  );
  return applied.createdSecrets.invitations;
}
