import { expect } from "vitest";
import type { ServiceResponse, ServiceApi, TestAccount } from "./api-fixture.ts";

/**
 * Creates bot providers and bots through the service API. Each call runs `getSetup` again, because
 * a test file starts the service later. The owner of `acme` must be an installation owner.
 */
export function createBotHelpers(
  getSetup: () => { readonly service: ServiceApi; readonly acme: TestAccount },
) {
  const newProviderBody = (more: object = {}) => ({
    name: "Night bot",
    contact: "night@bots.example",
    ...more,
  });
  async function createProvider(more: object = {}): Promise<string> {
    const created = await getSetup().service.call("POST", "/bot-providers", {
      key: getSetup().acme.keys.owner,
      body: newProviderBody(more),
    });
    expect(created.status).toBe(201);
    return created.body.id as string;
  }
  let tokenCount = 0;
  const nextToken = (): string => `token-of-a-test-with-number-${++tokenCount}`;
  function createBot(
    account: TestAccount,
    provider_id: string,
    more: object = {},
  ): Promise<ServiceResponse> {
    return getSetup().service.call("POST", "/bots", {
      key: account.keys.owner,
      body: { provider_id, token: nextToken(), endpoint_url: "https://bots.example/in", ...more },
    });
  }
  const listSettingsChanges = async (account: TestAccount): Promise<unknown[]> =>
    (
      await getSetup().service.db.query<{ body: string }>(
        "select body from journal where account_id = $1 and name = 'settings_changed' order by position",
        [account.id],
      )
    ).map((row) => JSON.parse(row.body) as unknown);
  return { newProviderBody, createProvider, nextToken, createBot, listSettingsChanges };
}
