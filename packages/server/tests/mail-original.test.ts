import { readFileSync } from "node:fs";
import { Writable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ManualClock } from "../src/clock.ts";
import { createMailOriginalRoutes, mailOriginalPath } from "../src/edges/mail/original/index.ts";
import { parseMail } from "../src/edges/mail/parse/index.ts";
import { buildHttp } from "../src/http/index.ts";
import { createLog } from "../src/log.ts";
import { createMetrics } from "../src/metrics/metrics.ts";

/** The hostile mail with scripts, forms, frames and remote pictures. */
const hostile = (
  JSON.parse(
    readFileSync(new URL("../../../tests/hostile-inputs.json", import.meta.url), "utf8"),
  ) as readonly { readonly id: string; readonly input: { readonly mail: string } }[]
).find(({ id }) => id === "H-444");
const picture = "https://files.shop.example/files/abc_-1/one.png";
const html =
  '<link rel=preconnect href="https://evil.example"><LINK/rel=x><p style="background:url(cid:one@mail.example)">' +
  '<img src="cid:one%40mail.example"><img src=cid:two@mail.example><img src="cid:unsafe"></p>';

let base: string;
let close: () => Promise<unknown>;

beforeAll(async () => {
  const mail = await parseMail(Buffer.from((hostile?.input.mail ?? "").replaceAll("\n", "\r\n")), {
    maxBytes: 1024 * 1024,
    receivedAt: 0,
    authenticationServers: [],
    markers: ["test"],
  });
  const originals: Readonly<Record<string, string>> = { pictures: html, hostile: mail.html ?? "" };
  const app = buildHttp({
    clock: new ManualClock(),
    log: createLog({ level: "error", format: "json", out: new Writable() }),
    publicUrl: "http://localhost:3000",
    trustProxy: [],
    supportContact: () => null,
    bodyLimit: () => 1024,
    appDir: null,
    checks: () => Promise.resolve({ database: "ok" }),
    metrics: { registry: createMetrics(), token: null },
  });
  await app.register(
    createMailOriginalRoutes({
      filesUrl: () => "https://files.shop.example",
      find: (token) =>
        Promise.resolve(
          Object.hasOwn(originals, token)
            ? {
                html: originals[token] ?? "",
                pictures: new Map([
                  ["one@mail.example", picture],
                  ["unsafe", 'https://files.shop.example/"onerror="alert(1)'],
                ]),
              }
            : null,
        ),
    }),
  );
  base = await app.listen({ host: "127.0.0.1", port: 0 });
  close = () => app.close();
});
afterAll(() => close());

const open = (token: string, query = ""): Promise<Response> =>
  fetch(`${base}${mailOriginalPath(token)}${query}`);

describe("view of the original", () => {
  test("[MAIL-028] a policy without any source but the stored pictures", async () => {
    const response = await open("hostile");
    expect(response.status).toBe(200);
    expect(response.headers.get("content-security-policy")).toBe(
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data: https://files.shop.example/files/; " +
        "form-action 'none'; base-uri 'none'; frame-ancestors 'self'",
    );
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "cross-origin-resource-policy": "same-origin",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-dns-prefetch-control": "off",
    });
  });

  test("[MAIL-028] remote pictures only on request, and never without encryption", async () => {
    const policy = async (query: string): Promise<string> =>
      (await open("hostile", query)).headers.get("content-security-policy") ?? "";
    expect(await policy("?images=show")).toContain(
      "img-src data: https://files.shop.example/files/ https:;",
    );
    expect(await policy("?images=1")).not.toContain("https:;");
  });

  test("[MAIL-029] pictures come from stored files, and links to other servers are off", async () => {
    expect(await (await open("pictures")).text()).toBe(
      `<off-link rel=preconnect href="https://evil.example"><off-LINK/rel=x><p style="background:url(${picture})">` +
        `<img src="${picture}"><img src=cid:two@mail.example><img src="cid:unsafe"></p>`,
    );
    expect(await (await open("hostile")).text()).not.toMatch(
      /<(?:link|iframe|frame|object|embed)[\s/>]/i,
    );
  });

  test("[MAIL-028] an unknown token answers 404", async () => {
    expect((await open("constructor")).status).toBe(404);
  });
});
