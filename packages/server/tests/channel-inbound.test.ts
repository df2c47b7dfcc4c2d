import { createAddressReader } from "../src/http/client-address.ts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  openChannelFixture as openBedOn,
  openSharedJournal,
  otherChannel,
  publicId,
  randomString,
  sendRawBytes,
  type ChannelFixture,
  type SharedJournal,
} from "./channel-inbound-fixture.ts";

let shared: SharedJournal;
let fixture: ChannelFixture;
const openFixture = (options?: Parameters<typeof openBedOn>[1]) => openBedOn(shared, options);
beforeAll(async () => {
  shared = await openSharedJournal();
});
afterAll(() => shared.close());
beforeEach(async () => {
  fixture = await openFixture({ support: "help@chat.example" });
});
afterEach(() => fixture.close());

const textMessage = { type: "text", text: "hello" };
const notFoundBody = '{"error":{"code":"not_found","message":"Not found"}}';

describe("status", () => {
  const status = async () => (await fixture.request(`${fixture.url}/status`)).body;

  test("[CH-010] GET answers one byte with its headers, HEAD the same without body", async () => {
    fixture.onlineOperators.add(fixture.operators[0]!);
    const response = await fixture.request(`${fixture.url}/status`);
    expect([response.status, response.body]).toEqual([200, "1"]);
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-store");
    const head = await fixture.request(`${fixture.url}/status`, { method: "HEAD" });
    expect([head.status, head.body, head.headers.get("content-length")]).toEqual([200, "", "1"]);
  });

  test("[CH-011] [CH-012] only a chosen, active operator who is online makes it 1, at once", async () => {
    expect(await status()).toBe("0");
    fixture.onlineOperators.add(fixture.operators[2]!);
    expect(await status()).toBe("0");
    fixture.onlineOperators.add(fixture.operators[1]!);
    expect(await status()).toBe("1");
    fixture.onlineOperators.delete(fixture.operators[1]!);
    expect(await status()).toBe("0");
  });

  test("[CH-011] [CH-110] switched off, account suspended, operator deactivated: 0", async () => {
    fixture.onlineOperators.add(fixture.operators[0]!);
    await fixture.changeChannel({ enabled: false });
    expect(await status()).toBe("0");
    await fixture.changeChannel({ enabled: true });
    expect(await status()).toBe("1");
    await fixture.changeSettings((tx) =>
      tx.query("update account set suspended = true where id = $1", [fixture.account]),
    );
    expect([await status(), (await fixture.sendText("x")).status]).toEqual(["0", 403]);
    await fixture.changeSettings((tx) =>
      tx.query("update account set suspended = false where id = $1", [fixture.account]),
    );
    expect(await status()).toBe("1");
    await fixture.changeSettings((tx) =>
      tx.query("update operator set active = false where account_id = $1 and id = $2", [
        fixture.account,
        fixture.operators[0],
      ]),
    );
    expect(await status()).toBe("0");
  });

  test("[CH-013] a trailing slash and a query are tolerated on both paths, two slashes are not", async () => {
    expect((await fixture.request(`${fixture.url}/status/?x=1`)).status).toBe(200);
    expect(
      (
        await fixture.request(`${fixture.url}/?a=/status`, {
          method: "POST",
          body: JSON.stringify({ sender: { id: 1 }, message: textMessage }),
        })
      ).status,
    ).toBe(200);
    expect((await fixture.request(`${fixture.url}//status`)).status).toBe(404);
  });

  test("[CH-035] status queries above the limit answer 429 with Retry-After, then pass again", async () => {
    for (let i = 0; i < 100; i++)
      expect((await fixture.request(`${fixture.url}/status`)).status).toBe(200);
    const refused = await fixture.request(`${fixture.url}/status`);
    expect([refused.status, refused.json.error?.code, refused.headers.get("retry-after")]).toEqual([
      429,
      "rate_limited",
      "1",
    ]);
    expect((await fixture.sendText("not affected")).status).toBe(200);
    await fixture.clock.advance(20);
    expect((await fixture.request(`${fixture.url}/status`)).status).toBe(200);
  });
});

describe("addresses", () => {
  test("[CH-020] [CH-022] every wrong address answers the same 404, whatever the method and the body", async () => {
    const wrong = [
      `/channel/wrong/${publicId}`,
      `/channel/${randomString}/nope`,
      `/channel/${otherChannel.random}/${publicId}`,
      `/channel/${randomString}/${otherChannel.publicId}`,
      `/channel/${randomString}/%00`,
      `/channel/%ZZ/${publicId}`,
      `/channel/${randomString}/..%2f..%2fapi%2fv1%2fme`,
      `/channel/${randomString}/${publicId}/nope`,
      `/channel/${randomString}`,
      "/channel/",
    ];
    const visited = new Set<string>();
    for (const path of wrong) {
      for (const tail of ["", "/status"]) {
        for (const method of ["GET", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"]) {
          if (path.endsWith("nope") && tail === "/status") continue;
          const init =
            method === "GET"
              ? {}
              : {
                  body: "x".repeat(300 * 1024),
                  headers: { "content-type": "application/xml", "content-encoding": "gzip" },
                };
          await fixture.clock.advance(60_000);
          const response = await fixture.request(path + tail, { method, ...init });
          const headers = [...response.headers].filter(
            ([name]) => !["date", "x-request-id"].includes(name),
          );
          visited.add(JSON.stringify([response.status, headers, response.body]));
          expect(response.headers.get("x-request-id"), path).toMatch(/^[0-9a-f-]{36}$/);
        }
      }
    }
    expect(visited).toEqual(
      new Set([
        JSON.stringify([
          404,
          [
            ["connection", "keep-alive"],
            ["content-length", String(notFoundBody.length)],
            ["content-type", "application/json; charset=utf-8"],
            ["keep-alive", "timeout=65"],
          ],
          notFoundBody,
        ]),
      ]),
    );
    expect(fixture.commands).toHaveLength(0);
  });

  test("[CH-020] HEAD and unusual methods too", async () => {
    expect(
      (await fixture.request(`/channel/wrong/${publicId}/status`, { method: "HEAD" })).status,
    ).toBe(404);
    for (const method of ["PROPFIND", "LOCK", "QUERY", "TRACE"]) {
      const wrong = await sendRawBytes(
        fixture.base,
        `${method} /channel/wrong/${publicId} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      );
      expect(wrong.text, method).toContain(notFoundBody);
      const right = await sendRawBytes(
        fixture.base,
        `${method} /channel/${randomString}/${publicId} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      );
      expect(right.text, method).toMatch(/^HTTP\/1\.1 405 [\s\S]*allow: POST/);
    }
  });

  test("[CH-021] unknown id and wrong random string take the same time", async () => {
    await fixture.close();
    fixture = await openFixture({ limits: { wrong_address_per_minute: 100_000 } });
    const took = { unknown: [] as number[], wrong: [] as number[] };
    for (let i = 0; i < 200; i++) {
      for (const [kind, path] of [
        ["unknown", `/channel/${randomString}/id${i}/status`],
        ["wrong", `/channel/wrong${i}/${publicId}/status`],
      ] as const) {
        const started = performance.now();
        await fixture.request(path);
        took[kind].push(performance.now() - started);
      }
    }
    // The fastest request of each kind is compared, because other load of the machine only adds
    // time.
    expect(Math.abs(Math.min(...took.unknown) - Math.min(...took.wrong))).toBeLessThan(5);
  });

  test("[CH-004] the old random string works until its time", async () => {
    const channelAddress = fixture.channels.get(publicId)!;
    fixture.channels.set(publicId, {
      ...channelAddress,
      secrets: [...channelAddress.secrets, { hash: channelAddress.secrets[0]!.hash, until: 0 }],
    });
    expect((await fixture.sendText("x")).status).toBe(200);
    fixture.channels.set(publicId, {
      ...channelAddress,
      secrets: [{ hash: channelAddress.secrets[0]!.hash, until: fixture.clock.now() + 1_000 }],
    });
    fixture.edge.evictAccount(fixture.account);
    expect((await fixture.sendText("x")).status).toBe(200);
    await fixture.clock.advance(1_000);
    expect((await fixture.sendText("x")).status).toBe(404);
  });

  test("[CH-111] a deleted channel answers 404 at once", async () => {
    expect((await fixture.sendText("x")).status).toBe(200);
    fixture.channels.delete(publicId);
    fixture.edge.evictAccount(fixture.account);
    expect((await fixture.sendText("x")).body).toBe(notFoundBody);
  });

  test("[CH-112] [CFG-008] too many wrong addresses of one client answer 429, the right one goes on, other clients too", async () => {
    await fixture.close();
    fixture = await openFixture({
      http: { readClientAddress: createAddressReader(["127.0.0.1"]) },
    });
    const from = (address: string) => ({ headers: { "x-forwarded-for": address } });
    const guesses = [
      `/channel/wrong/${publicId}/status`,
      `/channel/${randomString}/nope`,
      `/channel/${otherChannel.random}/${publicId}`,
    ];
    for (let i = 0; i < 100; i++)
      expect((await fixture.request(guesses[i % 3]!, from("2001:db8:1:2::1"))).status).toBe(404);
    for (const guess of guesses) {
      const refused = await fixture.request(guess, from("2001:db8:1:2:ffff::9"));
      expect([
        refused.status,
        refused.json.error?.code,
        refused.headers.get("retry-after"),
      ]).toEqual([429, "rate_limited", "1"]);
    }
    // The address that the proxy added counts. The client can forge the addresses before it.
    expect((await fixture.request(guesses[0]!, from("198.51.100.7, 2001:db8:1:2::1"))).status).toBe(
      429,
    );
    expect((await fixture.request(`${fixture.url}/status`, from("2001:db8:1:2::1"))).status).toBe(
      200,
    );
    expect((await fixture.request(guesses[0]!, from("2001:db8:1:3::1"))).status).toBe(404);
    expect(fixture.logLines.filter((l) => l.message === "channel.wrong_address")).toHaveLength(101);
    expect(JSON.stringify(fixture.logLines)).not.toContain("k3yk3y");
    expect(JSON.stringify(fixture.logLines)).not.toContain("0th3r");
    expect((await fixture.request("/metrics", { headers: {} })).status).toBe(200);
  });

  test("[CH-112] [CFG-008] a forged X-Forwarded-For does not help", async () => {
    const visited: number[] = [];
    for (let i = 0; i < 120; i++)
      visited.push(
        (
          await fixture.request(`/channel/guess/${publicId}/status`, {
            headers: { "x-forwarded-for": `198.51.100.${i}` },
          })
        ).status,
      );
    expect(visited.filter((s) => s === 429)).toHaveLength(20);
  });

  test("[CH-003] [CFG-012] another base address moves the routes; a base without path stands on its own host only", async () => {
    await fixture.close();
    fixture = await openFixture({ webhookBaseUrl: "https://hooks.example/in/chat/" });
    expect((await fixture.request(`/in/chat/${randomString}/${publicId}/status`)).body).toBe("0");
    expect((await fixture.request(`/channel/${randomString}/${publicId}/status`)).status).toBe(404);
    await fixture.close();
    fixture = await openFixture({ webhookBaseUrl: "http://hooks.example" });
    const ask = (host: string) =>
      sendRawBytes(
        fixture.base,
        `GET /${randomString}/${publicId}/status HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
      );
    expect((await ask("hooks.example")).text).toMatch(/^HTTP\/1\.1 200/);
    expect((await ask("other.example")).text).toMatch(/^HTTP\/1\.1 404/);
  });
});

describe("hot path", () => {
  test("[CH-112] accepted messages and status queries write no log line, so no random string either", async () => {
    await fixture.sendText("x");
    await fixture.request(`${fixture.url}/status`);
    expect(fixture.logLines).toEqual([]);
  });
});
