import { afterAll, beforeAll, expect, it } from "vitest";
import { startServiceApi, type ServiceApi } from "./api-fixture.ts";

let service: ServiceApi;
beforeAll(async () => {
  service = await startServiceApi();
});
afterAll(() => service.close());

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
    in_window: false,
    // The first account has the address of the installation.
    url: `${service.publicUrl}/help`,
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
  expect((await change(one.keys.owner, "Help.Shop.example")).body).toMatchObject({
    host: "help.shop.example",
    url: expect.stringMatching(/^https?:\/\/help\.shop\.example\/help$/),
  });
  const taken = await change(two.keys.owner, "help.shop.example");
  expect([taken.status, taken.body]).toMatchObject([409, { error: { code: "name_taken" } }]);
  expect((await change(one.keys.owner, "help.shop.example")).status).toBe(200);
  expect((await change(one.keys.owner, null)).body).toMatchObject({ host: null, url: null });
  expect((await change(two.keys.owner, "help.shop.example")).status).toBe(200);
});
