import type { QueryConfig } from "pg";
import { startChatFactProjection } from "../src/journal/subscribers/chat-facts.ts";
import type { DurableConsumer } from "../src/journal/subscribers/durable-consumer.ts";
import { expect } from "vitest";
import { startServiceApi, type ServiceApi, type TestAccount } from "./api-fixture.ts";

/**
 * Opens an account with the working hours `week`, two channels, a bot on the second, and two online
 * operators.
 */
export async function openReportFixture({
  zone,
  week,
}: {
  readonly zone: string;
  readonly week: object;
}): Promise<{
  readonly service: ServiceApi;
  readonly acme: TestAccount;
  readonly channels: readonly number[];
  readonly bot: number;
}> {
  const service = await startServiceApi();
  const acme = await service.createAccount("acme");
  const key = acme.keys.owner;
  const createObject = async (path: string, body: object): Promise<number> => {
    const answer = await service.call("POST", path, { key, body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body.id as number;
  };
  const operators = [acme.ids.admin, acme.ids.operator];
  const channels = [
    await createObject("/channels", {
      name: "App",
      endpoint_url: "https://hooks.example/",
      operators,
    }),
    await createObject("/channels", {
      name: "=Shop",
      endpoint_url: "https://hooks.example/",
      operators,
    }),
  ];
  const provider = (
    await service.call("POST", "/bot-providers", {
      key,
      body: { name: "Night", contact: "bots@example.test" },
    })
  ).body.id as string;
  const bot = await createObject("/bots", {
    provider_id: provider,
    name: "Night bot",
    token: "token-of-a-test-with-22-signs",
    endpoint_url: "https://bots.example/in",
    channels: [channels[1]],
  });
  await service.setPresence([acme.keys.admin, "online"], [acme.keys.operator, "online"]);
  await service.call("PATCH", "/working-hours", { key, body: { timezone: zone, week } });
  return { service, acme, channels, bot };
}

/** Starts the projection of chat facts. Tests stop it, delay it, or restart it. */
export function startFactProjection(service: ServiceApi): Promise<DurableConsumer> {
  return startChatFactProjection({
    journal: service.journal,
    pool: {
      query: async (query: string | QueryConfig, values: unknown[] = []) => ({
        rows:
          typeof query === "string"
            ? await service.db.query(query, values)
            : await service.db.query(query.text, query.values),
      }),
    } as never,
    clock: service.clock,
    onFault: (error) => {
      throw error;
    },
  });
}
/** Reads all pages of a list. */
export async function readAllPages(service: ServiceApi, key: string, path: string): Promise<any[]> {
  const items: any[] = [];
  for (let cursor = ""; ;) {
    const { status, body } = await service.call("GET", `${path}${cursor}`, { key });
    expect(status, JSON.stringify(body)).toBe(200);
    items.push(...body.items);
    if (body.next_cursor === null) return items;
    cursor = `&cursor=${body.next_cursor as string}`;
  }
}
