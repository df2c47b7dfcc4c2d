import { spawn, spawnSync } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { describe, it } from "vitest";
import { run, serve, ok } from "./endpoint.fixture.ts";

/** The samples of docs/integrate, run as an integrator would run them, against the checks of the interface. */
const folder = fileURLToPath(new URL("../../../../docs/integrate/samples/", import.meta.url));
const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const token = "p/q~token";

/** A machine without an interpreter skips its samples by name. */
const has = (command: string): boolean => spawnSync(command, ["--version"], { stdio: "ignore" }).status === 0;
const python = has("python3");
const php = has("php");
const openssl = has("curl") && spawnSync("openssl", ["version"], { stdio: "ignore" }).status === 0;
const commandOf = (file: string, port: number): [string, ...string[]] =>
  file.endsWith(".py")
    ? ["python3", "-u", file]
    : file.endsWith(".php")
      ? ["php", "-S", `127.0.0.1:${port}`, file]
      : file.endsWith(".sh")
        ? ["sh", file]
        : [process.execPath, file];
const isRunnable = (file: string): boolean =>
  file.endsWith(".py") ? python : file.endsWith(".php") ? php : file.endsWith(".sh") ? openssl : true;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return port;
}

/** Starts a sample that listens, and resolves when it says so. */
async function start(file: string, env: Record<string, string>, atEnd: (end: () => void) => void): Promise<string> {
  const port = await freePort();
  const [command, ...args] = commandOf(file, port);
  // PHP's own server takes one request at a time unless told otherwise.
  const child = spawn(command, args, {
    cwd: folder,
    env: { PATH: process.env["PATH"], PORT: String(port), PHP_CLI_SERVER_WORKERS: "24", ...env },
  });
  atEnd(() => void child.kill("SIGKILL"));
  let said = "";
  await new Promise<void>((resolve, reject) => {
    const hear = (part: Buffer) => {
      said += part.toString();
      if (/ready|started/.test(said)) resolve();
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.once("exit", (code) => reject(new Error(`${file} ended with ${code}: ${said}`)));
  });
  return `http://127.0.0.1:${port}`;
}

describe.concurrent("the samples of docs/integrate", { timeout: 60_000 }, () => {
  for (const file of ["channel-endpoint.mjs", "channel_endpoint.py", "channel-endpoint.php"])
    it.skipIf(!isRunnable(file))(
      `[CORE-124][CH-080] ${file} passes every check of a channel's endpoint`,
      async ({ expect, onTestFinished }) => {
        const url = await start(file, { PARLOUR_SECRET: secret }, onTestFinished);
        const { broken, code } = await run("channel", `${url}/parlour`, "--secret", secret);
        expect([broken, code]).toEqual([[], 0]);
      },
    );

  for (const file of ["webhook-receiver.mjs", "webhook_receiver.py", "webhook-receiver.php"])
    it.skipIf(!isRunnable(file))(`[CORE-124] ${file} passes every check of a receiver`, async ({ expect, onTestFinished }) => {
      const url = await start(file, { PARLOUR_SECRET: secret }, onTestFinished);
      const { broken, code } = await run("webhook", `${url}/events`, "--secret", secret);
      expect([broken, code]).toEqual([[], 0]);
    });

  for (const file of ["bot.mjs", "bot.py", "bot.php"])
    it.skipIf(!isRunnable(file))(`[CLI-001] ${file} passes every check of a bot`, async ({ expect, onTestFinished }) => {
      const port = await freePort();
      const address = `http://127.0.0.1:${port}/bot/webhooks/conformance/${encodeURIComponent(token)}`;
      const url = await start(file, { TOKEN: token, PARLOUR_ADDRESS: address }, onTestFinished);
      const args = ["--listen", String(port), "--token", token, "--invite", "A person, please", "--wait", "5"];
      const { broken, code, report } = await run("bot", `${url}/events`, ...args);
      expect([broken, code]).toEqual([[], 0]);
      expect(report.findings.find((one) => one.rule === "BOT-070")?.outcome).toBe("passed");
    });

  it.skipIf(!isRunnable("webhook-post.sh"))("[CORE-124] webhook-post.sh signs as Parlour does", async ({ expect, onTestFinished }) => {
    const url = await start("webhook-receiver.mjs", { PARLOUR_SECRET: secret }, onTestFinished);
    expect(await sh("webhook-post.sh", { URL: `${url}/events`, PARLOUR_SECRET: secret })).toEqual([0, '{"result":"ok"}']);
    expect((await sh("webhook-post.sh", { URL: `${url}/events`, PARLOUR_SECRET: secret.replace("MfKQ", "AAAA") }))[0]).not.toBe(0);
  });

  it.skipIf(!isRunnable("bot-answer.sh"))("[CLI-001] bot-answer.sh posts one message", async ({ expect, onTestFinished }) => {
    const { url, got, close } = await serve(() => ok);
    onTestFinished(close);
    expect((await sh("bot-answer.sh", { PARLOUR_ADDRESS: url, CHAT_ID: "88120" }))[0]).toBe(0);
    expect(got[0]?.json).toMatchObject({ event: "BOT_MESSAGE", chat_id: "88120", message: { type: "TEXT" } });
  });
});

/** Exit code and output of a shell sample. */
function sh(file: string, env: Record<string, string>): Promise<[code: number | null, out: string]> {
  return new Promise((resolve) => {
    const child = spawn("sh", [file], { cwd: folder, env: { PATH: process.env["PATH"], ...env } });
    let out = "";
    child.stdout.on("data", (part: Buffer) => {
      out += part.toString();
    });
    child.once("exit", (code) => resolve([code, out]));
  });
}
