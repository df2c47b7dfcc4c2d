import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const samplesFolder = join(root, "docs/integrate/samples");

/** The SDK as a stranger has it: packed, and installed into a folder outside of the checkout. */
export interface PackedSdk {
  readonly folder: string;
  /** Returns the errors of the compiler for files of the folder. "": none. */
  checkTypes(files: readonly string[]): string;
  /** Writes a file into the folder. */
  write(name: string, text: string): void;
  /** Starts a program of the folder. */
  start(
    file: string,
    env: Readonly<Record<string, string>>,
    options?: readonly string[],
  ): RunningProgram;
  remove(): void;
}
export interface RunningProgram {
  /** Everything that the program has printed. */
  readonly output: () => string;
  /** Resolves when the program prints the text. Rejects if it ends before. */
  waitFor(text: string): Promise<void>;
  /** Ends the program and waits for its end. */
  stop(): Promise<void>;
}

/** Builds, packs and installs the SDK, and copies its samples. Uses no network. */
export function installPackedSdk(): PackedSdk {
  const folder = mkdtempSync(join(tmpdir(), "parlour-sdk-"));
  const packageFolder = join(root, "packages/sdk");
  run(process.execPath, [join(packageFolder, "build.ts")], packageFolder);
  run("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], packageFolder);
  const [archive = ""] = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
  const program = join(folder, "program");
  mkdirSync(program);
  writeFileSync(join(program, "package.json"), '{"type":"module"}');
  run("npm", ["install", "--offline", "--no-audit", "--no-fund", `../${archive}`], program);
  for (const name of readdirSync(samplesFolder))
    if (name.startsWith("sdk-")) cpSync(join(samplesFolder, name), join(program, name));
  cpSync(join(packageFolder, "tests/run-as-worker.mjs"), join(program, "run-as-worker.mjs"));
  return {
    folder: program,
    write: (name, text) => writeFileSync(join(program, name), text),
    checkTypes: (files) => checkTypes(program, files),
    start: (file, env, options = []) => startProgram(program, [...options, file], env),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function run(command: string, args: readonly string[], cwd: string): void {
  const done = spawnSync(command, args, { cwd, encoding: "utf8" });
  if (done.status !== 0)
    throw new Error(`${command} ${args.join(" ")}: ${done.stdout}${done.stderr}`);
}

function checkTypes(folder: string, files: readonly string[]): string {
  const options = {
    strict: true,
    noEmit: true,
    target: "es2022",
    module: "nodenext",
    lib: ["es2022", "dom"],
    types: ["node"],
    typeRoots: [join(root, "node_modules/@types")],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files }));
  return spawnSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", "."], {
    cwd: folder,
    encoding: "utf8",
  }).stdout;
}

function startProgram(
  folder: string,
  parameters: readonly string[],
  env: Readonly<Record<string, string>>,
): RunningProgram {
  const child = spawn(process.execPath, parameters, {
    cwd: folder,
    env: { PATH: process.env["PATH"], ...env },
  });
  let output = "";
  const waiting = new Set<() => void>();
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  let isEnded = false;
  const wake = (): void => {
    for (const check of waiting) check();
  };
  void ended.then(() => {
    isEnded = true;
    wake();
  });
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (part: string) => {
      output += part;
      wake();
    });
  return {
    output: () => output,
    waitFor: (text) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          if (!output.includes(text) && !isEnded) return;
          waiting.delete(check);
          if (output.includes(text)) resolve();
          else reject(new Error(`${parameters.at(-1)} ended before "${text}": ${output}`));
        };
        waiting.add(check);
        check();
      }),
    async stop() {
      child.kill();
      await ended;
    },
  };
}
