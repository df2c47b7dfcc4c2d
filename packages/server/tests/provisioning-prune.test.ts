import { describe, expect, it } from "vitest";
import { useInstallation } from "./provisioning-fixture.ts";

const installation = useInstallation();
const { apply, findErrors, queryRows, dumpTables } = installation;

const head = `version: 1
account: { name: Acme }
operators:
  - { email: ann@example.test, name: Ann, role: owner, password: "correct horse battery staple" }
`;
/** A row, an entry that names it, and the line of the error. */
const cases: readonly (readonly [kind: string, row: string, user: string, error: RegExp])[] = [
  [
    "role",
    "roles: [{ name: Helper, base: operator, permissions: [reports.read] }]",
    "  - { email: fay@example.test, name: Fay, role: operator, custom_role: Helper }",
    /custom_role: no role Helper in this file or account/,
  ],
  [
    "tag",
    "tags: [vip]",
    "rules: [{ name: R, when: { event: rated }, do: [{ type: tag, tag: vip }] }]",
    /no tag vip in this file or account/,
  ],
  [
    "department",
    "departments: [{ name: Sales, operators: [ann@example.test] }]",
    "views: [{ name: V, if: { all: [] }, shared: { department: Sales } }]",
    /no department Sales in this file or account/,
  ],
  [
    "view",
    "views: [{ name: V, if: { all: [] }, shared: all }]",
    "scheduled_reports: [{ name: W, report: view, view: V, recipients: [a@shop.example] }]",
    /no view V in this file or account/,
  ],
  [
    "provider",
    "bot_providers: [{ id: night, name: Night, contact: n@shop.example, scope: account }]",
    'bots: [{ provider: night, token: t0ken-t0ken-t0ken, endpoint_url: "https://93.184.216.34/b", name: B }]',
    /night/,
  ],
  [
    "field",
    "fields: [{ object: visitor, key: plan, kind: text, name: Plan }]",
    "macros: [{ name: M, do: [{ type: set_field, field: visitor.plan, value: pro }], shared: all }]",
    /visitor\.plan/,
  ],
];

describe("[CFG-157] --prune of what the file still names", () => {
  it.each(cases)(
    "a %s: refused with its line, nothing changes, also in a dry run",
    async (_kind, row, user, error) => {
      const [operators, rest] = user.startsWith("  -") ? [`${user}\n`, ""] : ["", `${user}\n`];
      await apply(`${head}${operators}${row}\n${rest}`);
      const before = await dumpTables();
      const without = `${head}${operators}${rest}`;
      for (const dryRun of [true, false]) {
        const errors = await findErrors(without, { prune: true, dryRun });
        expect(errors.join("\n")).toMatch(error);
        expect(errors[0]).toMatch(/^parlour\.yaml:\d+: /);
      }
      expect(await dumpTables()).toBe(before);
      // Without both, the file is accepted, and a second time it changes nothing.
      await apply(head, { prune: true });
      expect((await apply(head)).differences).toEqual([]);
    },
  );
});

it("[CFG-157] --prune of what a row outside the file names is refused with the row", async () => {
  await apply(
    `${head}tags: [vip]\nmacros: [{ name: Own, do: [{ type: tag, tag: vip }], shared: all }]\n`,
  );
  await queryRows("update macro set managed = false");
  expect(await findErrors(head, { prune: true })).toEqual([
    "parlour.yaml:1: the tag vip cannot be removed, because the macro Own uses it, which is not in this file (CFG-157)",
  ]);
  expect(await queryRows("select name from tag")).toEqual([{ name: "vip" }]);
});
