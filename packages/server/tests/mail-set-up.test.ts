import type { Channel } from "@parlour/protocol";
import {
  startNameServer,
  startTestParlour,
  type ApiResponse,
  type FakeNameServer,
} from "@parlour/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  openMailChannelFixture,
  salesAddress,
  shopAddress,
  type MailChannelFixture,
} from "./mail-channel-fixture.ts";

/** A mail channel is looked up and tested before it exists. */
let fixture: MailChannelFixture;
let names: FakeNameServer;
let call: MailChannelFixture["parlour"]["owner"]["call"];

beforeAll(async () => {
  names = await startNameServer();
  fixture = await openMailChannelFixture((env) =>
    startTestParlour({ env, clock: "system", hooks: { nameServers: [names.address] } }),
  );
  ({ call } = fixture.parlour.owner);
});
afterAll(async () => {
  await fixture.close();
  await names.close();
});
beforeEach(() => {
  delete fixture.service.smtpFaults.refuse;
});

const find = (address: string): Promise<ApiResponse> =>
  call("POST", "channels/connection-lookup", { kind: "mail", address });
const tryOut = (settings: object, by = call): Promise<ApiResponse> =>
  by("POST", "channels/connection-test", { kind: "mail", settings });
const listChannels = async (): Promise<readonly Channel[]> =>
  ((await call("GET", "channels")).body as { items: Channel[] }).items;

test("[API-480] [MAIL-120] a domain with service records gets its servers, and what the installation offers", async () => {
  names.records["_imaps._tcp.records.example"] = {
    srv: [{ host: "mail.records.example", port: 993 }],
  };
  names.records["_submissions._tcp.records.example"] = {
    srv: [{ host: "mail.records.example", port: 465 }],
  };
  const { status, body, text } = await find(" Shop@Records.example");
  expect(status, text).toBe(200);
  const server = {
    host: "mail.records.example",
    security: "tls",
    user: "shop@records.example",
  };
  expect(body).toEqual({
    source: "dns",
    provider: null,
    settings: { imap: { ...server, port: 993 }, smtp: { ...server, port: 465 } },
    needs_proof: false,
    has_receiver: true,
    has_mail_server: false,
    sign_ins: [],
  });
  expect((await find("no address")).body).toMatchObject({ source: null, settings: {} });
});

test("[API-481] [CON-075] [MAIL-121] a mail goes out and comes back, and nothing is stored", async () => {
  const settings = fixture.mailboxSettings(salesAddress);
  const before = await listChannels();
  const { status, body, text } = await tryOut(settings);
  expect(status, text).toBe(200);
  expect(body).toMatchObject({
    outbound: { ok: true, code: "smtp.sent" },
    inbound: { ok: true, code: "arrived" },
  });
  const [mail] = fixture.sentTo(salesAddress.replace("@", "+test@"));
  expect(mail).toContain(`tests the channel ${salesAddress}`);
  expect(await listChannels()).toEqual(before);
  // The channel that is created afterwards reads only later mails, so the test starts no chat.
  const channel = await fixture.createChannel("Sales", settings);
  await fixture.waitUntilRead(salesAddress);
  expect(await fixture.listChats(channel)).toEqual([]);
  for (const answer of [await find(salesAddress), await tryOut(settings)])
    expect([answer.status, answer.body.error?.code ?? answer.body.code]).toEqual([
      409,
      "address_taken",
    ]);
});

test("[MAIL-121] a refused sign-in has the words of the server, and sends no mail", async () => {
  const settings = fixture.mailboxSettings(shopAddress);
  const sent = fixture.service.submitted.length;
  const { body } = await tryOut({ ...settings, imap_password: "my usual password" });
  expect(body).toMatchObject({
    outbound: { ok: false, code: "mailbox_first" },
    inbound: { ok: false, code: "sign_in", values: { reply: "wrong user or password" } },
  });
  expect(fixture.service.submitted).toHaveLength(sent);
  fixture.service.smtpFaults.refuse = { at: "sign_in", code: 535 };
  const refused = await tryOut(settings);
  expect(refused.body).toMatchObject({
    outbound: { ok: false, code: "smtp.sign_in", values: { reply: "535 sign_in refused" } },
    inbound: { ok: false, code: "not_sent" },
  });
  expect(JSON.stringify([body, refused.body])).not.toContain("my usual password");
  const folder = { ...(settings["imap"] as object), move_to: "Done" };
  expect((await tryOut({ ...settings, imap: folder })).body.inbound).toMatchObject({
    code: "folder",
    values: { folder: "Done" },
  });
});

test("[API-481] incomplete settings, other kinds and roles that may not choose addresses are refused", async () => {
  const settings = fixture.mailboxSettings(shopAddress);
  const refuse = async (change: object) => (await tryOut({ ...settings, ...change })).body.error;
  expect(await refuse({ address: "shop" })).toMatchObject({ field: "settings.address" });
  expect(await refuse({ imap: null })).toMatchObject({ field: "settings.imap" });
  expect(await refuse({ send: "installation" })).toMatchObject({ field: "settings.send" });
  const port = { ...(settings["smtp"] as object), port: 22 };
  expect(await refuse({ smtp: port })).toMatchObject({ field: "settings.smtp" });
  const developer = await fixture.parlour.operator("developer", "Dev");
  expect((await tryOut(settings, developer.call)).status).toBe(403);
  const other = { kind: "telegram", settings: { bot_token: "1:token" } };
  expect((await call("POST", "channels/connection-test", other)).body.error).toMatchObject({
    code: "not_available",
  });
});

test("[MAIL-121] without a mailbox, only sending is tested", async () => {
  const { imap: _, imap_password: __, ...settings } = fixture.mailboxSettings(shopAddress);
  const { body } = await tryOut({ ...settings, receive: "smtp" });
  expect(body).toMatchObject({
    outbound: { ok: true },
    inbound: { ok: false, code: "after_creation" },
  });
});

test("[CON-076] no part of a stored password is shown", async () => {
  const password = "a very long password";
  Object.assign(fixture.service.account(shopAddress), { password });
  const channel = await fixture.createChannel("Shop", {
    ...fixture.mailboxSettings(shopAddress),
    imap_password: password,
    smtp_password: password,
  });
  expect(channel.secret_hints).toEqual({ imap_password: "", smtp_password: "" });
});
