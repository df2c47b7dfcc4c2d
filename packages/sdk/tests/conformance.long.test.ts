import { findFreePort } from "@parlour/testkit/port";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { runConformance } from "../../lab/src/conformance/endpoint.fixture.ts";
import { installPackedSdk, type PackedSdk } from "./packed-sdk.ts";
import { sendJson, startServer } from "./test-server.ts";

/** Applies the checks of `parlour conformance` to the samples with the packed SDK. */

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
let sdk: PackedSdk;
beforeAll(() => {
  sdk = installPackedSdk();
});
afterAll(() => sdk.remove());

async function startSample(file: string, env: Readonly<Record<string, string>>): Promise<string> {
  const port = await findFreePort();
  const program = sdk.start(file, { ...env, PORT: String(port), PARLOUR_SECRET: secret });
  onTestFinished(() => program.stop());
  await program.waitFor("ready");
  return `http://127.0.0.1:${port}`;
}

test("[CORE-124] [CH-080] sdk-channel.ts passes every check of a channel's endpoint", async () => {
  const inbound = await startServer((response) => sendJson(response, 200, { result: "ok" }));
  const url = await startSample("sdk-channel.ts", { INBOUND_URL: inbound.url });
  const { broken, code } = await runConformance("channel", `${url}/parlour`, "--secret", secret);
  expect([broken, code]).toEqual([[], 0]);
});

test("[CORE-124] [WH-073] sdk-webhook.ts passes every check of a receiver", async () => {
  const url = await startSample("sdk-webhook.ts", {});
  const { broken, code } = await runConformance("webhook", `${url}/events`, "--secret", secret);
  expect([broken, code]).toEqual([[], 0]);
});

test("[CLI-001] [BOT-070] sdk-bot.ts passes every check of a bot", async () => {
  const port = await findFreePort();
  const address = `http://127.0.0.1:${port}/bot/webhooks/conformance/token`;
  const url = await startSample("sdk-bot.ts", { PARLOUR_ADDRESS: address });
  const options = ["--secret", secret, "--listen", String(port), "--token", "token"];
  const invite = ["--invite", "A person, please", "--wait", "5"];
  const { broken, code } = await runConformance("bot", `${url}/events`, ...options, ...invite);
  expect([broken, code]).toEqual([[], 0]);
});
