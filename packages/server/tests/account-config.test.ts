import { afterAll, beforeAll, expect, it } from "vitest";
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
