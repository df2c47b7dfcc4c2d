import { spawn, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  openChannelFixture,
  openSharedJournal,
  type ChannelFixture,
  type SharedJournal,
} from "./channel-inbound-fixture.ts";

/** Runs the samples of docs/integrate that write as a customer, with a real server. */
const folder = fileURLToPath(new URL("../../../docs/integrate/samples/", import.meta.url));
const isInstalled = (command: string): boolean =>
  spawnSync(command, ["--version"], { stdio: "ignore" }).status === 0;
const commands: [command: string, file: string][] = [
  ["sh", "channel-send.sh"],
  [process.execPath, "channel-send.mjs"],
  ["python3", "channel_send.py"],
  ["php", "channel-send.php"],
];
const isRunnable = (command: string): boolean =>
  command === "sh" ? isInstalled("curl") : isInstalled(command);

let shared: SharedJournal;
let fixture: ChannelFixture;
beforeAll(async () => {
  shared = await openSharedJournal();
});
afterAll(() => shared.close());
beforeEach(async () => {
  fixture = await openChannelFixture(shared);
});
afterEach(() => fixture.close());

/** Runs a sample. Returns its exit code and output. */
function runSample(
  command: string,
  file: string,
  env: Record<string, string>,
): Promise<[code: number | null, out: string]> {
  return new Promise((resolve) => {
    const child = spawn(command, [file], {
      cwd: folder,
      env: { PATH: process.env["PATH"], ...env },
    });
    let out = "";
    child.stdout.on("data", (part: Buffer) => {
      out += part.toString();
    });
    child.once("close", (code) => resolve([code, out.trim()]));
  });
}

describe("samples for channels", () => {
  for (const [command, file] of commands)
    test.skipIf(!isRunnable(command))(
      `[CH-030] [CH-031] ${file} sends a message that is accepted`,
      async () => {
        expect(await runSample(command, file, { INBOUND_URL: fixture.url })).toEqual([
          0,
          '{"result":"ok"}',
        ]);
        expect(fixture.state.customerTexts()).toEqual([["cust-881", "Is size 42 back in stock?"]]);
        const wrong = await runSample(command, file, {
          INBOUND_URL: fixture.url.replace(/.$/, "~"),
        });
        expect(wrong[0]).not.toBe(0);
      },
    );

  test.skipIf(!isInstalled("curl"))("[CH-010] channel-status.sh prints the status", async () => {
    expect(await runSample("sh", "channel-status.sh", { INBOUND_URL: fixture.url })).toEqual([
      0,
      "0",
    ]);
    fixture.onlineOperators.add(fixture.operators[0]!);
    expect(await runSample("sh", "channel-status.sh", { INBOUND_URL: fixture.url })).toEqual([
      0,
      "1",
    ]);
  });

  test.skipIf(!isInstalled("curl"))(
    "[CH-057] channel-send.sh twice with one key makes one message",
    async () => {
      for (let time = 1; time <= 2; time += 1)
        expect(
          (await runSample("sh", "channel-send.sh", { INBOUND_URL: fixture.url, KEY: "one" }))[0],
        ).toBe(0);
      expect(fixture.state.customerTexts()).toHaveLength(1);
    },
  );
});
