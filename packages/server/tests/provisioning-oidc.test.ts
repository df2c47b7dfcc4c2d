// The tests need their order: each file is compared with the one before.
import { samlKeys, startTestParlour, type TestParlour } from "@parlour/testkit";
import { applyProvisioningFile, parseProvisioningFile } from "@parlour/server";
import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";

let parlour: TestParlour;
const env = { SSO: "secret of the client", OTHER: "another secret" };
const fileWith = (oidc: string): string => `version: 1
account: { name: Acme }
operators:
  - { email: ann@example.test, name: Ann, password: "correct horse battery staple", role: owner }
oidc: ${oidc}
`;
const acmeProvider = (more = "", variable = "SSO"): string =>
  `[{ name: Acme login, issuer: "https://id.example.test/", client_id: parlour, client_secret_env: ${variable}${more} }]`;
beforeAll(async () => {
  parlour = await startTestParlour({ file: fileWith(acmeProvider()), env });
});
afterAll(() => parlour.close());

const apply = (oidc: string, options: { prune?: boolean } = {}) =>
  applyProvisioningFile(parseProvisioningFile("parlour.yaml", fileWith(oidc), env), {
    url: parlour.databaseUrl,
    secretKey: createHash("sha256").update("testkit").digest(),
    clock: parlour.clock,
    dryRun: false,
    prune: options.prune ?? false,
    egressAllow: [],
    reservedHosts: [],
  });
const formatSubjects = (applied: Awaited<ReturnType<typeof apply>>): string[] =>
  applied.differences.map((one) => `${one.sign} ${one.subject}: ${one.detail}`);

it("[CFG-034] [CFG-021] [CFG-025] providers of the file: taken over, compared with their secret, read-only in the settings, gone with --prune", async () => {
  const readProviders = async () =>
    (await parlour.owner.call("GET", "instance/oidc")).body as {
      items: { id: string; name: string; role: string | null }[];
    };
  const [first] = (await readProviders()).items;
  expect(first).toMatchObject({
    name: "Acme login",
    issuer: "https://id.example.test",
    has_secret: true,
    role: null,
    managed: true,
  });
  expect(formatSubjects(await apply(acmeProvider()))).toEqual([]);
  expect(formatSubjects(await apply(acmeProvider("", "OTHER")))).toEqual([
    "~ oidc Acme login: client_secret",
  ]);
  const changed = await apply(acmeProvider(", domains: [Example.test], role: viewer", "OTHER"));
  expect(changed.differences.map((one) => one.subject)).toEqual(["oidc Acme login"]);
  expect((await readProviders()).items).toMatchObject([
    { id: first?.id, role: "viewer", domains: ["example.test"] },
  ]);
  const page = await parlour.call("POST", "sessions", {
    email: "ann@example.test",
    password: "correct horse battery staple",
  });
  const cookie = page.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const response = await parlour.call("DELETE", `instance/oidc/${first?.id ?? ""}`, undefined, {
    cookie,
    origin: parlour.url,
  });
  expect(response.body.error.code).toBe("managed_by_file");
  expect(formatSubjects(await apply("[]"))).toEqual([]);
  expect(formatSubjects(await apply("[]", { prune: true }))).toEqual(["- oidc Acme login: "]);
  expect((await readProviders()).items).toEqual([]);
});

it("[SSO-007] [CFG-025] SAML providers of the file: compared by entity id, wrong certificates named, gone with --prune", async () => {
  const readProviders = async () =>
    (await parlour.owner.call("GET", "instance/saml")).body as {
      items: { name: string; certificates: string[]; managed: boolean }[];
    };
  const saml = (more = "", certificate: string = samlKeys.first.certificate) =>
    `[]\nsaml: [{ name: Acme SAML, entity_id: "https://id.example.test", sso_url: "https://id.example.test/sso", certificates: [${JSON.stringify(certificate)}]${more} }]`;
  expect(formatSubjects(await apply(saml()))).toEqual(["+ saml Acme SAML: "]);
  const [stored] = (await readProviders()).items;
  expect(stored).toMatchObject({ name: "Acme SAML", managed: true });
  expect(stored?.certificates[0]).toContain("MII");
  expect(formatSubjects(await apply(saml(", role: viewer")))).toEqual([
    expect.stringMatching(/^~ saml Acme SAML: role/),
  ]);
  expect(() =>
    parseProvisioningFile("parlour.yaml", fileWith(saml("", "no certificate")), env),
  ).toThrow(/saml\[0\]\.certificates.*not a certificate/s);
  expect(formatSubjects(await apply("[]", { prune: true }))).toEqual(["- saml Acme SAML: "]);
});
