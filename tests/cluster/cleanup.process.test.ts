import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { findRedisServer, isPortFree } from "@parlour/testkit";
import { expect, onTestFinished, test } from "vitest";

const hasRedis = (await findRedisServer()) !== null;
const quote = (file: string): string =>
  JSON.stringify(fileURLToPath(new URL(`../../${file}`, import.meta.url)));
/** A tool that starts a program and Redis, and prints the id of the program and Redis' port. */
const tool = `
import { spawn } from "node:child_process";
import { startCleanup } from ${quote("tools/cluster/high-availability/cleanup.ts")};
import { startTestRedis } from ${quote("packages/testkit/src/external/redis/server.ts")};
startCleanup();
const program = spawn("sleep", ["600"], { detached: true, stdio: "ignore" });
const redis = ${hasRedis} ? await startTestRedis() : null;
console.log(program.pid, redis?.port ?? 0);
`;
const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

// The cleanup reads /proc.
test.skipIf(process.platform !== "linux")(
  "[P16] a cluster leaves no process behind if its tool is killed",
  async () => {
    const child = spawn(process.execPath, ["--input-type=module", "-e", tool], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    const [line] = (await once(createInterface(child.stdout), "line")) as [string];
    const [pid = 0, port = 0] = line.split(" ").map(Number);
    expect(isRunning(pid)).toBe(true);
    child.kill("SIGKILL");
    await expect.poll(() => isRunning(pid)).toBe(false);
    if (port > 0) await expect.poll(() => isPortFree(port)).toBe(true);
  },
);
