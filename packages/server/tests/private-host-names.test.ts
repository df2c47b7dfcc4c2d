import { startTestParlour, type TestOperator, type TestParlour } from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/** Operators must not learn which host names exist inside the installation's network (CORE-123). */
let parlour: TestParlour;
let admin: TestOperator;
const lookedUpNames: string[] = [];
const addresses: Readonly<Record<string, string>> = {
  "db.corp.example": "10.0.0.5",
  "shop.example": "93.184.215.14",
};
const hostNames = ["db.corp.example", "shop.example", "nowhere.corp.example"];
beforeAll(async () => {
  parlour = await startTestParlour({
    hooks: {
      resolve: (host) => {
        lookedUpNames.push(host);
        const address = addresses[host];
        return address === undefined
          ? Promise.reject(new Error("ENOTFOUND"))
          : Promise.resolve([address]);
      },
      dial: () => Promise.reject(new Error("no network")),
    },
  });
  admin = await parlour.operator("admin");
  await parlour.owner.call("PATCH", "instance", { bot_self_service: true });
});
afterAll(() => parlour.close());

describe("[CORE-123] [CORE-247] an administrator saves the address", () => {
  it.each<[string, (url: string) => readonly [string, string, object]]>([
    ["of a webhook", (url) => ["POST", "webhooks", { url }]],
    [
      "of a channel",
      (url) => ["POST", "channels", { name: "Shop", endpoint_url: url, operators: [admin.id] }],
    ],
    [
      "of a bot provider",
      (url) => ["POST", "bot-providers", { name: "B", contact: "a@b.example", endpoint_url: url }],
    ],
    ["of the telephony server", (url) => ["PATCH", "call-settings", { driver: "http", url }]],
  ])(
    "[CORE-123] %s: the same answer for every name, and no name server is asked",
    async (_what, request) => {
      lookedUpNames.length = 0;
      const statuses = new Set<number>();
      for (const name of hostNames)
        statuses.add((await admin.call(...request(`https://${name}/in`))).status);
      expect([...statuses]).toHaveLength(1);
      expect([...statuses][0]).toBeLessThan(300);
      expect(lookedUpNames).toEqual([]);
      const literal = await admin.call(...request("https://10.0.0.5/in"));
      expect([literal.status, literal.body.error.code]).toEqual([400, "private_address"]);
    },
  );

  it("[CORE-123] [CORE-247] the owner of the installation reads what the name leads to", async () => {
    const answers = [];
    for (const name of hostNames)
      answers.push(
        (await parlour.owner.call("POST", "webhooks", { url: `https://${name}/in` })).status,
      );
    expect(answers).toEqual([400, 201, 201]);
  });

  it("[CORE-123] [CORE-248] a test and its record say one sentence for a name inside and for one that does not exist", async () => {
    const tests = [];
    for (const name of ["db.corp.example", "nowhere.corp.example"]) {
      const { id } = (await admin.call("POST", "webhooks", { url: `https://${name}/in` })).body as {
        id: number;
      };
      const { body } = await admin.call("POST", `webhooks/${id}/test`, { event: "chat_accepted" });
      tests.push(body as object);
    }
    expect(tests[0]).toMatchObject({
      outcome: "dns_failed",
      error: { message: expect.stringContaining("does not resolve, or it resolves to") as string },
    });
    expect(tests[0]).toMatchObject({ error: (tests[1] as { error: object }).error });
    expect(JSON.stringify(tests)).not.toContain("10.0.0.5");
  });
});
