import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openBed as openBedOn, openGround, other, publicId, random, raw, type Bed, type Ground } from "./channel-in-bed.ts";

let ground: Ground;
let bed: Bed;
const openBed = (options?: Parameters<typeof openBedOn>[1]) => openBedOn(ground, options);
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());
beforeEach(async () => {
  bed = await openBed({ support: "help@chat.example" });
});
afterEach(() => bed.close());

const text = { type: "text", text: "hello" };
const notFound = '{"error":{"code":"not_found","message":"Not found"}}';

describe("status", () => {
  const status = async () => (await bed.ask(`${bed.url}/status`)).body;

  test("[CH-010] GET answers one byte with its headers, HEAD the same without body", async () => {
    bed.online.add(bed.operators[0]!);
    const got = await bed.ask(`${bed.url}/status`);
    expect([got.status, got.body]).toEqual([200, "1"]);
    expect(got.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(got.headers.get("cache-control")).toBe("no-store");
    const head = await bed.ask(`${bed.url}/status`, { method: "HEAD" });
    expect([head.status, head.body, head.headers.get("content-length")]).toEqual([200, "", "1"]);
  });

  test("[CH-011] [CH-012] only a chosen, active operator who is online makes it 1, at once", async () => {
    expect(await status()).toBe("0");
    bed.online.add(bed.operators[2]!);
    expect(await status()).toBe("0");
    bed.online.add(bed.operators[1]!);
    expect(await status()).toBe("1");
    bed.online.delete(bed.operators[1]!);
    expect(await status()).toBe("0");
  });

  test("[CH-011] [CH-110] switched off, account suspended, operator deactivated: 0", async () => {
    bed.online.add(bed.operators[0]!);
    await bed.changeChannel({ enabled: false });
    expect(await status()).toBe("0");
    await bed.changeChannel({ enabled: true });
    expect(await status()).toBe("1");
    await bed.change((tx) => tx.query("update account set suspended = true where id = $1", [bed.account]));
    expect([await status(), (await bed.say("x")).status]).toEqual(["0", 403]);
    await bed.change((tx) => tx.query("update account set suspended = false where id = $1", [bed.account]));
    expect(await status()).toBe("1");
    await bed.change((tx) =>
      tx.query("update operator set active = false where account_id = $1 and id = $2", [bed.account, bed.operators[0]]),
    );
    expect(await status()).toBe("0");
  });

  test("[CH-013] a trailing slash and a query are tolerated on both paths, two slashes are not", async () => {
    expect((await bed.ask(`${bed.url}/status/?x=1`)).status).toBe(200);
    expect(
      (await bed.ask(`${bed.url}/?a=/status`, { method: "POST", body: JSON.stringify({ sender: { id: 1 }, message: text }) })).status,
    ).toBe(200);
    expect((await bed.ask(`${bed.url}//status`)).status).toBe(404);
  });

  test("[CH-035] status queries above the limit answer 429 with Retry-After, then pass again", async () => {
    for (let i = 0; i < 100; i++) expect((await bed.ask(`${bed.url}/status`)).status).toBe(200);
    const refused = await bed.ask(`${bed.url}/status`);
    expect([refused.status, refused.json.error?.code, refused.headers.get("retry-after")]).toEqual([429, "rate_limited", "1"]);
    expect((await bed.say("not affected")).status).toBe(200);
    await bed.clock.advance(20);
    expect((await bed.ask(`${bed.url}/status`)).status).toBe(200);
  });
});

describe("addresses", () => {
  test("[CH-020] [CH-022] every wrong address answers the same 404, whatever the method and the body", async () => {
    const wrong = [
      `/channel/wrong/${publicId}`,
      `/channel/${random}/nope`,
      `/channel/${other.random}/${publicId}`,
      `/channel/${random}/${other.publicId}`,
      `/channel/${random}/%00`,
      `/channel/%ZZ/${publicId}`,
      `/channel/${random}/..%2f..%2fapi%2fv1%2fme`,
      `/channel/${random}/${publicId}/nope`,
      `/channel/${random}`,
      "/channel/",
    ];
    const seen = new Set<string>();
    for (const path of wrong) {
      for (const tail of ["", "/status"]) {
        for (const method of ["GET", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"]) {
          if (path.endsWith("nope") && tail === "/status") continue;
          const init =
            method === "GET"
              ? {}
              : { body: "x".repeat(300 * 1024), headers: { "content-type": "application/xml", "content-encoding": "gzip" } };
          await bed.clock.advance(60_000);
          const got = await bed.ask(path + tail, { method, ...init });
          const headers = [...got.headers].filter(([name]) => !["date", "x-request-id"].includes(name));
          seen.add(JSON.stringify([got.status, headers, got.body]));
          expect(got.headers.get("x-request-id"), path).toMatch(/^[0-9a-f-]{36}$/);
        }
      }
    }
    expect(seen).toEqual(
      new Set([
        JSON.stringify([
          404,
          [
            ["connection", "keep-alive"],
            ["content-length", String(notFound.length)],
            ["content-type", "application/json; charset=utf-8"],
            ["keep-alive", "timeout=65"],
          ],
          notFound,
        ]),
      ]),
    );
    expect(bed.commands).toHaveLength(0);
  });

  test("[CH-020] HEAD and unusual methods too", async () => {
    expect((await bed.ask(`/channel/wrong/${publicId}/status`, { method: "HEAD" })).status).toBe(404);
    for (const method of ["PROPFIND", "LOCK", "QUERY", "TRACE"]) {
      const wrong = await raw(bed.base, `${method} /channel/wrong/${publicId} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect(wrong.text, method).toContain(notFound);
      const right = await raw(bed.base, `${method} /channel/${random}/${publicId} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect(right.text, method).toMatch(/^HTTP\/1\.1 405 [\s\S]*allow: POST/);
    }
  });

  test("[CH-021] unknown id and wrong random string take the same time", async () => {
    await bed.close();
    bed = await openBed({ limits: { wrong_address_per_minute: 100_000 } });
    const took = { unknown: [] as number[], wrong: [] as number[] };
    for (let i = 0; i < 200; i++) {
      for (const [kind, path] of [
        ["unknown", `/channel/${random}/id${i}/status`],
        ["wrong", `/channel/wrong${i}/${publicId}/status`],
      ] as const) {
        const started = performance.now();
        await bed.ask(path);
        took[kind].push(performance.now() - started);
      }
    }
    // Compares the fastest request of each kind: other load of the machine only adds time.
    expect(Math.abs(Math.min(...took.unknown) - Math.min(...took.wrong))).toBeLessThan(5);
  });

  test("[CH-004] the old random string works until its time", async () => {
    const known = bed.channels.get(publicId)!;
    bed.channels.set(publicId, { ...known, secrets: [...known.secrets, { hash: known.secrets[0]!.hash, until: 0 }] });
    expect((await bed.say("x")).status).toBe(200);
    bed.channels.set(publicId, { ...known, secrets: [{ hash: known.secrets[0]!.hash, until: bed.clock.now() + 1_000 }] });
    bed.edge.forget(bed.account);
    expect((await bed.say("x")).status).toBe(200);
    await bed.clock.advance(1_000);
    expect((await bed.say("x")).status).toBe(404);
  });

  test("[CH-111] a deleted channel answers 404 at once", async () => {
    expect((await bed.say("x")).status).toBe(200);
    bed.channels.delete(publicId);
    bed.edge.forget(bed.account);
    expect((await bed.say("x")).body).toBe(notFound);
  });

  test("[CH-112] [CFG-008] too many wrong addresses of one client answer 429, the right one goes on, other clients too", async () => {
    await bed.close();
    bed = await openBed({ http: { trustProxy: ["127.0.0.1"] } });
    const from = (address: string) => ({ headers: { "x-forwarded-for": address } });
    const guesses = [`/channel/wrong/${publicId}/status`, `/channel/${random}/nope`, `/channel/${other.random}/${publicId}`];
    for (let i = 0; i < 100; i++) expect((await bed.ask(guesses[i % 3]!, from("2001:db8:1:2::1"))).status).toBe(404);
    for (const guess of guesses) {
      const refused = await bed.ask(guess, from("2001:db8:1:2:ffff::9"));
      expect([refused.status, refused.json.error?.code, refused.headers.get("retry-after")]).toEqual([429, "rate_limited", "1"]);
    }
    // The address that the proxy added counts. Anybody could have written those before it.
    expect((await bed.ask(guesses[0]!, from("198.51.100.7, 2001:db8:1:2::1"))).status).toBe(429);
    expect((await bed.ask(`${bed.url}/status`, from("2001:db8:1:2::1"))).status).toBe(200);
    expect((await bed.ask(guesses[0]!, from("2001:db8:1:3::1"))).status).toBe(404);
    expect(bed.lines.filter((l) => l.message === "channel.wrong_address")).toHaveLength(101);
    expect(JSON.stringify(bed.lines)).not.toContain("k3yk3y");
    expect(JSON.stringify(bed.lines)).not.toContain("0th3r");
    expect((await bed.ask("/metrics", { headers: {} })).status).toBe(200);
  });

  test("[CH-112] [CFG-008] a forged X-Forwarded-For does not help", async () => {
    const seen: number[] = [];
    for (let i = 0; i < 120; i++)
      seen.push((await bed.ask(`/channel/guess/${publicId}/status`, { headers: { "x-forwarded-for": `198.51.100.${i}` } })).status);
    expect(seen.filter((s) => s === 429)).toHaveLength(20);
  });

  test("[CH-003] [CFG-012] another base address moves the routes; a base without path stands on its own host only", async () => {
    await bed.close();
    bed = await openBed({ webhookBaseUrl: "https://hooks.example/in/chat/" });
    expect((await bed.ask(`/in/chat/${random}/${publicId}/status`)).body).toBe("0");
    expect((await bed.ask(`/channel/${random}/${publicId}/status`)).status).toBe(404);
    await bed.close();
    bed = await openBed({ webhookBaseUrl: "http://hooks.example" });
    const ask = (host: string) => raw(bed.base, `GET /${random}/${publicId}/status HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect((await ask("hooks.example")).text).toMatch(/^HTTP\/1\.1 200/);
    expect((await ask("other.example")).text).toMatch(/^HTTP\/1\.1 404/);
  });
});

describe("hot path", () => {
  test("[CH-112] accepted messages and status queries write no log line, so no random string either", async () => {
    await bed.say("x");
    await bed.ask(`${bed.url}/status`);
    expect(bed.lines).toEqual([]);
  });
});
