import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseResponse, type WebhookResponse } from "./parse-response.ts";

const parse = (body: string | Uint8Array | object, withData = true): WebhookResponse =>
  parseResponse(
    body instanceof Uint8Array
      ? body
      : Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
    withData,
  );
const emptyData = {
  contacts: {},
  customData: null,
  assign: null,
  crmLink: null,
  page: null,
  fields: null,
};

describe("what counts as an answer", () => {
  test("[WH-040] JSON is read whatever stands around it: BOM, white space, one layer of string", () => {
    expect(parse('\uFEFF {"result":"ok"} ')).toEqual({
      isOk: true,
      data: emptyData,
      ignored: [],
      note: null,
    });
    expect(
      parse(JSON.stringify('{"result":"ok","crm_link":"https://crm.example/1"}')).data?.crmLink,
    ).toBe("https://crm.example/1");
    expect(parse(JSON.stringify(JSON.stringify('{"result":"ok"}'))).data).toBeNull();
  });

  test.each([
    ["empty", ""],
    ["white space", " \n"],
    ["HTML", "<!doctype html><p>ok"],
    ["broken", '{"result":"ok"'],
    ["a duplicate key", '{"result":"ok","result":"ok"}'],
    [
      "a duplicate key inside",
      '{"result":"ok","page":{"url":"https://a.example","url":"https://b.example"}}',
    ],
    ["a list", "[1]"],
    ["a number", "7"],
    ["null", "null"],
    ["no UTF-8", Buffer.from([0x7b, 0xff, 0x7d])],
    ["too deep", "[".repeat(40)],
  ])("[WH-040] %s is no data", (_what, body) => {
    expect(parse(body)).toMatchObject({
      isOk: false,
      data: null,
      note: { code: "result_missing" },
    });
  });

  test.each(["ok", "OK", "Ok", " ok\n"])("[WH-041] result %j is ok", (result) => {
    expect(parse({ result }).isOk).toBe(true);
  });

  test.each([
    ["FAILURE", "result: FAILURE"],
    ["ok\u0000", "result: ok\uFFFD"],
    ["", "result: "],
    [null, "result: null"],
    [true, "result: true"],
    [1e30, "result: 1e+30"],
  ])("[WH-041] result %j is none: no data, and the ledger says so", (result, message) => {
    const custom_data = [{ title: "Plan", content: "Gold" }];
    expect(parse({ result, custom_data })).toEqual({
      isOk: false,
      data: null,
      ignored: [{ field: "custom_data", reason: "result_not_ok" }],
      note: { code: "result_not_ok", message },
    });
  });

  test("[WH-041] a long result is cut in the ledger", () => {
    expect(parse({ result: "x".repeat(500) }).note?.message).toBe(`result: ${"x".repeat(100)}`);
  });

  test("[WH-041] without result there is no data", () => {
    expect(parse({ custom_data: [] })).toEqual({
      isOk: false,
      data: null,
      ignored: [{ field: "custom_data", reason: "result_not_ok" }],
      note: { code: "result_missing", message: "result missing" },
    });
  });

  test("[WH-042] of replies to other events only the result is read", () => {
    expect(parse({ result: "ok", custom_data: 5 }, false)).toEqual({
      isOk: true,
      data: null,
      ignored: [{ field: "custom_data", reason: "event_takes_no_data" }],
      note: null,
    });
  });
});

describe("data", () => {
  const data = (fields: object) => parse({ result: "ok", ...fields });

  test("[WH-042] the whole example", () => {
    expect(
      data({
        custom_data: [{ title: "Orders", content: "3 open, 120 EUR" }],
        contact_info: { name: "Nadia Ross", phone: "+4930111222", email: "nadia@shop.example" },
        enable_assign: true,
        crm_link: "https://crm.example/card/55",
        page: { url: "https://shop.example/returns/7", title: "Return 7" },
      }),
    ).toEqual({
      isOk: true,
      ignored: [],
      note: null,
      data: {
        contacts: { name: "Nadia Ross", phone: "+4930111222", email: "nadia@shop.example" },
        customData: [{ title: "Orders", content: "3 open, 120 EUR", key: null, link: null }],
        assign: true,
        crmLink: "https://crm.example/card/55",
        page: { url: "https://shop.example/returns/7", title: "Return 7" },
        fields: null,
      },
    });
  });

  test("[WH-043] at most 50 entries, no others than objects, text cut as the widget's", () => {
    const parsedMany = data({
      custom_data: Array.from({ length: 5_000 }, (_, n) => ({ title: `t${n}`, content: "c" })),
    });
    expect(parsedMany.data?.customData).toHaveLength(50);
    expect(parsedMany.data?.customData?.[49]?.title).toBe("t49");
    expect(parsedMany.note).toMatchObject({ code: "fields_dropped" });
    const odd = data({
      custom_data: [
        null,
        5,
        "x",
        ["y"],
        {},
        { title: "", content: "" },
        { key: "k" },
        { title: "t".repeat(200), content: "c".repeat(2_000) },
      ],
    });
    expect(odd.data?.customData).toEqual([
      { title: null, content: "", key: "k", link: null },
      { title: "t".repeat(100), content: "c".repeat(1_000), key: null, link: null },
    ]);
    expect(data({ custom_data: [] }).data?.customData).toEqual([]);
    expect(data({}).data?.customData).toBeNull();
  });

  test("[WH-043] links of entries are http, https, mailto or tel; others are dropped", () => {
    const links = [
      "https://a.example/x",
      "HTTP://a.example",
      "mailto:a@b.example",
      "tel:+49",
      "javascript:alert(1)",
      "ftp://a.example",
      "//a.example",
    ];
    const parsed = data({ custom_data: links.map((link) => ({ content: "c", link })) });
    expect(parsed.data?.customData?.map(({ link }) => link)).toEqual([
      ...links.slice(0, 4),
      null,
      null,
      null,
    ]);
  });

  test("[WH-044] a key of contact_info that is not used is named in the note", () => {
    const input = data({ contact_info: { name: "Nadia", description: "VIP" } });
    expect(input.data?.contacts).toEqual({ name: "Nadia" });
    expect(input.note).toEqual({
      code: "fields_dropped",
      message: "contact_info.description is not used",
    });
    expect(input.ignored).toEqual([{ field: "contact_info.description", reason: "unknown_field" }]);
  });

  test("[WH-044] empty values of contact_info say nothing, and [] is an empty object", () => {
    expect(data({ contact_info: [] })).toMatchObject({ note: null, data: { contacts: {} } });
    expect(
      data({ contact_info: { name: " ", phone: "", email: " a@b.example " } }).data?.contacts,
    ).toEqual({ email: "a@b.example" });
    expect(data({ page: [] })).toMatchObject({ note: null, data: { page: null } });
  });

  test.each([
    [true, true],
    ["true", true],
    [1, true],
    [false, false],
    ["false", false],
    ["yes", false],
    [{}, false],
    [null, null],
  ])("[WH-045] enable_assign %j means %j", (enable_assign, assign) => {
    expect(data({ enable_assign }).data?.assign).toBe(assign);
  });

  test.each([
    "javascript:alert(1)",
    " \tJaVa\nScRiPt:alert(1)",
    "data:text/html,x",
    "https://",
    "https://a b.example",
    "ht\ntps://a.example",
    5,
    "too long",
  ])("[WH-046] crm_link %j is none", (input) => {
    const crm_link = input === "too long" ? `https://a.example/${"x".repeat(2_048)}` : input;
    expect(data({ crm_link })).toMatchObject({
      data: { crmLink: null },
      note: { code: "fields_dropped" },
    });
  });

  test("[WH-047] a page needs a url; its title may be missing", () => {
    expect(data({ page: { url: "https://a.example" } }).data?.page).toEqual({
      url: "https://a.example",
      title: null,
    });
    expect(data({ page: { title: "x" } })).toMatchObject({
      data: { page: null },
      note: { message: "page has no url" },
    });
    expect(data({ page: { url: "javascript:alert(1)", title: "x" } }).data?.page).toBeNull();
  });

  test("[WH-048] a wrong type drops that field only", () => {
    const parsed = data({
      custom_data: { 0: "x" },
      contact_info: { name: { a: 1 }, email: ["x"], phone: 5 },
      crm_link: "https://crm.example",
      page: "x",
    });
    expect(parsed.data).toEqual({ ...emptyData, crmLink: "https://crm.example" });
    expect(parsed.note?.message).toBe(
      "contact_info.name is no text; contact_info.phone is no text; contact_info.email is no text; custom_data is not a list; page is no object",
    );
  });

  test("[WH-048] whatever JSON comes, nothing but texts of the limits comes out", () => {
    const field = fc.oneof(fc.jsonValue(), fc.constant("https://a.example/x"));
    const reply = fc.record(
      {
        custom_data: fc.oneof(
          field,
          fc.array(
            fc.dictionary(fc.constantFrom("title", "content", "key", "link", "__proto__"), field),
          ),
        ),
        contact_info: fc.oneof(
          field,
          fc.dictionary(fc.constantFrom("name", "phone", "email"), field),
        ),
        enable_assign: field,
        crm_link: field,
        page: fc.oneof(field, fc.dictionary(fc.constantFrom("url", "title"), field)),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(reply, (fields) => {
        const parsed = parse({ result: "ok", ...fields }).data;
        if (parsed === null) return;
        for (const entry of parsed.customData ?? []) {
          expect(Object.keys(entry)).toEqual(["title", "content", "key", "link"]);
          for (const text of Object.values(entry))
            expect(text === null || typeof text === "string").toBe(true);
        }
        for (const text of [
          ...Object.values(parsed.contacts),
          parsed.crmLink ?? "",
          parsed.page?.url ?? "",
        ])
          expect(typeof text).toBe("string");
        expect([true, false, null]).toContain(parsed.assign);
      }),
      { numRuns: process.env["LONG"] === undefined ? 100 : 500 },
    );
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });
});
