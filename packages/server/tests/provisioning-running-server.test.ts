import { createHash } from "node:crypto";
import {
  startIntegrator,
  startBotProvider,
  startWebhookReceiver,
  startTestParlour,
  type TestParlour,
} from "@parlour/testkit";
import { expect, it } from "vitest";
import { applyProvisioningFile, parseProvisioningFile } from "../src/index.ts";

const randomString = "k3yk3yk3yk3yk3yk3yk3yk3y";
const sendMessage = (parlour: TestParlour, customer: string, text: string) =>
  parlour.call("POST", `/channel/${randomString}/AbCdEf1234`, {
    sender: { id: customer },
    message: { type: "text", text },
  });

it("[CFG-021] [BOT-003] [WH-001] a start from a file serves its bot and webhook; the file applied to a running server counts at once", async () => {
  const provider = await startBotProvider();
  const integrator = await startIntegrator();
  const receivers = [await startWebhookReceiver(), await startWebhookReceiver()] as const;
  const file = (webhookReceivers: readonly { url: string }[]): string => `version: 1
account: { name: Acme }
operators:
  - { email: ann@example.test, name: Ann, password: "correct horse battery staple", role: owner }
channels:
  - { kind: api, name: App, public_id: AbCdEf1234, random_string: ${randomString}, endpoint_url: "${integrator.url}", operators: [ann@example.test] }
bot_providers:
  - { id: night, name: Night bot }
bots:
  - { provider: night, token: t0ken, endpoint_url: "${provider.endpoint}", channels: [AbCdEf1234] }
webhooks: [${webhookReceivers.map(({ url }) => `{ url: "${url}", events: [chat_finished] }`).join(", ")}]
egress: { allow: ["127.0.0.0/8"] }
`;
  const secretKey = createHash("sha256").update("a start from a file").digest();
  const parlour = await startTestParlour({ file: file(receivers.slice(0, 1)), secretKey });
  try {
    expect((await sendMessage(parlour, "c-1", "Where is my parcel?")).status).toBe(200);
    await parlour.settle();
    expect(provider.events.map((event) => [event.path, event.body.message?.text])).toEqual([
      ["/bot/t0ken", "Where is my parcel?"],
    ]);
    const chat = await parlour.findChat("c-1");
    expect([chat.state, chat.bot?.name]).toEqual(["bot", "Night bot"]);
    expect((await parlour.owner.call("POST", `chats/${chat.id}/close`, {})).status).toBe(200);
    await parlour.settle();
    expect(receivers[0].requests.map((request) => [request.event, request.chatId])).toEqual([
      ["chat_finished", chat.id],
    ]);

    // Does the same as `parlour apply` in a separate process.
    const config = parseProvisioningFile(
      "parlour.yaml",
      file(receivers).replace("token: t0ken,", "token: t0ken, enabled: false,"),
      {},
    );
    const { clock } = parlour;
    const applied = await applyProvisioningFile(config, {
      url: parlour.databaseUrl,
      secretKey,
      clock,
      dryRun: false,
      prune: false,
      egressAllow: [],
      reservedHosts: [],
    });
    expect(applied.differences.map((d) => d.sign + d.subject)).toEqual([
      "~bot Night bot",
      `+webhook ${receivers[1].url}/`,
    ]);
    // The server receives the notice soon after the commit, without an advance of the clock. New
    // chats then go to operators.
    let customers = 1;
    await expect
      .poll(async () => {
        await sendMessage(parlour, `c-${++customers}`, "Hello?");
        return (await parlour.findChat(`c-${customers}`)).state;
      })
      .toBe("waiting");
    const waiting = await parlour.findChat(`c-${customers}`);
    await parlour.owner.call("POST", `chats/${waiting.id}/close`, {});
    await parlour.settle();
    expect(receivers[1].requests.map((request) => request.chatId)).toEqual([waiting.id]);
  } finally {
    await parlour.close();
    await Promise.all([
      provider.close(),
      integrator.close(),
      ...receivers.map((receiver) => receiver.close()),
    ]);
  }
});
