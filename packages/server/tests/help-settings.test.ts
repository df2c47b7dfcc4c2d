import { get } from "node:http";
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
    chat_widget_id: null,
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

it("[HELP-015] pages link to the chat page of the chosen widget, with their address", async () => {
  const acme = await service.createAccount("chatty");
  const key = acme.keys.owner;
  const change = (body: object) => service.call("PATCH", "/help-center", { key, body });
  const host = "chat.shop.example";
  const read = async (path = "/help"): Promise<string> => {
    const url = new URL(path, service.origin);
    return new Promise((resolve, reject) => {
      get(url, { headers: { host } }, (response) => {
        let page = "";
        response.setEncoding("utf8").on("data", (part: string) => (page += part));
        response.on("end", () => resolve(page));
      }).on("error", reject);
    });
  };
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
