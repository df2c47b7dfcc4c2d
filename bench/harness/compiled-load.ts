import { execFile, spawnSync } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { LoadFigures } from "./load.ts";
import { root } from "./process.ts";

export interface CompiledLoadOptions {
  readonly port: number;
  readonly path: string;
  readonly senders: number;
  readonly durationMs: number;
  /** Number of the first message of each sender. */
  readonly firstNumber: number;
  readonly text: string;
}

/** Command that installs a C compiler on Debian. */
export const compilerInstallCommand = "apt-get install gcc libc6-dev";

/** Compiles `bench/drivers/post-load.c` into a folder. Returns its path. null: no compiler. */
export function compileLoad(folder: string, compiler = "cc"): string | null {
  const program = join(folder, "post-load");
  const { error, status, stderr } = spawnSync(
    compiler,
    ["-O2", "-o", program, join(root, "bench/drivers/post-load.c")],
    { encoding: "utf8" },
  );
  if (error !== undefined) return null;
  if (status !== 0) throw new Error(`post-load.c does not compile:\n${stderr}`);
  return program;
}

/** Sends messages in a closed loop, like `runLoad`. Rejects if one is not answered with 200. */
export async function runCompiledLoad(
  program: string,
  { port, path, senders, durationMs, firstNumber, text }: CompiledLoadOptions,
): Promise<LoadFigures> {
  const numbers = [senders, durationMs, firstNumber].map(String);
  const { stdout } = await promisify(execFile)(program, [String(port), path, ...numbers, text]);
  return JSON.parse(stdout) as LoadFigures;
}
