import { expect, test } from "vitest";
import { emptyMedia } from "../../../core/chat/message/file-attachment.ts";
import { generic } from "../gateways/generic.ts";
import { parseGateway } from "../gateways/parse-gateway.ts";
import { presets } from "../gateways/presets.ts";
import { buildTexts } from "./build-text.ts";
import { fillRequest } from "./fill-template.ts";
import { parseIncoming, parseTime } from "./parse-incoming.ts";
import { toCustomer, toPhone, toRecipient } from "./phone-number.ts";
import { parseFields, readPath } from "./read-path.ts";

const values = {
  account: "AC1",
  secret: "s/1",
  basic: "QUMxOnMvMQ==",
  address: "https://sms.example/send?key=a b",
  from: "+4930123456",
  from_digits: "4930123456",
  to: "+4915112345678",
  to_digits: "4915112345678",
  text: 'Größe "42" & {to}',
  id: "mark",
  callback: "https://chat.example/r?mark=1",
};

test("[SMS-002] every preset is a valid definition", () => {
  for (const [name, preset] of Object.entries(presets))
    expect(parseGateway(JSON.stringify(preset)), name).toEqual({ gateway: preset });
});

test.each([
  ["", "The definition is not JSON."],
  ["[]", "The definition is no object."],
  ["{}", "send is no object."],
  ['{"send":{"method":"PUT"}}', "response is no object."],
])("[SMS-002] the definition %s is refused: %s", (text, problem) => {
  expect(parseGateway(text)).toEqual({ problem });
});

test("[SMS-002] faults name their field", () => {
  const change = (part: "send" | "response" | "receipt", fields: object) =>
    parseGateway(JSON.stringify({ ...generic, [part]: { ...generic[part], ...fields } }));
  expect(change("send", { as: "xml" })).toEqual({
    problem: "send.as is none of form, json, query.",
  });
  expect(change("send", { url: "" })).toEqual({ problem: "send.url is no text." });
  expect(change("send", { headers: { a: {} } })).toEqual({
    problem: "send.headers has a value that is no text.",
  });
  expect(change("send", { fields: { a: 7 } })).toEqual({
    problem: "send.fields has a value that is no text.",
  });
  expect(change("receipt", { failed: "x" })).toEqual({
    problem: "receipt.failed is no list of texts.",
  });
});

test("[SMS-020] requests as form, JSON and query, with encoded values", () => {
  const twilio = fillRequest(presets.twilio, values);
  expect(twilio.url).toBe("https://api.twilio.com/2010-04-01/Accounts/AC1/Messages.json");
  expect(twilio.headers).toMatchObject({ authorization: "Basic QUMxOnMvMQ==" });
  expect(Object.fromEntries(new URLSearchParams(twilio.body))).toMatchObject({
    To: values.to,
    Body: values.text,
  });
  const json = fillRequest(generic, values);
  expect(json.url).toBe(values.address);
  expect(JSON.parse(json.body)).toMatchObject({ to: values.to, text: values.text, id: "mark" });
  const query = fillRequest(
    {
      ...generic,
      send: {
        method: "GET",
        url: "https://sms.example/{account}/{unknown}",
        headers: { "X-Key": "{secret}" },
        as: "query",
        fields: { text: "{text}", nested: { to: ["{to}"] } },
      },
    },
    { ...values, account: "a/b", secret: "s\r\nx: y" },
  );
  expect(query.url).toContain("https://sms.example/a%2Fb/{unknown}?text=Gr%C3%B6%C3%9Fe");
  expect(new URL(query.url).searchParams.get("nested")).toBe('{"to":["+4915112345678"]}');
  expect(query).toMatchObject({ headers: { "x-key": "s  x: y" }, body: "" });
});

test("[SMS-010] fields of query, form and JSON, by name and by pointer", () => {
  expect(parseFields({ a: "1" }, Buffer.from("b=2&c=%C3%BC"), "")).toEqual({
    a: "1",
    b: "2",
    c: "ü",
  });
  const fields = parseFields({ a: "1" }, Buffer.from('{"m":[{"id":12345678901234567890}]}'), "");
  expect(readPath(fields, "/m/0/id")).toBe("12345678901234567890");
  for (const path of ["/m/1/id", "/m/0", "none", "/__proto__", "constructor"])
    expect(readPath(fields, path), path).toBe("");
  expect(parseFields(null, Buffer.from("{"), "text/plain")).toEqual({ "{": "" });
  expect(parseFields({ a: "1" }, Buffer.from("null"), "application/json")).toEqual({ a: "1" });
  expect(() => parseFields(null, Buffer.from("{"), "application/json")).toThrow(/JSON/i);
});

test("[SMS-013] ids of messages: of the gateway, of their content and time, and none", () => {
  const parse = (fields: object) => parseIncoming(generic, fields);
  const sms = { from: "+49 151 12345678", to: "+4930123456", text: "ok" };
  expect(parse({ ...sms, id: "7", time: "2026-11-30T10:00:00+01:00" })).toMatchObject({
    customer: "4915112345678",
    externalId: "in:7",
    text: "ok",
    writtenAt: Date.UTC(2026, 10, 30, 9),
  });
  for (const id of ["x".repeat(9_000), "a\u0000b", "ü"])
    expect(parse({ ...sms, id })).toMatchObject({
      externalId: expect.stringMatching(/^in:sha256:[\w-]{43}$/),
    });
  for (const time of ["1700000000", "2026-11-30 10:00:00", "Mon, 30 Nov 2026 10:00:00 GMT"])
    expect(parse({ ...sms, time })).toMatchObject({
      externalId: expect.stringMatching(/^hash:[\w-]{43}$/),
    });
  for (const time of ["", "2026-11-30 10:00", "now"])
    expect(parse({ ...sms, time })).toMatchObject({ externalId: null });
  expect(parse({ ...sms, text: " " })).toMatchObject({ text: expect.stringMatching(/^\[Sent/) });
  expect(parse({ text: "ok" })).toHaveProperty("reason");
});

test("[SMS-010] times and senders", () => {
  expect(parseTime("1700000000")).toBe(1_700_000_000_000);
  expect(parseTime("1700000000123")).toBe(1_700_000_000_123);
  expect(parseTime("2020-01-01 12:00:00")).toBe(Date.UTC(2020, 0, 1, 12));
  for (const text of ["", "yesterday", "2020-13-01 12:00:00"])
    expect(parseTime(text)).toBeUndefined();
  expect(["0049 151-12", "+1 (202) 555-0100", "INFO", "a\nb<", ""].map(toCustomer)).toEqual([
    "4915112",
    "12025550100",
    "INFO",
    "",
    "",
  ]);
  expect(["4915112345678", "12345", "INFO"].map(toPhone)).toEqual([
    "+4915112345678",
    undefined,
    undefined,
  ]);
  expect(["4915112345678", "12345", "INFO"].map(toRecipient)).toEqual([
    "+4915112345678",
    "12345",
    "INFO",
  ]);
});

test("[SMS-021] files are links, locations a map, and long texts several messages", () => {
  const file = "https://chat.example/files/t/a.pdf";
  const media = { ...emptyMedia, type: "document", file, file_name: "a.pdf" } as const;
  expect(buildTexts({ text: "Look", media })).toEqual([`Look\na.pdf\n${file}`]);
  expect(
    buildTexts({ text: "", media: { ...emptyMedia, type: "location", latitude: 1, longitude: 2 } }),
  ).toEqual(["https://www.openstreetmap.org/?mlat=1&mlon=2"]);
  expect(buildTexts({ text: "x".repeat(1_700) }).map(({ length }) => length)).toEqual([1_600, 100]);
});
