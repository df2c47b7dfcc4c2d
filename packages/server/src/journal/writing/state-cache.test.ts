import { expect, it } from "vitest";
import { ChatSimulation } from "../../core/chat/testing/chat-simulation.fixture.ts";
import { StateCache } from "./state-cache.ts";

it("[CH-012] settings that were read while others replaced them are not kept", () => {
  const cache = new StateCache(1, 1);
  const { config } = new ChatSimulation().context();
  const since = cache.evictions;
  cache.evictConfig(config.accountId);
  cache.putConfig(config, since);
  expect(cache.config(config.accountId)).toBeUndefined();
  cache.putConfig(config, cache.evictions);
  expect(cache.config(config.accountId)).toBe(config);
});
