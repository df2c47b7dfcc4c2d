import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";

/** Pieces of scripts/launch.js. It must run on an old Node without any package, so it is plain JavaScript. */
const part = (name: string): string => new URL(`../../../scripts/launch/${name}.js`, import.meta.url).href;
const launcher = fileURLToPath(new URL("../../../scripts/launch.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "parlour launcher "));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Entry {
  version?: string;
  integrity?: string;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  link?: boolean;
}
type Packages = { packages: Record<string, Entry> };

describe("the launcher", () => {
  it("[CORE-130] installs again unless every package of the lock for this machine is there", async () => {
    const { missing } = (await import(part("install"))) as {
      missing: (lock: Packages | null, installed: Packages | null, machine: object) => string[];
    };
    const machine = { os: "linux", cpu: "x64", libc: "glibc" };
    const a = { version: "1.0.0", integrity: "sha512-a" };
    const lock: Packages = {
      packages: {
        "": {},
        "node_modules/a": a,
        "packages/b": { version: "0.1.0" },
        "node_modules/@x/b": { link: true },
        "node_modules/gnu": { ...a, optional: true, os: ["linux"], cpu: ["x64"], libc: ["glibc"] },
        "node_modules/musl": { ...a, optional: true, os: ["linux"], cpu: ["x64"], libc: ["musl"] },
        "node_modules/mac": { ...a, optional: true, os: ["darwin"] },
        "node_modules/not-windows": { ...a, optional: true, os: ["!win32"] },
        "node_modules/of-mac": { ...a, optional: true },
      },
    };
    const { "node_modules/musl": musl, "node_modules/mac": mac, "node_modules/of-mac": ofMac, "": root, ...here } = lock.packages;
    expect([musl, mac, ofMac, root]).not.toContain(undefined);
    expect(missing(lock, { packages: here }, machine)).toEqual([]);
    expect(missing(lock, null, machine)).toEqual(["everything"]);
    // What npm does under an old Node, and without the network: an optional package is left out in silence.
    const { "node_modules/gnu": gnu, ...less } = here;
    expect(gnu).toBeDefined();
    expect(missing(lock, { packages: less }, machine)).toEqual(["gnu"]);
    expect(missing(lock, { packages: { ...here, "node_modules/a": { ...a, version: "0.9.0" } } }, machine)).toEqual(["a"]);
    expect(missing(lock, { packages: { ...here, "node_modules/a": { ...a, integrity: "sha512-b" } } }, machine)).toEqual(["a"]);
  });

  it("[CORE-130] counts tests honestly: a run without report, without tests or with faults outside tests is a failure", async () => {
    const { count } = (await import(part("test-run"))) as { count: (report: string, status: number) => { passed: number; failed: number } };
    const report = (passed: number, failed: number, files: object[] = []): string =>
      JSON.stringify({ numPassedTests: passed, numFailedTests: failed, testResults: files });
    expect(count(report(5, 0), 0)).toEqual({ passed: 5, failed: 0 });
    expect(count(report(5, 2), 1)).toEqual({ passed: 5, failed: 2 });
    expect(count(report(5, 0), 1)).toEqual({ passed: 5, failed: 1 });
    expect(count(report(0, 0), 0)).toEqual({ passed: 0, failed: 1 });
    expect(count("", 0)).toEqual({ passed: 0, failed: 1 });
    expect(count(report(5, 0, [{ status: "failed", assertionResults: [] }]), 1)).toEqual({ passed: 5, failed: 1 });
  });

  it("[CORE-131] passes signals on and keeps the exit code", async () => {
    const child = join(folder, "child.mjs");
    writeFileSync(child, 'process.on("SIGTERM", () => process.exit(7)); console.log("up"); setInterval(() => {}, 1000);');
    const launched = spawn(
      process.execPath,
      [
        "--input-type=module",
        "-e",
        `const { handOver } = await import(${JSON.stringify(part("hand-over"))}); handOver(process.execPath, [${JSON.stringify(child)}]);`,
      ],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    onTestFinished(() => void launched.kill("SIGKILL"));
    await once(launched.stdout, "data");
    launched.kill("SIGTERM");
    expect((await once(launched, "exit"))[0]).toBe(7);
  });

  it("[CORE-131] a killed npm takes the server along", async () => {
    const child = join(folder, "server.mjs");
    const ended = join(folder, "ended");
    writeFileSync(
      child,
      `import { writeFileSync } from "node:fs"; process.on("SIGTERM", () => { writeFileSync(${JSON.stringify(ended)}, "in order"); process.exit(0); }); console.log("up"); setInterval(() => {}, 1000);`,
    );
    const launch = join(folder, "launch.mjs");
    writeFileSync(
      launch,
      `const { handOver } = await import(${JSON.stringify(part("hand-over"))}); handOver(process.execPath, [${JSON.stringify(child)}]);`,
    );
    // Stands for npm: a process above the launcher that dies without a word.
    const npm = spawn(
      process.execPath,
      ["-e", `require("child_process").spawn(process.execPath, [${JSON.stringify(launch)}], { stdio: "inherit" })`],
      { env: { ...process.env, npm_lifecycle_event: "start" }, stdio: ["ignore", "pipe", "inherit"] },
    );
    await once(npm.stdout, "data");
    npm.kill("SIGKILL");
    await once(npm.stdout, "close");
    expect(readFileSync(ended, "utf8")).toBe("in order");
  });

  it("[CORE-131] nothing is started for an npm that was killed while the launcher installed", async () => {
    const launch = join(folder, "late.mjs");
    writeFileSync(
      launch,
      `const { handOver } = await import(${JSON.stringify(part("hand-over"))}); const npm = process.ppid; console.log("up");
       while (process.ppid === npm) await new Promise((on) => setTimeout(on, 10));
       handOver(process.execPath, ["-e", "console.log('started'); setInterval(() => {}, 1000)"]);`,
    );
    const npm = spawn(
      process.execPath,
      ["-e", `require("child_process").spawn(process.execPath, [${JSON.stringify(launch)}], { stdio: "inherit" })`],
      { env: { ...process.env, npm_lifecycle_event: "start" }, stdio: ["ignore", "pipe", "inherit"] },
    );
    let said = "";
    npm.stdout.on("data", (data: Buffer) => (said += data.toString()));
    await once(npm.stdout, "data");
    npm.kill("SIGKILL");
    await once(npm.stdout, "close");
    expect(said).toBe("up\n");
  });

  it("[CLI-002] an unknown mode is wrong usage", () => {
    const done = spawnSync(process.execPath, [launcher, "strat"], { encoding: "utf8" });
    expect([done.status, done.stderr]).toEqual([2, expect.stringContaining("unknown mode strat; known: start, parlour, dev, build, test")]);
  });
});
