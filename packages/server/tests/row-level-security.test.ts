import { afterAll, beforeAll, expect, it } from "vitest";
import { openJournalFixture, type JournalFixture } from "./journal-fixture.ts";
import { ownName } from "../src/store/database/roles/names.ts";

let fixture: JournalFixture;
beforeAll(async () => {
  fixture = await openJournalFixture();
});
afterAll(() => fixture.drop());

it("[CORE-002] every table but the instance's own has one policy for readers, and it asks for the account; nothing widens it", async () => {
  const { rows: tables } = await fixture.pools.writer.query<{ name: string; guarded: boolean }>(
    "select relname as name, relrowsecurity and relforcerowsecurity as guarded from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  );
  const open = tables.filter((table) => !table.guarded).map((table) => table.name);
  expect(open.toSorted()).toEqual([
    "application",
    "backup_run",
    "failed_try",
    "instance",
    "kysely_migration",
    "migration_cursor",
    "node",
    "schema_function",
    "taken_answer",
    "widget_file",
  ]);
  const { rows: policies } = await fixture.pools.writer.query<{ name: string; qual: string }>(
    `select tablename as name, qual from pg_policies where schemaname = 'public' and (roles && array[${ownName("reader")}, 'public']::name[])`,
  );
  expect(policies.map((policy) => policy.name).toSorted()).toEqual(
    tables
      .filter((table) => table.guarded)
      .map((table) => table.name)
      .toSorted(),
  );
  for (const { name, qual } of policies) {
    const key = name === "account" ? "id" : "account_id";
    const named = "(NULLIF(current_setting('app.account'::text, true), ''::text))::bigint";
    expect([`(${key} = ${named})`, `(${key} = ( SELECT ${named} AS "nullif"))`], name).toContain(
      qual,
    );
  }
});
