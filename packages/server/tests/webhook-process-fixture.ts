import { fileURLToPath } from "node:url";
import {
  findFreePort,
  createDataDir,
  createTestDatabase,
  removeDataDir,
  startIntegrator,
  startServerProcess,
  startWebhookReceiver,
  type ServerProcess,
  type FakeWebhook,
  writeProvisioningFile,
} from "@parlour/testkit";

/**
 * Runs Parlour as separate processes, one after the other on one database, with a channel and a
 * webhook from the provisioning file.
 */
export interface WebhookProcessFixture {
  readonly receiver: FakeWebhook;
  /**
   * Starts a process. `entry` is a file of the test kit that replaces the entry point of Parlour.
   */
  start(
    entry: "shifted-clock-server.ts" | "crashing-server.ts",
    env?: Readonly<Record<string, string>>,
  ): Promise<ServerProcess>;
  readonly api: (method: string, path: string, body?: object) => Promise<any>;
  /** Sends a visitor message and returns the id and visitor number of the chat. */
  sendMessage(customer: string): Promise<{ id: number; visitor: { number: number } }>;
  /** Waits on the system clock until no delivery is pending. */
  waitUntilDelivered(withinMs?: number): Promise<void>;
  close(): Promise<void>;
}

const apiKey = `pk_test_${"0".repeat(32)}`;

export async function openWebhookProcessFixture(): Promise<WebhookProcessFixture> {
  const receiver = await startWebhookReceiver();
  const integrator = await startIntegrator();
  const database = await createTestDatabase();
  const dataDir = createDataDir();
  const port = await findFreePort();
  const file = writeProvisioningFile(dataDir, {
    key: apiKey,
    integratorUrl: integrator.url,
    extraYaml: `webhooks:\n  - { url: "${receiver.url}/hook" }\n`,
    egressAllow: [`127.0.0.1:${receiver.port}`],
  });
  let product: ServerProcess | null = null;
  const api: WebhookProcessFixture["api"] = async (method, path, body) => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok)
      throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  return {
    receiver,
    api,
    async start(entry, env = {}) {
      product = await startServerProcess({
        dataDir,
        port,
        entry: fileURLToPath(new URL(`../../testkit/src/${entry}`, import.meta.url)),
        env: { PARLOUR_CONFIG: file, DATABASE_URL: database.url, ...env },
      });
      return product;
    },
    async sendMessage(customer) {
      const response = await fetch(
        `http://127.0.0.1:${port}/channel/k3yk3yk3yk3yk3yk3yk3yk3y/AbCdEf1234`,
        {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({
            sender: { id: customer },
            message: { type: "text", text: customer },
          }),
        },
      );
      if (response.status !== 200) throw new Error(`not taken: ${response.status}`);
      const { items } = (await api("GET", "chats?limit=1")) as {
        items: { id: number; visitor: { number: number } }[];
      };
      const [chat] = items;
      if (chat === undefined) throw new Error("no chat");
      return chat;
    },
    async waitUntilDelivered(withinMs = 100_000) {
      for (
        const until = Date.now() + withinMs;
        ;
        await new Promise((resolve) => setTimeout(resolve, 100))
      ) {
        const { items } = (await api("GET", "deliveries?state=pending&limit=1")) as {
          items: unknown[];
        };
        if (items.length === 0) return;
        if (Date.now() > until) throw new Error("deliveries are still pending");
      }
    },
    async close() {
      await receiver.close();
      await product?.kill("server");
      await integrator.close();
      await database.drop();
      removeDataDir(dataDir);
    },
  };
}
