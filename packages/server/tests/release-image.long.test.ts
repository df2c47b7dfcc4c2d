import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findFreePort } from "@parlour/testkit/port";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";

/**
 * The container image of a release, unpacked and started as its user in a root file system of its
 * own. Containers need privileges that test machines lack, so this is a chroot, which root may
 * make.
 */
const isPossible =
  process.platform === "linux" && process.getuid?.() === 0 && existsSync("/usr/bin/dpkg-query");
const releaseTool = fileURLToPath(new URL("../../../tools/release/main.ts", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "parlour-image-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const rootFolder = join(folder, "root");

interface ImageSettings {
  readonly User: string;
  readonly WorkingDir: string;
  readonly Env: readonly string[];
  readonly Cmd: readonly string[];
}
let settings: ImageSettings;

function runOrThrow(program: string, args: readonly string[]): string {
  const done = spawnSync(program, args, { encoding: "utf8" });
  if (done.status !== 0) throw new Error(`${program} ${args.join(" ")}: ${done.stderr}`);
  return done.stdout;
}

/**
 * Arguments of `unshare` for a command of the image, with its user, environment and folder. Mounts
 * /proc as containers do, in a mount namespace of its own that ends with the command.
 */
function inImage(command: readonly string[], more: readonly string[] = []): readonly string[] {
  const inside = JSON.stringify([settings.WorkingDir, [...settings.Env, ...more], command]);
  const mount = 'mount --bind /proc "$0/proc" && exec chroot "$@"';
  const inChroot = [`--userspec=${settings.User}`, rootFolder, "/usr/local/bin/node"];
  return ["--mount", "sh", "-c", mount, rootFolder, ...inChroot, "-e", runner, inside];
}
/** Runs a command with the folder and the environment of the image, which has no `env`. */
const runner = `const [folder, env, [command, ...args]] = JSON.parse(process.argv[1]); process.chdir(folder);
  process.execve("/bin/sh", ["sh", "-c", 'exec "$@"', "sh", command, ...args], Object.fromEntries(env.map((pair) => pair.split(/=(.*)/s))));`;

describe.runIf(isPossible)("the image", () => {
  beforeAll(() => {
    runOrThrow(process.execPath, [releaseTool, "image", "--out", folder]);
    const [archive = ""] = readdirSync(folder).filter((name) => name.endsWith(".tar"));
    runOrThrow("tar", ["-xf", join(folder, archive), "-C", folder]);
    const [{ Config, Layers }] = JSON.parse(
      readFileSync(join(folder, "manifest.json"), "utf8"),
    ) as [{ Config: string; Layers: readonly string[] }];
    settings = (JSON.parse(readFileSync(join(folder, Config), "utf8")) as { config: ImageSettings })
      .config;
    mkdirSync(rootFolder);
    for (const layer of Layers)
      runOrThrow("tar", ["-xzpf", join(folder, layer), "-C", rootFolder, "--numeric-owner"]);
    runOrThrow("mknod", ["-m", "666", join(rootFolder, "dev/null"), "c", "1", "3"]);
  });

  it("[CORE-271] starts as a user who is not root, answers, and writes only to its data, its cache and /tmp", async () => {
    const port = await findFreePort();
    const child = spawn(
      "unshare",
      inImage(settings.Cmd, [`PORT=${port}`, "HOST=127.0.0.1", "LOG_LEVEL=warn"]),
      { stdio: ["ignore", "pipe", "pipe"] },
    );
    onTestFinished(() => void child.kill("SIGKILL"));
    let err = "";
    child.stderr.on("data", (data: Buffer) => (err += data.toString()));
    await new Promise<void>((resolve, reject) => {
      child.once("exit", () => reject(new Error(`ended before it was ready: ${err}`)));
      child.stdout.on("data", (data: Buffer) => {
        if (data.toString().includes("ready ")) resolve();
      });
    });
    const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
    expect(/^Uid:\s+(\d+)/m.exec(status)?.[1]).toBe("1000");
    expect((await fetch(`http://127.0.0.1:${port}/ready`)).status).toBe(200);
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
    expect(runOrThrow("unshare", inImage(["parlour", "version"]))).toContain("PostgreSQL 18");
    child.kill("SIGTERM");
    expect((await once(child, "exit"))[0]).toBe(0);
    // The user can write only where its own files are, and in /tmp.
    const writable = runOrThrow("find", [rootFolder, "-xdev", "-uid", "1000", "-printf", "%P\n"]);
    const homes = new Set(
      writable
        .split("\n")
        .filter(Boolean)
        .map((path) => path.split("/").slice(0, 3).join("/")),
    );
    homes.delete("tmp");
    expect([...homes].filter((path) => !path.startsWith("tmp/")).toSorted()).toEqual([
      "var/cache/parlour",
      "var/lib/parlour",
    ]);
    const open = runOrThrow("find", [
      rootFolder,
      "-xdev",
      "!",
      "-type",
      "l",
      "-perm",
      "-o+w",
      "-printf",
      "%P\n",
    ]);
    expect(open.split("\n").filter(Boolean).toSorted()).toEqual(["dev/null", "tmp"]);
  });
});
