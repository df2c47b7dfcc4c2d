import { expect, test } from "vitest";
import { findFunctionFaults } from "./function-files.ts";
import { findSlowStatements } from "./slow-migrations.ts";

const findFaults = (sql: string, kind: "plain" | "index" | "batches" = "plain") =>
  findSlowStatements({ name: "0199_step", kind, sql });

test.each([
  ["an index of a large table", "create unique index chat_x\n  on chat (account_id);"],
  ["an update of a large table", "alter table chat add column x int;\nUPDATE chat c SET x = 1;"],
  ["a delete from a large table", "delete from delivery where state = 'done';"],
  ["another type of a column", "alter table journal alter column name type varchar(9);"],
  ["a column that must not be null", "alter table journal alter channel_id set not null;"],
  [
    "a constraint that is checked at once",
    "alter table visitor add constraint v check (name <> '');",
  ],
])("[CORE-166] a plain step is refused for %s", (_what, sql) => {
  expect(findFaults(sql)).toHaveLength(1);
});

test.each([
  [
    "a table of its own",
    "create table journal (id int);\ncreate index journal_x on journal (id);\nupdate journal set id = 1;",
  ],
  ["small tables", "create index bot_x on bot (name);\nupdate account set name = '';"],
  [
    "functions",
    "create function f() returns void language sql as $f$ update chat set x = 1; create index i on chat (x) $f$;",
  ],
  ["comments", "-- create index i on chat (x);"],
  [
    "a column without a rewrite, a constraint that is not checked",
    "alter table chat add column x int not null default 0, add check (x > 0) not valid;",
  ],
])("[CORE-166] a plain step may work on %s", (_what, sql) => {
  expect(findFaults(sql)).toEqual([]);
});

test("[CORE-166] a step of the kind index holds one index, built concurrently, and one of the kind batches takes a cursor and a size", () => {
  expect(
    findFaults("-- Why.\ncreate index concurrently chat_x on chat (x) where x > 0;", "index"),
  ).toEqual([]);
  expect(findFaults("create index chat_x on chat (x)", "index")).toHaveLength(1);
  expect(
    findFaults("create index concurrently if not exists chat_x on chat (x)", "index"),
  ).toHaveLength(1);
  expect(
    findFaults(
      "create index concurrently a on chat (x); create index concurrently b on chat (x)",
      "index",
    ),
  ).toHaveLength(1);
  expect(
    findFaults(
      "with part as (select id from chat where id > coalesce(($1::jsonb)::bigint, 0) limit $2) select 1 as cursor",
      "batches",
    ),
  ).toEqual([]);
  expect(findFaults("update chat set x = 1", "batches")).toHaveLength(1);
});

const functionSql =
  "-- Adds one.\ncreate or replace function f(n int) returns int language sql as $$ select n + 1 $$;\n";
test.each([
  ["no comment", functionSql.replace("-- Adds one.\n", "")],
  ["another name", functionSql.replace("f(n", "g(n")],
  ["two functions", functionSql + functionSql.replace("f(n", "g(n")],
  ["a function that cannot be applied again", functionSql.replace("or replace ", "")],
  [
    "a trigger that cannot be applied again",
    `${functionSql}create trigger t before insert on chat for each row execute function f();`,
  ],
  ["a table", `${functionSql}create table item (id int);`],
  ["rows", `${functionSql}update chat set x = 1;`],
])("[CORE-252] the file of a function is refused for %s", (_what, sql) => {
  expect(findFunctionFaults({ name: "f", sql })).toHaveLength(1);
});
test("[CORE-252] the file of a function may add privileges and triggers", () => {
  const trigger =
    "create or replace trigger t after update of name on chat for each row execute function f();";
  expect(
    findFunctionFaults({
      name: "f",
      sql: `${functionSql}revoke all on function f(int) from public;\n${trigger}`,
    }),
  ).toEqual([]);
});
