import { spawn } from "node:child_process";
import { connect } from "node:net";
import { findFreePort } from "@parlour/testkit/port";
import { describe, it, vi } from "vitest";
import { runConformance, startEndpoint, okResponse } from "./endpoint.fixture.ts";
import { samplesFolder, isRunnable, startSample } from "./sample.fixture.ts";
import { createSigner } from "./sign.ts";

/**
 * Runs the samples of docs/integrate as an integrator would, and applies the checks of their
 * interface.
 */
const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const token = "p/q~token";
const start = async (
  file: string,
  env: Record<string, string>,
  atEnd: (end: () => void) => void,
): Promise<string> => (await startSample(file, await findFreePort(), env, atEnd)).url;

describe.concurrent("the samples of docs/integrate", { timeout: 60_000 }, () => {
  for (const file of ["channel-endpoint.mjs", "channel_endpoint.py", "channel-endpoint.php"])
    it.skipIf(!isRunnable(file))(
      `[CORE-124][CH-080] ${file} passes every check of a channel's endpoint`,
      async ({ expect, onTestFinished }) => {
        const url = await start(file, { PARLOUR_SECRET: secret }, onTestFinished);
        const { broken, code } = await runConformance(
          "channel",
          `${url}/parlour`,
          "--secret",
          secret,
        );
        expect([broken, code]).toEqual([[], 0]);
      },
    );

  for (const file of ["channel-endpoint.mjs", "channel_endpoint.py", "channel-endpoint.php"])
    it.skipIf(!isRunnable(file))(
      `[CH-126] ${file} changes and deletes the message that it showed`,
      async ({ expect, onTestFinished }) => {
        const env = { PARLOUR_SECRET: secret };
        const sample = await startSample(file, await findFreePort(), env, onTestFinished);
        const signer = createSigner(secret);
        for (const [id, message] of [
          ["msg_90417", { type: "text", id: "90417", text: "Yes" }],
          ["change_1", { type: "edit", id: "90417", text: "Yes, two pairs left." }],
          ["change_1", { type: "edit", id: "90417", text: "Yes, two pairs left." }],
          ["change_2", { type: "deletion", id: "90417" }],
        ] as const) {
          const sender = { name: "Ines", photo: "" };
          const body = JSON.stringify({ sender, recipient: { id: "cust-881" }, message });
          const headers = signer.headers(id, body);
          const response = await fetch(`${sample.url}/parlour/x`, {
            method: "POST",
            headers,
            body,
          });
          expect(response.status).toBe(200);
        }
        await vi.waitUntil(() => sample.readOutput().includes("deleted"), { timeout: 50_000 });
        // PHP keeps no ids, so it prints a repeat again.
        const lines = sample
          .readOutput()
          .split("\n")
          .map((line) => /Ines .*/.exec(line)?.[0] ?? "");
        expect([...new Set(lines)].filter((line) => line !== "")).toEqual([
          "Ines to cust-881: Yes",
          "Ines changed message 90417: Yes, two pairs left.",
          "Ines deleted message 90417",
        ]);
      },
    );

  for (const file of ["webhook-receiver.mjs", "webhook_receiver.py", "webhook-receiver.php"])
    it.skipIf(!isRunnable(file))(
      `[CORE-124] [WH-073] ${file} passes every check of a receiver`,
      async ({ expect, onTestFinished }) => {
        const url = await start(file, { PARLOUR_SECRET: secret }, onTestFinished);
        const { broken, code } = await runConformance(
          "webhook",
          `${url}/events`,
          "--secret",
          secret,
        );
        expect([broken, code]).toEqual([[], 0]);
      },
    );

  for (const file of ["bot.mjs", "bot.py", "bot.php"])
    it.skipIf(!isRunnable(file))(
      `[CLI-001] ${file} passes every check of a bot`,
      async ({ expect, onTestFinished }) => {
        const port = await findFreePort();
        const address = `http://127.0.0.1:${port}/bot/webhooks/conformance/${encodeURIComponent(token)}`;
        const url = await start(file, { TOKEN: token, PARLOUR_ADDRESS: address }, onTestFinished);
        const args = [
          "--listen",
          String(port),
          "--token",
          token,
          "--invite",
          "A person, please",
          "--wait",
          "50",
        ];
        const { broken, code, report } = await runConformance("bot", `${url}/events`, ...args);
        expect([broken, code]).toEqual([[], 0]);
        expect(report.findings.find((finding) => finding.rule === "BOT-070")?.outcome).toBe(
          "passed",
        );
      },
    );

  for (const file of ["bot.mjs", "bot.py", "bot.php"])
    it.skipIf(!isRunnable(file))(
      `[BOT-042] [BOT-090] ${file} offers buttons, also to a test event`,
      async ({ expect, onTestFinished }) => {
        const { url: address, got, close } = await startEndpoint(() => okResponse);
        onTestFinished(close);
        const url = await start(file, { TOKEN: "x", PARLOUR_ADDRESS: address }, onTestFinished);
        const message = { type: "TEXT", text: "Hello" };
        const event = {
          event: "CLIENT_MESSAGE",
          id: `test-${file}`,
          client_id: "0",
          chat_id: "0",
          message,
        };
        await fetch(`${url}/events/x`, { method: "POST", body: JSON.stringify(event) });
        await vi.waitUntil(() => got.length > 0, { timeout: 50_000 });
        const buttons = [
          { id: "order", text: "An order" },
          { id: "person", text: "A person, please" },
        ];
        const buttonsMessage = { type: "BUTTONS", title: "What is it about?", buttons };
        expect(got[0]?.json).toMatchObject({
          event: "BOT_MESSAGE",
          chat_id: "0",
          message: buttonsMessage,
        });
      },
    );

  for (const file of [
    "channel-endpoint.mjs",
    "webhook-receiver.mjs",
    "bot.mjs",
    "channel_endpoint.py",
    "webhook_receiver.py",
    "bot.py",
  ])
    it.skipIf(!isRunnable(file))(
      `[CLI-001] ${file} goes on after a request that was cut off`,
      async ({ expect, onTestFinished }) => {
        // PARLOUR_ADDRESS points to a port on which no server listens.
        const address = `http://127.0.0.1:${await findFreePort()}/bot/webhooks/conformance/x`;
        const url = await start(
          file,
          { PARLOUR_SECRET: secret, TOKEN: "x", PARLOUR_ADDRESS: address },
          onTestFinished,
        );
        const { port } = new URL(url);
        const socket = connect(Number(port), "127.0.0.1", () =>
          socket.write(
            'POST /parlour/x HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"a"',
            () => socket.resetAndDestroy(),
          ),
        );
        await new Promise((resolve) => void socket.once("close", resolve));
        const message = { type: "TEXT", text: "Hello" };
        const event = JSON.stringify({
          event: "CLIENT_MESSAGE",
          id: "e1",
          client_id: "1",
          chat_id: "2",
          message,
        });
        for (const path of ["/events/x", "/events/x", "/nowhere"]) {
          const { status } = await fetch(url + path, {
            method: "POST",
            body: event.replace("e1", path),
          });
          expect([200, 401, 404]).toContain(status);
        }
      },
    );

  it.skipIf(!isRunnable("webhook-post.sh"))(
    "[CORE-124] webhook-post.sh signs as Parlour does",
    async ({ expect, onTestFinished }) => {
      const url = await start("webhook-receiver.mjs", { PARLOUR_SECRET: secret }, onTestFinished);
      expect(
        await runShellSample("webhook-post.sh", { URL: `${url}/events`, PARLOUR_SECRET: secret }),
      ).toEqual([0, '{"result":"ok"}']);
      expect(
        (
          await runShellSample("webhook-post.sh", {
            URL: `${url}/events`,
            PARLOUR_SECRET: secret.replace("MfKQ", "AAAA"),
          })
        )[0],
      ).not.toBe(0);
    },
  );

  it.skipIf(!isRunnable("bot-answer.sh"))(
    "[CLI-001] bot-answer.sh posts one message",
    async ({ expect, onTestFinished }) => {
      const { url, got, close } = await startEndpoint(() => okResponse);
      onTestFinished(close);
      expect(
        (await runShellSample("bot-answer.sh", { PARLOUR_ADDRESS: url, CHAT_ID: "88120" }))[0],
      ).toBe(0);
      expect(got[0]?.json).toMatchObject({
        event: "BOT_MESSAGE",
        chat_id: "88120",
        message: { type: "TEXT" },
      });
    },
  );
});

/** Runs a shell sample. Returns its exit code and output. */
function runShellSample(
  file: string,
  env: Record<string, string>,
): Promise<[code: number | null, out: string]> {
  return new Promise((resolve) => {
    const child = spawn("sh", [file], {
      cwd: samplesFolder,
      env: { PATH: process.env["PATH"], ...env },
    });
    let out = "";
    child.stdout.on("data", (part: Buffer) => {
      out += part.toString();
    });
    child.once("exit", (code) => resolve([code, out]));
  });
}
