import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";

/**
 * Returns the URL of a part of scripts/launch.js. That file is plain JavaScript, because it must
 * run on an old Node without packages.
 */
const partUrl = (name: string): string =>
  new URL(`../../../scripts/launch/${name}.js`, import.meta.url).href;
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
    const { missing } = (await import(partUrl("install"))) as {
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
    const {
      "node_modules/musl": musl,
      "node_modules/mac": mac,
      "node_modules/of-mac": ofMac,
      "": root,
      ...lockPackages
    } = lock.packages;
    expect([musl, mac, ofMac, root]).not.toContain(undefined);
    expect(missing(lock, { packages: lockPackages }, machine)).toEqual([]);
    expect(missing(lock, null, machine)).toEqual(["everything"]);
    // With an old Node or without network, npm silently omits an optional package.
    const { "node_modules/gnu": gnu, ...withoutGnu } = lockPackages;
    expect(gnu).toBeDefined();
    expect(missing(lock, { packages: withoutGnu }, machine)).toEqual(["gnu"]);
    expect(
      missing(
        lock,
        { packages: { ...lockPackages, "node_modules/a": { ...a, version: "0.9.0" } } },
        machine,
      ),
    ).toEqual(["a"]);
    expect(
      missing(
        lock,
        { packages: { ...lockPackages, "node_modules/a": { ...a, integrity: "sha512-b" } } },
        machine,
      ),
    ).toEqual(["a"]);
  });

  it("[CORE-174] reports the installed packages: one redrawn line on a terminal, else line by line, with npm's words above", async () => {
    const { startProgress } = (await import(partUrl("progress"))) as {
      startProgress: (
        describe: () => string,
        options: { stream: { isTTY: boolean; write: (text: string) => void } },
      ) => { write: (output: string) => void; end: () => void };
    };
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const written = (isTTY: boolean, steps: readonly number[]): string => {
      let text = "";
      let count = 0;
      const progress = startProgress(() => `${(count += 1)} of 9`, {
        stream: { isTTY, write: (more) => (text += more) },
      });
      for (const ms of steps) vi.advanceTimersByTime(ms);
      progress.write("npm: a word\n");
      progress.end();
      vi.advanceTimersByTime(60_000);
      return text;
    };
    expect(written(false, [9_999, 1, 10_000])).toBe("1 of 9\n2 of 9\nnpm: a word\n");
    const erase = "\r\u001b[K";
    expect(written(true, [1_000, 1_000])).toBe(
      `${erase}1 of 9${erase}2 of 9${erase}npm: a word\n${erase}`,
    );
  });

  it("[CORE-174] counts the packages that npm has unpacked, and keeps npm's exit code", async () => {
    const cloneDir = join(folder, "fresh clone");
    mkdirSync(cloneDir);
    // Replaces npm: unpacks one of two packages, waits for the test, then fails.
    const npm = join(folder, "npm-cli.js");
    writeFileSync(
      npm,
      `const { mkdirSync, writeFileSync } = require("node:fs"); mkdirSync("node_modules/a", { recursive: true });
       writeFileSync("node_modules/a/package.json", "{}"); mkdirSync("node_modules/b"); console.error("npm error EAI_AGAIN");
       const timer = setInterval(() => { if (require("node:fs").existsSync("enough")) { clearInterval(timer); process.exitCode = 3; } }, 10);`,
    );
    const script = `const { npmCi } = await import(${JSON.stringify(partUrl("npm"))});
      await npmCi(process.execPath, ${JSON.stringify(cloneDir)}, process.env,
        { title: "installing packages", packages: ["node_modules/a", "node_modules/b"], everyMs: 20 });`;
    const launched = spawn(process.execPath, ["--input-type=module", "-e", script], {
      env: { ...process.env, npm_execpath: npm },
      stdio: ["ignore", "inherit", "pipe"],
    });
    onTestFinished(() => void launched.kill("SIGKILL"));
    let errorOutput = "";
    launched.stderr.on("data", (data: Buffer) => {
      errorOutput += data.toString();
      if (errorOutput.includes("installing packages: 1 of 2\n"))
        writeFileSync(join(cloneDir, "enough"), "");
    });
    expect((await once(launched, "close"))[0]).toBe(3);
    expect(errorOutput).toMatch(/^\[parlour \+\d+\.\ds\] installing packages: 1 of 2$/m);
    expect(errorOutput).toContain("npm error EAI_AGAIN\n");
    expect(errorOutput).toContain("failed (3):");
  });

  it("[CORE-174] expects the packages of the lock that are meant for this machine", async () => {
    const { packagesOf } = (await import(partUrl("install"))) as {
      packagesOf: (lock: Packages, machine: object) => string[];
    };
    const packages: Packages["packages"] = {
      "": {},
      "packages/b": {},
      "node_modules/@x/b": { link: true },
      "node_modules/a": {},
      "node_modules/a/node_modules/c": { optional: true, os: ["linux"] },
      "node_modules/mac": { optional: true, os: ["darwin"] },
      "node_modules/of-mac": { optional: true },
    };
    expect(packagesOf({ packages }, { os: "linux", cpu: "x64", libc: "glibc" })).toEqual([
      "node_modules/a",
      "node_modules/a/node_modules/c",
    ]);
  });

  it("[CORE-130] counts tests honestly: a run without report, without tests or with faults outside tests is a failure", async () => {
    const { count } = (await import(partUrl("test-run"))) as {
      count: (report: string, status: number) => { passed: number; failed: number };
    };
    const report = (passed: number, failed: number, files: object[] = []): string =>
      JSON.stringify({ numPassedTests: passed, numFailedTests: failed, testResults: files });
    expect(count(report(5, 0), 0)).toEqual({ passed: 5, failed: 0 });
    expect(count(report(5, 2), 1)).toEqual({ passed: 5, failed: 2 });
    expect(count(report(5, 0), 1)).toEqual({ passed: 5, failed: 1 });
    expect(count(report(0, 0), 0)).toEqual({ passed: 0, failed: 1 });
    expect(count("", 0)).toEqual({ passed: 0, failed: 1 });
    expect(count(report(5, 0, [{ status: "failed", assertionResults: [] }]), 1)).toEqual({
      passed: 5,
      failed: 1,
    });
  });

  it("[CORE-131] passes signals on and keeps the exit code", async () => {
    const child = join(folder, "child.mjs");
    writeFileSync(
      child,
      'process.on("SIGTERM", () => process.exit(7)); console.log("up"); setInterval(() => {}, 1000);',
    );
    const launched = spawn(
      process.execPath,
      [
        "--input-type=module",
        "-e",
        `const { handOver } = await import(${JSON.stringify(partUrl("hand-over"))}); handOver(process.execPath, [${JSON.stringify(child)}]);`,
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
    const endedFile = join(folder, "ended");
    writeFileSync(
      child,
      `import { writeFileSync } from "node:fs"; process.on("SIGTERM", () => { writeFileSync(${JSON.stringify(endedFile)}, "in order"); process.exit(0); }); console.log("up"); setInterval(() => {}, 1000);`,
    );
    const launch = join(folder, "launch.mjs");
    writeFileSync(
      launch,
      `const { handOver } = await import(${JSON.stringify(partUrl("hand-over"))}); handOver(process.execPath, [${JSON.stringify(child)}]);`,
    );
    // Replaces npm: a parent process of the launcher that is killed.
    const npm = spawn(
      process.execPath,
      [
        "-e",
        `require("child_process").spawn(process.execPath, [${JSON.stringify(launch)}], { stdio: "inherit" })`,
      ],
      {
        env: { ...process.env, npm_lifecycle_event: "start" },
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    await once(npm.stdout, "data");
    npm.kill("SIGKILL");
    await once(npm.stdout, "close");
    expect(readFileSync(endedFile, "utf8")).toBe("in order");
  });

  it("[CORE-131] nothing is started for an npm that was killed while the launcher installed", async () => {
    const launch = join(folder, "late.mjs");
    writeFileSync(
      launch,
      `const { handOver } = await import(${JSON.stringify(partUrl("hand-over"))}); const npm = process.ppid; console.log("up");
       while (process.ppid === npm) await new Promise((on) => setTimeout(on, 10));
       handOver(process.execPath, ["-e", "console.log('started'); setInterval(() => {}, 1000)"]);`,
    );
    const npm = spawn(
      process.execPath,
      [
        "-e",
        `require("child_process").spawn(process.execPath, [${JSON.stringify(launch)}], { stdio: "inherit" })`,
      ],
      {
        env: { ...process.env, npm_lifecycle_event: "start" },
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    let errorOutput = "";
    npm.stdout.on("data", (data: Buffer) => (errorOutput += data.toString()));
    await once(npm.stdout, "data");
    npm.kill("SIGKILL");
    await once(npm.stdout, "close");
    expect(errorOutput).toBe("up\n");
  });

  it("[CLI-002] an unknown mode is wrong usage", () => {
    const done = spawnSync(process.execPath, [launcher, "strat"], { encoding: "utf8" });
    expect([done.status, done.stderr]).toEqual([
      2,
      expect.stringContaining("unknown mode strat; known: start, parlour, dev, build, test"),
    ]);
  });
});
