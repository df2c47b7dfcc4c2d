import { beforeAll, describe, expect, it } from "vitest";
import { sampleFile, useInstallation } from "./provisioning-fixture.ts";

const { apply, findErrors, queryRows } = useInstallation();

describe("faults of a provisioning file", () => {
  const cases: [string, (text: string) => string, RegExp][] = [
    [
      "an unknown key",
      (t) => t.replace("  locale: en", "  langauge: en"),
      /^parlour\.yaml:4: account\.langauge: is not a valid key here \(CFG-023\)$/,
    ],
    [
      "a wrong type",
      (t) => t.replace("chunked: false", "chunked: yes please"),
      /^parlour\.yaml:18: channels\[0\]\.chunked: must be boolean \(CFG-023\)$/,
    ],
    [
      "a missing key",
      (t) => t.replace("    name: Mobile app\n", ""),
      /^parlour\.yaml:13: channels\[0\]: name is missing/,
    ],
    [
      "an unknown operator",
      (t) => t.replace("operators: [ann@example.test]", "operators: [zoe@example.test]"),
      /^parlour\.yaml:20: channels\[0\]\.operators\[0\]: no operator zoe@example\.test/,
    ],
    [
      "a duplicate public id",
      (t) =>
        t.replace(
          "blacklist: []",
          "  - { kind: api, name: B, public_id: AbCdEf1234, endpoint_url: 'http://127.0.0.1:9100/', operators: [ann@example.test] }",
        ),
      /^parlour\.yaml:21: channels\[1\]: has the same public_id as channels\[0\] \(CH-002\)$/,
    ],
    [
      "the same key twice",
      (t) => t.replace("  locale: en", "  name: Again"),
      /^parlour\.yaml:4: the key name is repeated here \(CFG-023\)$/,
    ],
    [
      "an unknown limit",
      (t) => t.replace("upload_mib: 25", "upload_gib: 1"),
      /^parlour\.yaml:23: limits\.upload_gib: is not a valid key here \(CFG-030\)$/,
    ],
    [
      "a limit of 0",
      (t) => t.replace("upload_mib: 25", "upload_mib: 0"),
      /^parlour\.yaml:23: limits\.upload_mib: must be >= 1 \(CFG-030\)$/,
    ],
    [
      "a wrong role",
      (t) => t.replace("role: operator", "role: boss"),
      /^parlour\.yaml:9: operators\[1\]\.role: must be one of owner, admin, developer, operator, viewer/,
    ],
    [
      "a secret that is not set",
      (t) => t.replace("BOB_PASSWORD", "NOBODYS_PASSWORD"),
      /^parlour\.yaml:9: operators\[1\]\.password_env: the environment variable NOBODYS_PASSWORD is not set/,
    ],
    [
      "a common password",
      (t) => t.replace("correct horse battery staple", "password1234"),
      /^parlour\.yaml:8: operators\[0\]\.password: This password is easy to guess/,
    ],
    [
      "an account without owner",
      (t) => t.replace("role: owner", "role: admin"),
      /^parlour\.yaml:8: operators: the account would have no owner/,
    ],
    [
      "an operator twice",
      (t) => t.replace("bob@example.test, name", "ANN@example.test, name"),
      /^parlour\.yaml:9: operators\[1\]\.email: has the same email as operators\[0\]/,
    ],
    [
      "a secret that is not set",
      (t) =>
        t.replace(
          "oidc: []",
          "oidc: [{ name: A, issuer: https://a.example, client_id: b, client_secret_env: C }]",
        ),
      /^parlour\.yaml:26: oidc\[0\]\.client_secret_env: the environment variable C is not set/,
    ],
    [
      "a malformed target",
      (t) => t.replace('"127.0.0.1:9101"', '"http://127.0.0.1"'),
      /^parlour\.yaml:22: egress\.allow\[1\]: .* is not host:port or a CIDR range \(CFG-010\)$/,
    ],
    [
      "a private endpoint",
      (t) => t.replace("127.0.0.1:9100/chat", "127.0.0.1:9999/chat"),
      /^parlour\.yaml:17: channels\[0\]\.endpoint_url: .* \(CORE-123\)$/,
    ],
    ["no version", (t) => t.replace("version: 1\n", ""), /^parlour\.yaml:1: version is missing/],
    [
      "another version",
      (t) => t.replace("version: 1", "version: 2"),
      /^parlour\.yaml:1: version: must be 1/,
    ],
    [
      "a wrong scope",
      (t) => t.replace('scopes: ["*"]', "scopes: [chats.reed]"),
      /^parlour\.yaml:11: api_keys\[0\]\.scopes\[0\]: chats\.reed is not a valid scope/,
    ],
    ["a list instead of a file", () => "- 1\n", /^parlour\.yaml:1: must be object/],
    ["nothing", () => "# later\n", /^parlour\.yaml:1: the file is empty/],
    ["broken YAML", () => "version: 1\nchannels: [\n", /^parlour\.yaml:\d: .* \(CFG-023\)$/],
    [
      "aliases without end",
      () =>
        `version: 1\na: &a [x,x,x,x,x,x,x,x,x]\n${"bcdefg"
          .split("")
          .map((c, i) => `${c}: &${c} [${Array(9).fill(`*${"abcdef"[i]}`).join(",")}]`)
          .join("\n")}\n`,
      /^parlour\.yaml:1: Excessive alias count/,
    ],
  ];
  describe("in a file that was applied", () => {
    const installation = useInstallation({ keepsRows: true });
    beforeAll(() => installation.apply(sampleFile));

    it.each(cases)(
      "[CFG-023] %s stops with file, line, path and rule and changes nothing",
      async (_, change, expected) => {
        const before = await installation.dumpTables();
        const text = change(sampleFile);
        expect(text).not.toBe(sampleFile);
        const faults = await installation.findErrors(text);
        expect(faults.join("\n")).toMatch(new RegExp(expected.source, "m"));
        expect(faults.join("\n")).not.toMatch(/battery|pk_test_|k3yk3y/);
        expect(await installation.dumpTables()).toBe(before);
      },
    );
  });

  it("[CFG-023] several faults are told at once, by line", async () => {
    const faults = await findErrors(
      sampleFile
        .replace("locale: en", "locale: 7")
        .replace("chunked: false", "chunked: 1")
        .replace("log_days: 14", "log_days: -1"),
    );
    expect(faults.map((f) => f.split(":").slice(0, 3).join(":"))).toEqual([
      "parlour.yaml:4: account.locale",
      "parlour.yaml:18: channels[0].chunked",
      "parlour.yaml:24: retention.log_days",
    ]);
  });

  it("[CFG-023] [CORE-002] emails, keys and public ids of other accounts, and those of deleted channels, are refused", async () => {
    await apply(sampleFile);
    await queryRows("update account set managed = false, name = 'Other'");
    await queryRows(
      "with a as (insert into account (name) values ('Acme') returning id) insert into account_head (account_id) select id from a",
    );
    const faults = await findErrors(sampleFile);
    expect(faults.map((f) => f.split(": ")[1])).toEqual([
      "operators[0].email",
      "operators[1].email",
      "api_keys[0]",
      "channels[0].public_id",
    ]);
  });

  it("[CH-002] the public id of a deleted channel is never used again", async () => {
    await apply(sampleFile);
    await queryRows("update channel set deleted_at = now()");
    expect(await findErrors(sampleFile)).toEqual([
      expect.stringMatching(
        /channels\[0\]\.public_id: belongs to another account or a deleted channel/,
      ),
    ]);
  });
});
