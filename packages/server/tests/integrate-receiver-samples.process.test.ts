import {
  findFreePort,
  startIntegrator,
  startTestParlour,
  type FakeIntegrator,
  type TestChannel,
  type TestParlour,
} from "@parlour/testkit";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { isRunnable, startSample } from "../../lab/src/conformance/sample.fixture.ts";

/**
 * Runs the sample bots and receivers of docs/integrate as an integrator would, together with a
 * complete Parlour.
 */
let parlour: TestParlour;
let integrator: FakeIntegrator;
let channel: TestChannel;
const cleanUps: (() => void)[] = [];
beforeAll(async () => {
  const port = await findFreePort();
  [integrator, parlour] = await Promise.all([
    startIntegrator(),
    startTestParlour({ clock: "system", env: { PORT: String(port) } }),
  ]);
  channel = await parlour.channel(`${integrator.url}/chat`);
});
afterAll(async () => {
  await parlour.close();
  await integrator.close();
});
afterEach(() => {
  for (const end of cleanUps.splice(0)) end();
});
const addCleanUp = (end: () => void) => void cleanUps.push(end);

/** Creates a resource through the service API, as an administrator's script would. */
async function createResource(path: string, body: object): Promise<Record<string, unknown>> {
  const created = await parlour.owner.call("POST", path, body);
  expect(created.status, created.text).toBe(201);
  return created.body as Record<string, unknown>;
}
const listIntegratorTexts = (): string[] =>
  integrator
    .messages()
    .map((one) => (JSON.parse(one.body) as { message: { text: string } }).message.text);

describe("samples beside a whole Parlour", () => {
  for (const file of ["bot.mjs", "bot.py", "bot.php"])
    test.skipIf(!isRunnable(file))(
      `[BOT-012] [BOT-051] [BOT-070] ${file} answers customers and calls an operator`,
      async () => {
        const token = `token/of~${file}`;
        const port = await findFreePort();
        const endpoint = `http://127.0.0.1:${port}/events`;
        expect(
          (
            await parlour.owner.call("POST", "instance/egress-allow", {
              add: [`127.0.0.1:${port}`],
            })
          ).status,
        ).toBe(200);
        const provider = await createResource("bot-providers", {
          name: file,
          contact: "a@bot.example",
        });
        const bot = await createResource("bots", {
          provider_id: provider["id"],
          token,
          endpoint_url: endpoint,
          name: file,
        });
        // The address has the origin of PUBLIC_URL. The test calls the server directly.
        const address = `${parlour.url}${new URL(String(bot["address"])).pathname}`;
        await startSample(file, port, { TOKEN: token, PARLOUR_ADDRESS: address }, addCleanUp);

        const before = integrator.messages().length;
        await parlour.sendCustomerMessage(channel, file, "Where is my parcel?");
        await expect
          .poll(() => listIntegratorTexts().slice(before))
          .toContain("Is it about an order, or do you want a person?");
        const chat = await parlour.findChat(file);
        expect(chat.state).toBe("bot");
        await parlour.sendCustomerMessage(channel, file, "A person, please");
        // No operator is online, so the bot receives AGENT_UNAVAILABLE and keeps the chat.
        const codes = async () =>
          (await parlour.messages(chat.id)).map(
            (message) => (message as { line?: { code: string } }).line?.code,
          );
        await expect.poll(codes).toContain("invite_unavailable");
        expect(
          (await parlour.owner.call("DELETE", `bots/${String(bot["id"])}`)).status,
        ).toBeLessThan(300);
      },
    );

  for (const file of ["webhook-receiver.mjs", "webhook_receiver.py", "webhook-receiver.php"])
    test.skipIf(!isRunnable(file))(
      `[WH-042] [CORE-124] ${file} verifies what Parlour signs, and its data reaches the operator`,
      async () => {
        const port = await findFreePort();
        expect(
          (
            await parlour.owner.call("POST", "instance/egress-allow", {
              add: [`127.0.0.1:${port}`],
            })
          ).status,
        ).toBe(200);
        const webhook = await createResource("webhooks", {
          url: `http://127.0.0.1:${port}/events`,
        });
        await startSample(
          file,
          port,
          { PARLOUR_SECRET: String(webhook["signing_secret"]) },
          addCleanUp,
        );
        await parlour.sendCustomerMessage(channel, file, "Hello", { sender: { name: "Nadia" } });
        const chat = await parlour.findChat(file);
        expect((await parlour.owner.call("POST", `chats/${chat.id}/accept`)).status).toBe(200);
        const readChat = async () =>
          JSON.stringify((await parlour.owner.call("GET", `chats/${chat.id}`)).body);
        await expect.poll(readChat).toContain("3 open for Nadia");
        expect(
          (await parlour.owner.call("DELETE", `webhooks/${String(webhook["id"])}`)).status,
        ).toBeLessThan(300);
      },
    );
});
