import { describe, expect, test } from "vitest";
import { findFunctionFaults } from "./function-files.ts";
import {
  readMigrationSteps,
  type MigrationStep,
} from "../packages/server/src/store/migration-steps.ts";
import { findLateSteps, readRecordedSteps } from "./late-steps.ts";
import { findAltersAfterWrites, findSlowStatements } from "./slow-migrations.ts";

const step = (name: string, kind: MigrationStep["kind"], sql = ""): MigrationStep => ({
  name,
  kind,
  sql,
});
const findFaults = (sql: string, kind: MigrationStep["kind"] = "plain") =>
  findSlowStatements(step("0199_step", kind, sql));

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
  ["an index without a name", "create index on journal (name);"],
  ["an index if it is missing", "create index if not exists journal_x on journal (name);"],
  [
    "an update that reads a common table expression",
    "with old as (select id from visit) update chat set x = 1 from old;",
  ],
  ["rows copied into a new table", "create table copy as select * from journal;"],
  ["rows copied into another table", "insert into bot (name) select name from visitor;"],
  ["a table emptied", "truncate table visit;"],
  ["a table locked", "lock table journal in share mode;"],
  ["a table written anew", "cluster journal using journal_pkey;"],
  ["a table without a log", "alter table visit set unlogged;"],
  ["another tablespace", "alter table journal set tablespace fast;"],
  [
    "a default of its own for each row",
    "alter table chat add column x uuid default gen_random_uuid();",
  ],
  ["a default from a sequence", "alter table chat add column x int not null default nextval('s');"],
  [
    "a default of the time of each row",
    "alter table chat add x timestamptz default clock_timestamp();",
  ],
  ["an identity column", "alter table chat add column x bigint generated always as identity;"],
  ["a serial column", "alter table chat add column x bigserial;"],
  ["a computed column", "alter table chat add column x int generated always as (id + 1) stored;"],
  ["a column with a check", "alter table chat add column x int check (x > 0);"],
  ["a column with a foreign key", "alter table chat add column x int references bot (id);"],
  ["a unique column", "alter table chat add column x int unique;"],
  ["a foreign key", "alter table chat add foreign key (x) references bot (id);"],
  ["a unique constraint", "alter table chat add constraint u unique (x);"],
  ["a primary key", "alter table chat add primary key (x);"],
  ["an exclusion", "alter table chat add constraint e exclude using gist (x with &&);"],
  ["a constraint validated in a transaction", "alter table chat validate constraint c;"],
  [
    "the second action of a statement",
    "alter table only chat add column x int default 0, alter column y set not null;",
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
  [
    "defaults that are the same for all rows",
    'alter table chat add column a timestamptz default now(), add column b jsonb default \'{"f":"g()"}\', add column c numeric(9, 2) default (0);',
  ],
  [
    "a foreign key that is not checked",
    "alter table chat add foreign key (x, y) references bot (a, b) not valid;",
  ],
  ["a constraint from an index", "alter table chat add constraint u unique using index chat_u;"],
  ["the settings of a table", "alter table chat set (fillfactor = 80), enable row level security;"],
])("[CORE-166] a plain step may work on %s", (_what, sql) => {
  expect(findFaults(sql)).toEqual([]);
});

test("[CORE-166] a column becomes required only after a step has validated that no row lacks it", () => {
  const add = step(
    "0197_add",
    "plain",
    "alter table chat add constraint chat_x_given check (x is not null) not valid;",
  );
  const validate = step(
    "0198_validate",
    "constraint",
    "alter table chat validate constraint chat_x_given;",
  );
  const require = step("0199_require", "plain", "alter table chat alter column x set not null;");
  expect(findSlowStatements(require, [add, validate])).toEqual([]);
  expect(findSlowStatements(validate, [add])).toEqual([]);
  expect(findSlowStatements(require, [add])).toHaveLength(1);
  expect(
    findSlowStatements({ ...require, sql: require.sql.replace("x set", "y set") }, [add, validate]),
  ).toHaveLength(1);
  expect(
    findSlowStatements({ ...validate, sql: `${validate.sql} ${require.sql}` }, [add]),
  ).toHaveLength(1);
});

test("[CORE-460] a step that alters a table after it has changed its rows is a fault", () => {
  const find = (sql: string) => findAltersAfterWrites(step("0001_a", "plain", sql));
  const rows = "update channel set x = 1 where widget is not null;";
  expect(find(`alter table channel add column x int; ${rows} alter table chat add y int;`)).toEqual(
    [],
  );
  expect(find(`${rows} alter table channel alter column x set not null;`)).toEqual([
    "channel: alter it before its rows are changed, or in a step of its own",
  ]);
  expect(find("insert into tag values (1); drop table tag")).toHaveLength(1);
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
  expect(findFaults("update chat set x = 1 from chat", "batches")).toHaveLength(1);
  expect(
    findFaults(
      "update chat set x = 1 from bot where id > $1 and id in (select id from chat limit $2)",
      "batches",
    ),
  ).toEqual(["the first table after `from` is the large one that the batches walk through"]);
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

describe("[CORE-461] the order in which commits add steps", () => {
  const earlier = ["0001_baseline", "0044_received", "0036_field"];
  const find = (recorded: readonly string[] | null, present: readonly string[]) =>
    findLateSteps(recorded, present, earlier);

  test("accepts the earlier order, and later steps with higher numbers", () => {
    const present = [...earlier, "0050_next", "0051_after"];
    expect(find([...earlier, "0050_next"], present)).toEqual([]);
    expect(find(earlier, present)).toEqual([]);
  });

  test("a step below one that a commit has added is a fault, whether it is committed or not", () => {
    const fault = "0040_late: give it a number after 0050_next";
    const present = [...earlier, "0040_late", "0050_next"];
    expect(find([...earlier, "0050_next", "0040_late"], present)).toEqual([fault]);
    expect(find([...earlier, "0050_next"], present)).toEqual([fault]);
  });

  test("a step that a commit removed is a fault, and still counts, unless it has a new name", () => {
    const removed = [...earlier, "0050_next"];
    expect(find(removed, [...earlier, "0045_other"])).toEqual([
      "0050_next: a commit removed it; put it back, or name its successor in renamedSteps",
      "0045_other: give it a number after 0050_next",
    ]);
    const renamed = [...earlier, "0075_promise_report", "0080_next", "0085_promise_report"];
    const present = [...earlier, "0080_next", "0085_promise_report"];
    expect(find(renamed, present)).toEqual([]);
    expect(find([...renamed, "0084_late"], [...present, "0084_late"])).toEqual([
      "0084_late: give it a number after 0085_promise_report",
    ]);
  });

  test("the earlier order cannot be changed to hide a step", () => {
    expect(find(["0001_baseline", "0036_field", "0044_received"], earlier)).toHaveLength(2);
  });

  test("without history, new steps come after the earlier ones", () => {
    expect(find(null, [...earlier, "0045_next"])).toEqual([]);
    expect(find(null, [...earlier, "0043_late"])).toEqual([
      "0043_late: give it a number after 0044_received",
    ]);
  });

  test("the history of this repository is recorded and free of faults", async () => {
    const present = (await readMigrationSteps()).map(({ name }) => name);
    const { names, reason } = readRecordedSteps();
    expect(names === null ? reason : names.slice(0, 2)).not.toEqual("");
    expect(findLateSteps(names, present)).toEqual([]);
  });
});
