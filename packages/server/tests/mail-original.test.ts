import { createAddressReader } from "../src/http/client-address.ts";
import { readFileSync } from "node:fs";
import { Readable, Writable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ManualClock } from "../src/clock.ts";
import { createMailOriginalRoutes, mailOriginalPath } from "../src/edges/mail/original/index.ts";
import { describeFaults } from "../src/edges/mail/original/shown-faults.ts";
import { createOriginal, readOriginal } from "../src/edges/mail/original/stored-original.ts";
import { parseMail, type ParsedMail } from "../src/edges/mail/format/parse/index.ts";
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

/** Originals with text of a guessed character set. */
const toGuess = (text: string, isHtml: boolean) => ({
  guessed: {
    charset: "windows-1252",
    isHtml,
    bytes: Buffer.concat([Buffer.from(text), Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2])]),
  },
});
const guesses: Readonly<Record<string, ReturnType<typeof toGuess>>> = {
  guessed: toGuess("<b>", false),
  "guessed-html": toGuess("<iframe></iframe>", true),
};

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
    publicUrl: () => "http://localhost:3000",
    readClientAddress: createAddressReader([]),
    findings: () => [],
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
          Object.hasOwn(originals, token) || Object.hasOwn(guesses, token)
            ? {
                html: originals[token] ?? null,
                guessed: null,
                ...guesses[token],
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

  test("[MAIL-117] text of a guessed character set is read with another one of the list", async () => {
    const text = async (token: string, query: string): Promise<string> => {
      const response = await open(token, query);
      return `${response.headers.get("content-type")} ${await response.text()}`;
    };
    expect(await text("guessed", "")).toBe("text/plain; charset=utf-8 <b>Ïðèâåò");
    expect(await text("guessed", "?charset=windows-1251")).toBe(
      "text/plain; charset=utf-8 <b>Привет",
    );
    expect(await text("guessed-html", "?charset=windows-1251")).toBe(
      "text/html; charset=utf-8 <off-iframe></off-iframe>Привет",
    );
    expect(await text("pictures", "?charset=windows-1251")).toMatch(/^text\/html; .*off-link/);
    for (const unknown of ["utf-7", "x", "", "constructor"])
      expect((await open("guessed", `?charset=${unknown}`)).status).toBe(400);
  });

  test("[MAIL-117] the original of plain text is stored only with a guessed character set", async () => {
    const parse = (body: Buffer): Promise<ParsedMail> =>
      parseMail(Buffer.concat([Buffer.from("From: a@mail.example\r\n\r\n"), body]), {
        maxBytes: 1_000,
        receivedAt: 0,
        authenticationServers: [],
        markers: ["test"],
      });
    const guessed = await parse(Buffer.from("\u00cf\u00f0\u00e8\u00e2\u00e5\u00f2", "latin1"));
    const stored = createOriginal(guessed)?.build([]).body;
    const body = Buffer.isBuffer(stored) ? stored : Buffer.alloc(0);
    const files = {
      open: async () => ({
        name: "mail-original.json",
        size: body.length,
        read: async () => Readable.from([body]),
      }),
    } as unknown as Parameters<typeof readOriginal>[0];
    expect(await readOriginal(files, "token")).toMatchObject({
      html: null,
      guessed: { charset: "windows-1251", isHtml: false },
    });
    expect(describeFaults(guessed)).toEqual({
      faults: ["guessed_charset"],
      charset: "windows-1251",
    });
    const plain = await parse(Buffer.from("Hello"));
    expect(createOriginal(plain)).toBeUndefined();
    expect(describeFaults(plain)).toEqual({});
  });

  test("[MAIL-028] an unknown token answers 404", async () => {
    expect((await open("constructor")).status).toBe(404);
  });
});
