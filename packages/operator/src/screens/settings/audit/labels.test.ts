import { auditActions, auditObjects } from "@parlour/protocol/api";
import { afterEach, describe, expect, it } from "vitest";
import { i18n, locales } from "../../../text/index.ts";
import { actionLabel } from "./AuditTable.tsx";
import { fieldLabel, objectLabel } from "./labels.ts";

const files = import.meta.glob<string>(
  [
    "../../../../../server/src/store/migrations/*.sql",
    "../../../../../server/src/store/functions/*.sql",
  ],
  {
    query: "?raw",
    import: "default",
    eager: true,
  },
);
const sql = Object.values(files).join("\n");

afterEach(() => i18n.activate("en"));

describe("[API-072] words of the audit log", () => {
  it("are there for every table that it watches", () => {
    const watched = new Set(
      [...sql.matchAll(/audit_watch\('(\w+)'/g)].map(([, table = ""]) => table),
    );
    expect([...watched].toSorted()).toEqual([...auditObjects].toSorted());
    expect([...watched].filter((table) => objectLabel(table) === null)).toEqual([]);
  });
  it("are there for every column of those tables", () => {
    const columns = auditObjects.flatMap((table) =>
      listColumns(table).map((column) => `${table}.${column}`),
    );
    expect(columns.length).toBeGreaterThan(100);
    expect(
      columns.filter((item) => {
        const [table = "", column = ""] = item.split(".");
        return fieldLabel(table, column) === null && !unwatchedColumns.has(item);
      }),
    ).toEqual([]);
  });
  it("are the labels of its form for a kind that is declared as data", () => {
    expect([
      fieldLabel("webhook", "rating_wait_s"),
      fieldLabel("api_key", "scopes"),
      fieldLabel("api_key", "operator_id"),
    ]).toEqual(["Rating timeout (seconds)", "Permissions", "Operator"]);
    i18n.activate("ru");
    expect(fieldLabel("webhook", "rating_wait_s")).toBe("Ожидание оценки (секунды)");
  });
  it("name a path by the longest part that has a word", () => {
    expect([
      objectLabel("canned_reply"),
      fieldLabel("operator", "chat_limit"),
      fieldLabel("account", "settings.routing.mode"),
    ]).toEqual(["Quick reply", "Chat limit", "Routing: offer new chats to"]);
    expect(fieldLabel("channel", "widget.texts.en.greeting")).toBe("Widget: texts.en.greeting");
    expect(fieldLabel("channel", "nothing.like.it")).toBeNull();
  });
});

describe("[API-172] the actions of the audit log", () => {
  it.each(locales)("have words of their own, in %s", (locale) => {
    i18n.activate(locale);
    const words = auditActions.map(actionLabel);
    expect(words.filter((item) => item === null || /[._]/.test(item))).toEqual([]);
    expect(new Set(words).size).toBe(auditActions.length);
  });
  it("that the server made by itself are named by their table", () => {
    expect([
      actionLabel("trigger_rule.add"),
      actionLabel("tag.remove"),
      actionLabel("tag.change"),
    ]).toEqual(["Trigger added", "Tag removed", "Tag changed"]);
  });
  it("of another version have none, a whole subject of an old address has its name", () => {
    expect([actionLabel("teapot.boil"), actionLabel("tag.boil"), actionLabel("tag")]).toEqual([
      null,
      null,
      "Tag",
    ]);
  });
});

/** Columns of the installation that are not settings, and columns that `audit_watch` ignores. */
const unwatchedColumns = new Set([
  "agent.proved",
  "old_system.secret_hash",
  "rule.after_position",
  "rule.failures",
  "rule.switched_on_at",
  ...[
    "one",
    "epoch",
    "public_url",
    "chat_counter",
    "visitor_counter",
    "event_counter",
    "setup_token_hash",
    "setup_seed",
    "key_check",
    "files_mark",
    "addresses",
    "cell",
    "mail_tested_at",
    "setup_token_expires_at",
    "push_public",
    "push_private",
  ].map((column) => `instance.${column}`),
  ...[
    "totp_pending",
    "totp_step",
    "passkey_user",
    "status_id",
    "status_until",
    "status_comment",
  ].map((column) => `operator.${column}`),
]);

function listColumns(table: string): readonly string[] {
  const createStatement =
    new RegExp(`create table ${table} \\(\\n([^;]*?)\\n\\);`).exec(sql)?.[1] ?? "";
  const createdColumns = [...createStatement.matchAll(/^ {2}([a-z_]+) [a-z]/gm)].map(
    ([, column = ""]) => column,
  );
  const addedColumns = [
    ...sql.matchAll(new RegExp(`alter table ${table}\\s([^;]*);`, "g")),
  ].flatMap(([, change = ""]) =>
    [...change.matchAll(/add column (?:if not exists )?([a-z_]+)/g)].map(
      ([, column = ""]) => column,
    ),
  );
  return [...createdColumns, ...addedColumns].filter(
    (column) => !["id", "primary", "foreign", "check", "unique", "constraint"].includes(column),
  );
}
