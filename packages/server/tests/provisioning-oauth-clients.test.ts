import { startTestParlour, type TestParlour } from "@parlour/testkit";
import { applyProvisioningFile, parseProvisioningFile } from "@parlour/server";
import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";

let parlour: TestParlour;
const env = { MS: "secret of the client", OTHER: "another secret" };
const fileWith = (clients: string): string => `version: 1
account: { name: Acme }
operators:
  - { email: ann@example.test, name: Ann, password: "correct horse battery staple", role: owner }
oauth_clients: ${clients}
`;
const microsoft = (variable = "MS", more = ""): string =>
  `[{ provider: microsoft, client_id: parlour, client_secret_env: ${variable}${more} }]`;
beforeAll(async () => {
  parlour = await startTestParlour({ file: fileWith(microsoft()), env });
});
afterAll(() => parlour.close());

const apply = async (clients: string, prune = false) =>
  (
    await applyProvisioningFile(parseProvisioningFile("parlour.yaml", fileWith(clients), env), {
      url: parlour.databaseUrl,
      secretKey: createHash("sha256").update("testkit").digest(),
      clock: parlour.clock,
      dryRun: false,
      prune,
      egressAllow: [],
      reservedHosts: [],
    })
  ).differences.map((one) => `${one.sign} ${one.subject}: ${one.detail}`);

it("[CFG-136] [CFG-025] clients of the file: compared with their secret, read-only in the settings, gone with --prune", async () => {
  const read = async () => (await parlour.owner.call("GET", "instance/oauth-clients")).body.items;
  expect(await read()).toMatchObject([{ provider: "microsoft", has_secret: true, managed: true }]);
  expect(await apply(microsoft())).toEqual([]);
  expect(await apply(microsoft("OTHER"))).toEqual(["~ oauth client microsoft: client_secret"]);
  await apply(microsoft("OTHER", ", tenant: acme.example"));
  expect(await read()).toMatchObject([{ tenant: "acme.example" }]);
  const cookie = (
    await parlour.call("POST", "sessions", {
      email: "ann@example.test",
      password: "correct horse battery staple",
    })
  ).headers
    .getSetCookie()[0]
    ?.split(";")[0];
  const refused = await parlour.call("DELETE", "instance/oauth-clients/microsoft", undefined, {
    cookie: cookie ?? "",
    origin: parlour.url,
  });
  expect(refused.body.error.code).toBe("managed_by_file");
  expect(() =>
    parseProvisioningFile("parlour.yaml", fileWith("[{ provider: own, client_id: x }]"), env),
  ).toThrow(/must have own.*CFG-136/s);
  expect(await apply("[]")).toEqual([]);
  expect(await apply("[]", true)).toEqual(["- oauth client microsoft: "]);
  expect(await read()).toEqual([]);
});
