import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createConfigReader } from "../src/journal/reading.ts";
import { StateCache } from "../src/journal/writing/state-cache.ts";
import { createDb } from "../src/store/database/sql.ts";
import {
  loadAccountConfig,
  loadAccountConfigInTransaction,
} from "../src/store/settings/account/config.ts";
import { openJournalFixture, type JournalFixture } from "./journal-fixture.ts";

let database: JournalFixture;
beforeAll(async () => {
  database = await openJournalFixture();
});
afterAll(() => database.drop());

it("[P16] a change reads the settings again if another node has changed them, and only then", async () => {
  const { id } = await database.addAccount();
  const { writer } = database.pools;
  const known = await loadAccountConfig(writer, id);
  const load = () =>
    createDb(writer).transaction((tx) => loadAccountConfigInTransaction(tx, known));
  expect(await load()).toBe(known);

  await writer.query("insert into tag (account_id, name, managed) values ($1, 'vip', false)", [id]);
  await writer.query(
    "update account_head set config_version = config_version + 1 where account_id = $1",
    [id],
  );
  const current = await load();
  expect(current.version).toBe(known.version + 1);
  expect([...current.tags.values()]).toEqual(["vip"]);
});

it("[P16] reads of settings at the same time share a load, unless the settings changed since", async () => {
  const { id } = await database.addAccount();
  const { writer } = database.pools;
  const cache = new StateCache(10, 10);
  const read = createConfigReader(cache, writer);
  const queries = vi.spyOn(writer, "query");
  try {
    const before = Array.from({ length: 50 }, () => read(id));
    cache.evictConfig(id);
    const after = Array.from({ length: 50 }, () => read(id));
    await Promise.all([...before, ...after]);
    expect(queries).toHaveBeenCalledTimes(2);
    await read(id);
    expect(queries).toHaveBeenCalledTimes(2);

    const missing = [read(id + 1), read(id + 1)];
    for (const result of await Promise.allSettled(missing))
      expect(result).toMatchObject({ reason: { failure: { failure: "not_found" } } });
    await expect(read(id + 1)).rejects.toMatchObject({ failure: { failure: "not_found" } });
    expect(queries).toHaveBeenCalledTimes(4);
  } finally {
    queries.mockRestore();
  }
});
