import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { startNameServer, type FakeNameServer } from "@parlour/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createSystemClock } from "../src/clock.ts";
import { findMailServers } from "../src/edges/mail/service/discover/find-servers.ts";
import { createEgress, createNameRecords } from "../src/egress/index.ts";
import { systemDial } from "../src/egress/dial.ts";

/** The servers of an address are found by files over TLS, service records, and exchangers. */
const fixture = (name: string): string =>
  readFileSync(new URL(`fixtures/tls/${name}`, import.meta.url), "utf8");
let site: Server;
let names: FakeNameServer;
/** What the site answers to requests for the file, and the requests. */
let file: { status: number; text: string };
const requests: string[] = [];

beforeAll(async () => {
  names = await startNameServer();
  site = createServer(
    { key: fixture("peer.key"), cert: fixture("good.pem") },
    ({ url, headers }, answer) => {
      requests.push(`${headers.host}${url}`);
      answer.writeHead(file.status, { "content-type": "text/xml" }).end(file.text);
    },
  );
  await new Promise<void>((done) => site.listen(0, "127.0.0.1", done));
});
afterAll(async () => {
  site.closeAllConnections();
  await Promise.all([names.close(), new Promise((done) => site.close(done))]);
});
beforeEach(() => {
  for (const name of Object.keys(names.records)) delete names.records[name];
  file = { status: 404, text: "" };
  requests.length = 0;
});

const find = (address: string, allowed: readonly string[] = ["127.0.0.0/8"]) => {
  const { port } = site.address() as AddressInfo;
  const egress = createEgress({
    clock: createSystemClock(),
    allowed: () => allowed,
    resolve: () => Promise.resolve(["127.0.0.1"]),
    dial: (to, signal) => systemDial({ ...to, port }, signal),
    ca: fixture("ca.pem"),
  });
  return findMailServers({ egress, records: createNameRecords([names.address]) }, address).finally(
    () => egress.close(),
  );
};
const autoconfig = (servers: string): string =>
  `<?xml version="1.0"?><clientConfig version="1.1"><emailProvider id="ok.example">
     <displayName>Incoming &amp; outgoing</displayName>${servers}</emailProvider></clientConfig>`;
const incoming = (fields: string): string =>
  `<incomingServer type="imap"><hostname>imap.%EMAILDOMAIN%</hostname>${fields}
     <username>%EMAILLOCALPART%</username><authentication>password-cleartext</authentication></incomingServer>`;
const outgoing = `<outgoingServer type="smtp"><hostname>SMTP.ok.example</hostname><port>587</port>
  <socketType>STARTTLS</socketType><username>%EMAILADDRESS%</username></outgoingServer>`;

test("[MAIL-120] the domain of a known provider needs no request", async () => {
  expect(await find("shop@Gmail.com")).toEqual({
    source: "provider",
    provider: "google",
    settings: {
      imap: { host: "imap.gmail.com", port: 993, security: "tls", user: "shop@Gmail.com" },
      smtp: { host: "smtp.gmail.com", port: 465, security: "tls", user: "shop@Gmail.com" },
    },
  });
  expect([...names.asked, ...requests]).toEqual([]);
});

test("[MAIL-120] the file of the domain names encrypted servers and the user", async () => {
  file = {
    status: 200,
    text: autoconfig(
      incoming("<port>143</port><socketType>plain</socketType>") +
        incoming("<port>993</port><socketType>SSL</socketType>") +
        outgoing,
    ),
  };
  names.records["ok.example"] = { mx: ["in1-smtp.messagingengine.com"] };
  expect(await find("shop@ok.example")).toEqual({
    source: "autoconfig",
    provider: null,
    settings: {
      imap: { host: "imap.ok.example", port: 993, security: "tls", user: "shop" },
      smtp: { host: "smtp.ok.example", port: 587, security: "starttls", user: "shop@ok.example" },
    },
  });
  // The certificate of the site is not that of autoconfig.ok.example, and nobody got the address.
  expect(requests).toEqual(["ok.example/.well-known/autoconfig/mail/config-v1.1.xml"]);
});

test("[MAIL-120] a file that is too large, broken, or behind a refused address is as none", async () => {
  names.records["ok.example"] = { mx: ["mx.other.example"] };
  const none = { source: null, provider: null, settings: {} };
  const whole = autoconfig(incoming("<port>993</port><socketType>SSL</socketType>") + outgoing);
  for (const text of [
    whole + " ".repeat(65 * 1024),
    whole.replaceAll("SSL", "plain").replaceAll("STARTTLS", "plain"),
    whole.replaceAll("<port>", "<port>x"),
    whole.replaceAll("ok.example", "http://ok.example/").replaceAll("%EMAILDOMAIN%", "a b"),
    "<clientConfig><incomingServer type='imap'><hostname>",
    "{}",
  ]) {
    file = { status: 200, text };
    expect(await find("shop@ok.example"), text.slice(0, 60)).toEqual(none);
  }
  file = { status: 200, text: whole };
  requests.length = 0;
  expect(await find("shop@ok.example", [])).toEqual(none);
  expect(requests).toEqual([]);
});

test("[MAIL-120] service records count if there is no file, and a target of a dot offers nothing", async () => {
  names.records["_imaps._tcp.ok.example"] = { srv: [{ host: "mail.ok.example", port: 993 }] };
  names.records["_submissions._tcp.ok.example"] = { srv: [{ host: ".", port: 0 }] };
  names.records["_submission._tcp.ok.example"] = { srv: [{ host: "mail.ok.example", port: 587 }] };
  const user = "shop@ok.example";
  expect(await find(user)).toEqual({
    source: "dns",
    provider: null,
    settings: {
      imap: { host: "mail.ok.example", port: 993, security: "tls", user },
      smtp: { host: "mail.ok.example", port: 587, security: "starttls", user },
    },
  });
});

test("[MAIL-120] the mail exchanger tells the provider of a domain of its customer", async () => {
  for (const [exchanger, provider, host] of [
    ["in1-smtp.messagingengine.com", "fastmail", "imap.fastmail.com"],
    ["aspmx.l.google.com", "google", "imap.gmail.com"],
    ["shop-example.mail.protection.outlook.com", "microsoft", "outlook.office365.com"],
    ["mx01.mail.icloud.com", "icloud", "imap.mail.me.com"],
    ["mx.zoho.eu", "zoho", "imap.zoho.eu"],
  ] as const) {
    names.records["ok.example"] = { mx: [exchanger, "backup.example"] };
    expect(await find("shop@ok.example")).toMatchObject({
      source: "provider",
      provider,
      settings: { imap: { host } },
    });
  }
  names.records["ok.example"] = { mx: ["messagingengine.com.evil.example"] };
  expect(await find("shop@ok.example")).toEqual({ source: null, provider: null, settings: {} });
});
