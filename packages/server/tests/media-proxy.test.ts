import { crc32 } from "node:zlib";
import {
  startIntegrator,
  startTestParlour,
  type FakeIntegrator,
  type TestParlour,
} from "@parlour/testkit";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createAccount } from "../src/store/settings/account/account.ts";
import { fetchFile, toServerUrl, upload, type FileResponse } from "./files-fixture.ts";
import { createApiKey } from "./stored-api-key.ts";

/** Tests the proxy that loads images from integrators' URLs (CORE-063). */
let parlour: TestParlour;
let pictureHost: FakeIntegrator;
let png: Buffer;
beforeAll(async () => {
  [parlour, pictureHost] = await Promise.all([startTestParlour(), startIntegrator()]);
  png = await sharp({ create: { width: 128, height: 128, channels: 3, background: "#224466" } })
    .png()
    .toBuffer();
  await parlour.owner.call("POST", "instance/egress-allow", {
    add: [new URL(pictureHost.url).host],
  });
});
afterAll(async () => {
  await parlour.close();
  await pictureHost.close();
});
beforeEach(() =>
  pictureHost.respondWith({ status: 200, headers: { "content-type": "image/png" }, body: png }),
);

let pathCount = 0;
const createUrl = (): string => `${pictureHost.url}/pictures/${++pathCount}.png?size=1`;
const fetchProxied = (
  url: string,
  kind?: string,
  key = parlour.owner.key,
  headers: Record<string, string> = {},
): Promise<FileResponse> =>
  fetchFile(
    `${parlour.url}/api/v1/media?url=${encodeURIComponent(url)}${kind === undefined ? "" : `&kind=${kind}`}`,
    {
      authorization: `Bearer ${key}`,
      ...headers,
    },
  );
const countRequests = (url: string): number =>
  pictureHost.received.filter((one) => pictureHost.url + one.path === url).length;

describe("the image proxy", () => {
  it("[API-073] [CORE-063] [CH-046] gives the picture with the type of its content, and nothing that could run", async () => {
    pictureHost.respondWith({ status: 200, headers: { "content-type": "text/html" }, body: png });
    const url = createUrl();
    const served = await fetchProxied(url);
    expect([served.status, served.headers.get("content-type"), served.bytes.equals(png)]).toEqual([
      200,
      "image/png",
      true,
    ]);
    expect(served.headers.get("x-content-type-options")).toBe("nosniff");
    expect(served.headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
    expect(served.headers.get("cache-control")).toBe("private, max-age=3600");
    const [request] = pictureHost.received.filter((one) => pictureHost.url + one.path === url);
    expect(request?.headers["cookie"] ?? request?.headers["authorization"]).toBeUndefined();
    expect(request?.headers["user-agent"]).toMatch(/^Parlour\//);
  });

  it("[API-073] [CORE-063] keeps it 24 h; many lookers at once cause one request", async () => {
    const url = createUrl();
    const responses = await Promise.all(Array.from({ length: 10 }, () => fetchProxied(url)));
    expect(responses.every((one) => one.status === 200)).toBe(true);
    expect(countRequests(url)).toBe(1);
    const etag = responses[0]?.headers.get("etag") ?? "";
    expect(
      (await fetchProxied(url, "image", parlour.owner.key, { "if-none-match": etag })).status,
    ).toBe(304);
    await parlour.clock.advance(23 * 3_600_000);
    expect((await fetchProxied(url)).status).toBe(200);
    expect(countRequests(url)).toBe(1);
    await parlour.clock.advance(3_600_000);
    expect((await fetchProxied(url)).status).toBe(200);
    expect(countRequests(url)).toBe(2);
  });

  it("[API-073] [CORE-063] [CORE-002] an account does not learn what another has looked at", async () => {
    const sql = {
      query: <R>(text: string, values?: readonly unknown[]) =>
        parlour.sql(text, values) as unknown as Promise<readonly R[]>,
    };
    const owner = {
      name: "Olga",
      email: "olga@other.test",
      passwordHash: null,
      instanceOwner: false,
    };
    const { accountId, operatorId } = await createAccount(sql, { name: "Other", owner });
    const key = "pk_other_0123456789abcdef0123456789abcdef";
    await createApiKey(
      sql,
      accountId,
      {
        key,
        name: "k",
        operator_id: operatorId,
      },
      { now: parlour.clock.now() },
    );
    const url = createUrl();
    expect([
      (await fetchProxied(url)).status,
      (await fetchProxied(url, "image", key)).status,
      countRequests(url),
    ]).toEqual([200, 200, 2]);
  });

  it("[API-073] [CORE-063] anything but png, jpeg, gif and webp is a 404: by content, whatever is said", async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const tiff = await sharp(png).tiff().toBuffer();
    for (const body of [svg, "<html>", "", "%PDF-1.7", tiff]) {
      pictureHost.respondWith({ status: 200, headers: { "content-type": "image/png" }, body });
      const served = await fetchProxied(createUrl());
      expect([served.status, JSON.parse(served.bytes.toString()).error.code]).toEqual([
        404,
        "not_found",
      ]);
    }
  });

  it("[API-073] [CORE-063] [CORE-123] errors, redirects, hanging and private hosts are a 404; a redirect is not followed", async () => {
    const target = createUrl();
    for (const reply of [
      { status: 500, body: "" },
      { status: 302, headers: { location: target }, body: "" },
      "reset",
    ] as const) {
      pictureHost.respondWith(reply);
      expect((await fetchProxied(createUrl())).status).toBe(404);
    }
    expect(countRequests(target)).toBe(0);
    pictureHost.respondWith("hang");
    const hanging = fetchProxied(createUrl());
    await pictureHost.waitForRequests(pictureHost.received.length + 1);
    await parlour.clock.advance(5_000);
    expect((await hanging).status).toBe(404);
    for (const url of [
      "http://169.254.169.254/latest",
      "http://127.0.0.1:5432/",
      "file:///etc/passwd",
      "javascript:alert(1)",
      "http://u:p@x.example/a.png",
    ])
      expect([url, (await fetchProxied(url)).status]).toEqual([url, 404]);
  });

  it("[API-073] [CORE-063] at most 1 MiB; the file of a photo at most as large as an upload", async () => {
    const large = Buffer.concat([png, Buffer.alloc(1024 * 1024)]);
    pictureHost.respondWith({ status: 200, body: large });
    const url = createUrl();
    expect((await fetchProxied(url)).status).toBe(404);
    expect((await fetchProxied(url, "photo")).status).toBe(200);
    pictureHost.respondWith({
      status: 200,
      body: Buffer.concat([png, Buffer.alloc(25 * 1024 * 1024)]),
    });
    expect((await fetchProxied(createUrl(), "photo")).status).toBe(404);
  });

  it("[API-073] [CORE-063] [CORE-062] one of more than 40 megapixels is a 404, however few bytes it has; a broken one too", async () => {
    const huge = Buffer.from(png);
    huge.writeUInt32BE(8_000, 16);
    huge.writeUInt32BE(5_001, 20);
    huge.writeUInt32BE(crc32(huge.subarray(12, 29)), 29);
    const fits = Buffer.from(huge);
    fits.writeUInt32BE(5_000, 20);
    fits.writeUInt32BE(crc32(fits.subarray(12, 29)), 29);
    const statusOf = async (body: Buffer, kind: string): Promise<number> => {
      pictureHost.respondWith({ status: 200, body });
      return (await fetchProxied(createUrl(), kind)).status;
    };
    expect([
      await statusOf(huge, "image"),
      await statusOf(huge, "photo"),
      await statusOf(fits, "photo"),
    ]).toEqual([404, 404, 200]);
    expect(await statusOf(png.subarray(0, 20), "image")).toBe(404);
  });

  it("[API-073] [CORE-063] what failed is not asked for again within 5 min", async () => {
    pictureHost.respondWith({ status: 404, body: "" });
    const url = createUrl();
    expect((await fetchProxied(url)).status).toBe(404);
    pictureHost.respondWith({ status: 200, body: png });
    expect((await fetchProxied(url)).status).toBe(404);
    await parlour.clock.advance(5 * 60_000 - 1);
    expect((await fetchProxied(url)).status).toBe(404);
    expect(countRequests(url)).toBe(1);
    await parlour.clock.advance(2);
    expect((await fetchProxied(url)).status).toBe(200);
  });

  it("[API-073] [CORE-063] only for who is signed in; files of our own come from the store", async () => {
    expect((await fetchProxied(createUrl(), "image", "pk_wrong")).status).toBe(401);
    const viewer = await parlour.operator("viewer");
    expect((await fetchProxied(createUrl(), "image", viewer.key)).status).toBe(200);
    const { body: file } = await upload(parlour.owner.call, {
      name: "a.png",
      bytes: await sharp(png).resize(640).png().toBuffer(),
    });
    const before = pictureHost.received.length;
    const [picture, thumb] = await Promise.all([
      fetchProxied(file.url, "photo"),
      fetchProxied(file.thumb_url),
    ]);
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect([thumb.status, thumb.headers.get("content-type")]).toEqual([200, "image/webp"]);
    const { body: text } = await upload(parlour.owner.call, { name: "a.txt", bytes: "x" });
    expect((await fetchProxied(text.url)).status).toBe(404);
    expect(pictureHost.received).toHaveLength(before);
    expect((await fetchFile(toServerUrl(parlour, file.url))).status).toBe(200);
    const wrong = await parlour.owner.call("GET", "media?url=http://x.example/a.png&kind=other");
    expect([wrong.status, wrong.body.error.field]).toEqual([400, "kind"]);
  });
});
