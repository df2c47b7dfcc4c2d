import { spawn, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openBed, openGround, type Bed, type Ground } from "./channel-in-bed.ts";

/** Runs the samples of docs/integrate that write as a customer, against a real server. */
const folder = fileURLToPath(new URL("../../../docs/integrate/samples/", import.meta.url));
const has = (command: string): boolean => spawnSync(command, ["--version"], { stdio: "ignore" }).status === 0;
const commands: [command: string, file: string][] = [
  ["sh", "channel-send.sh"],
  [process.execPath, "channel-send.mjs"],
  ["python3", "channel_send.py"],
  ["php", "channel-send.php"],
];
const isRunnable = (command: string): boolean => (command === "sh" ? has("curl") : has(command));

let ground: Ground;
let bed: Bed;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());
beforeEach(async () => {
  bed = await openBed(ground);
});
afterEach(() => bed.close());

/** Runs a sample. Returns its exit code and output. */
function run(command: string, file: string, env: Record<string, string>): Promise<[code: number | null, out: string]> {
  return new Promise((resolve) => {
    const child = spawn(command, [file], { cwd: folder, env: { PATH: process.env["PATH"], ...env } });
    let out = "";
    child.stdout.on("data", (part: Buffer) => {
      out += part.toString();
    });
    child.once("close", (code) => resolve([code, out.trim()]));
  });
}

describe("samples for channels", () => {
  for (const [command, file] of commands)
    test.skipIf(!isRunnable(command))(`[CH-030] [CH-031] ${file} sends a message that is accepted`, async () => {
      expect(await run(command, file, { INBOUND_URL: bed.url })).toEqual([0, '{"result":"ok"}']);
      expect(bed.store.texts()).toEqual([["cust-881", "Is size 42 back in stock?"]]);
      const wrong = await run(command, file, { INBOUND_URL: bed.url.replace(/.$/, "~") });
      expect(wrong[0]).not.toBe(0);
    });

  test.skipIf(!has("curl"))("[CH-010] channel-status.sh prints the status", async () => {
    expect(await run("sh", "channel-status.sh", { INBOUND_URL: bed.url })).toEqual([0, "0"]);
    bed.online.add(bed.operators[0]!);
    expect(await run("sh", "channel-status.sh", { INBOUND_URL: bed.url })).toEqual([0, "1"]);
  });

  test.skipIf(!has("curl"))("[CH-057] channel-send.sh twice with one key makes one message", async () => {
    for (let time = 1; time <= 2; time += 1) expect((await run("sh", "channel-send.sh", { INBOUND_URL: bed.url, KEY: "one" }))[0]).toBe(0);
    expect(bed.store.texts()).toHaveLength(1);
  });
});
