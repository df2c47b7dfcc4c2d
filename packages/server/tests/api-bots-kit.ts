import { expect } from "vitest";
import type { Answer, Service, TestAccount } from "./api-fixture.ts";

/**
 * Creates bot providers and bots through the service API. Each call runs `getSetup` again, because
 * a test file starts the service after this call. `acme` must have the instance owner.
 */
export function botsOf(of: () => { readonly service: Service; readonly acme: TestAccount }) {
  const newProvider = (more: object = {}) => ({ name: "Night bot", contact: "night@bots.example", ...more });
  async function provider(more: object = {}): Promise<string> {
    const made = await of().service.ask("POST", "/bot-providers", { key: of().acme.keys.owner, body: newProvider(more) });
    expect(made.status).toBe(201);
    return made.body.id as string;
  }
  let tokens = 0;
  const token = (): string => `token-of-a-test-with-number-${++tokens}`;
  function bot(account: TestAccount, provider_id: string, more: object = {}): Promise<Answer> {
    return of().service.ask("POST", "/bots", {
      key: account.keys.owner,
      body: { provider_id, token: token(), endpoint_url: "https://bots.example/in", ...more },
    });
  }
  const announced = async (account: TestAccount): Promise<unknown[]> =>
    (
      await of().service.db.query<{ body: string }>(
        "select body from journal where account_id = $1 and name = 'settings_changed' order by position",
        [account.id],
      )
    ).map((row) => JSON.parse(row.body) as unknown);
  return { newProvider, provider, token, bot, announced };
}
