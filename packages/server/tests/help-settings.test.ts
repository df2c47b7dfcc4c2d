import { get } from "node:http";
import { startNameServer, type FakeNameServer } from "@parlour/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { applyProvisioningFile } from "../src/provisioning/apply.ts";
import { parseProvisioningFile } from "../src/provisioning/read.ts";
import { startServiceApi, type ServiceApi } from "./api-fixture.ts";
import { proveHost } from "./help-fixture.ts";

let service: ServiceApi;
let names: FakeNameServer;
beforeAll(async () => {
  names = await startNameServer();
  service = await startServiceApi({
    nameServers: [names.address],
    env: { HELP_URL: "https://help.acme.example:8443" },
  });
});
afterAll(async () => {
  await service.close();
  await names.close();
});

/** Returns the help page at a host. */
const readPage = (host: string, path = "/help"): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    get(new URL(path, service.origin), { headers: { host } }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => (text += part));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
    }).on("error", reject);
  });

it("[HELP-010] everybody reads the defaults, administrators change them", async () => {
  const acme = await service.createAccount("acme");
  const read = (key: string) => service.call("GET", "/help-center", { key });
  expect((await read(acme.keys.viewer)).body).toEqual({
    enabled: true,
    title: null,
    host: null,
    languages: [],
    colors: null,
    logo: null,
    logo_dark: null,
    links: [],
    index: true,
    chat_widget_id: null,
    in_window: false,
    // The first account has the address of the installation.
    url: "https://help.acme.example:8443/help",
    managed: false,
  });
  const change = (key: string) =>
    service.call("PATCH", "/help-center", { key, body: { title: "Acme help" } });
  expect((await change(acme.keys.operator)).status).toBe(403);
  expect((await change(acme.keys.admin)).body).toMatchObject({ title: "Acme help" });
});

it("[HELP-011] a host name leads to one account, and gives it an address", async () => {
  const [one, two] = [await service.createAccount("one"), await service.createAccount("two")];
  const change = (key: string, host: string | null) =>
    service.call("PATCH", "/help-center", { key, body: { host } });
  for (const { keys } of [one, two])
    await proveHost(service, names, keys.owner, "help.shop.example");
  expect((await change(one.keys.owner, "Help.Shop.example")).body).toMatchObject({
    host: "help.shop.example",
    url: expect.stringMatching(/^https?:\/\/help\.shop\.example\/help$/),
  });
  const taken = await change(two.keys.owner, "help.shop.example");
  expect([taken.status, taken.body]).toMatchObject([409, { error: { code: "name_taken" } }]);
  expect(taken.body.error.message).not.toMatch(/one|account/i);
  for (const spelling of ["HELP.shop.example.", "help.shop.example:8443", "help.shop.example:80"])
    expect((await change(two.keys.owner, spelling)).body.error.code, spelling).toBe("name_taken");
  expect((await change(one.keys.owner, "help.shop.example")).status).toBe(200);
  expect((await change(one.keys.owner, null)).body).toMatchObject({ host: null, url: null });
  expect((await change(two.keys.owner, "help.shop.example")).status).toBe(200);
});

it("[HELP-016] the names of the installation lead to its first account, in every notation and by every way", async () => {
  const thief = await service.createAccount("thief");
  const change = (host: string) =>
    service.call("PATCH", "/help-center", { key: thief.keys.owner, body: { enabled: true, host } });
  const { port } = new URL(service.publicUrl);
  const reserved = [
    "localhost",
    `localhost:${port}`,
    "LocalHost.",
    "127.0.0.1",
    "127.1",
    "help.acme.example",
    "HELP.ACME.EXAMPLE:443",
    "help.acme.example.",
  ];
  for (const host of reserved) {
    const refused = await change(host);
    expect([refused.status, refused.body.error], host).toMatchObject([
      409,
      { code: "name_taken", field: "host" },
    ]);
    expect((await readPage(host)).text, host).not.toContain("thief");
  }
  // Another name is none of the installation, but needs a proof.
  expect((await change("www.help.acme.example")).body.error.code).toBe("host_unproved");
  // A row from before this rule does not lead to its account either.
  await service.db.query("update account set help_center = $2 where id = $1", [
    thief.id,
    JSON.stringify({ host: "help.acme.example", title: "Thief" }),
  ]);
  for (const host of ["help.acme.example", "help.acme.example:8443"])
    expect((await readPage(host, "/help/en")).text, host).not.toContain("Thief");
  await service.db.query("update account set help_center = null where id = $1", [thief.id]);
});

it("[HELP-016] with several accounts, a new host name needs its TXT record; one from before stays", async () => {
  const [shop, other] = [await service.createAccount("shop"), await service.createAccount("late")];
  const change = (key: string, body: object) =>
    service.call("PATCH", "/help-center", { key, body });
  const refused = await change(shop.keys.owner, { host: "help.proof.example", title: "Shop help" });
  expect([refused.status, refused.body.error]).toMatchObject([
    409,
    { code: "host_unproved", field: "host" },
  ]);
  expect(refused.body.error.message).toContain("_parlour.help.proof.example");
  expect((await readPage("help.proof.example", "/help/en")).text).not.toContain("Shop help");
  // The record of one account is no proof of another one.
  await proveHost(service, names, shop.keys.owner, "help.proof.example");
  expect((await change(other.keys.owner, { host: "help.proof.example" })).body.error.code).toBe(
    "host_unproved",
  );
  const done = await change(shop.keys.owner, { host: "Help.Proof.example", title: "Shop help" });
  expect(done.body, JSON.stringify(done.body)).toMatchObject({ host: "help.proof.example" });
  for (const host of ["help.proof.example", "HELP.proof.example.", "help.proof.example:8443"])
    expect((await readPage(host, "/help/en")).text, host).toContain("Shop help");
  await service.db.query("update account set help_center = $2 where id = $1", [
    other.id,
    JSON.stringify({ host: "old.proof.example", title: "Old help" }),
  ]);
  const kept = await change(other.keys.owner, { host: "old.proof.example", index: false });
  expect(kept.body).toMatchObject({ host: "old.proof.example", index: false });
  expect((await readPage("old.proof.example", "/help/en")).text).toContain("Old help");
});

it("[HELP-016] [CFG-023] a file needs no proof, but gets no name of the installation or of another account", async () => {
  const apply = (host: string) =>
    applyProvisioningFile(
      parseProvisioningFile(
        "parlour.yaml",
        `version: 1\naccount: { name: Filed }\noperators: [{ email: f@filed.test, name: F, role: owner }]\nhelp_center: { host: ${host} }\n`,
        {},
      ),
      {
        url: service.databaseUrl,
        secretKey: Buffer.alloc(32, 9),
        clock: service.clock,
        dryRun: false,
        prune: false,
        egressAllow: [],
        reservedHosts: ["localhost"],
      },
    );
  const taken = await service.createAccount("taken");
  await proveHost(service, names, taken.keys.owner, "help.taken.example");
  const body = { host: "help.taken.example" };
  await service.call("PATCH", "/help-center", { key: taken.keys.owner, body });
  for (const host of ["LOCALHOST.", "help.taken.example"])
    await expect(apply(host), host).rejects.toMatchObject({
      exitCode: 78,
      message: expect.stringMatching(/^parlour\.yaml:4: help_center\.host: This host name is/),
    });
  await apply("help.filed.example");
  expect((await apply("help.filed.example")).differences).toEqual([]);
});

it("[HELP-016] of two accounts that claim a name at the same time, one has it", async () => {
  const accounts = [await service.createAccount("left"), await service.createAccount("right")];
  for (const { keys } of accounts) await proveHost(service, names, keys.owner, "help.race.example");
  const answers = await Promise.all(
    accounts.map(({ keys }, n) =>
      service.call("PATCH", "/help-center", {
        key: keys.owner,
        body: { host: `help.race.example${n === 0 ? "" : ":8443"}` },
      }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

it("[HELP-015] pages link to the chat page of the chosen widget, with their address", async () => {
  const acme = await service.createAccount("chatty");
  const key = acme.keys.owner;
  const change = (body: object) => service.call("PATCH", "/help-center", { key, body });
  const host = "chat.shop.example";
  await proveHost(service, names, key, host);
  const read = async (path = "/help"): Promise<string> => (await readPage(host, path)).text;
  const wrong = await change({ chat_widget_id: "none" });
  expect([wrong.status, wrong.body.error.field]).toEqual([400, "chat_widget_id"]);
  const body = { kind: "widget", name: "Site", operators: [acme.ids.owner] };
  const widget = (await service.call("POST", "/channels", { key, body })).body;
  expect((await change({ host, chat_widget_id: widget.public_id })).status).toBe(200);
  const section = (await service.call("POST", "/article-sections", { key, body: { name: "Shop" } }))
    .body;
  const text = { language: "en", title: "Delivery", body: "Three days.", state: "published" };
  await service.call("POST", "/articles", { key, body: { section_id: section.id, ...text } });
  const page = await read("/help/en");
  const [, address = ""] = /<a class="btn" href="([^"]*)">Ask us<\/a>/.exec(page) ?? [];
  const link = new URL(address.replaceAll("&amp;", "&"));
  expect(link.pathname).toBe(`/chat/${widget.public_id}`);
  expect(link.searchParams.get("page")).toMatch(/\/\/chat\.shop\.example\/help\/en$/);
  await service.call("PATCH", `/channels/${widget.id}`, { key, body: { enabled: false } });
  expect(await read("/help/en")).not.toContain("Ask us");
  // The other settings can still be changed.
  expect((await change({ title: "Chatty" })).status).toBe(200);
});
