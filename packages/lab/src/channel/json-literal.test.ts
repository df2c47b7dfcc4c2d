import { describe, expect, it } from "vitest";
import { readJsonLiteral, toJsonLiteral } from "./json-literal.ts";
import { normalizeInboundUrl, parseOptions } from "../options.ts";

describe("ids as an integrator sees them", () => {
  it("[CH-043] the id of a recipient keeps type and digits", () => {
    const body = (id: string) => `{"recipient":{"id":${id}}}`;
    expect(readJsonLiteral(body("12345678901234567890"), "recipient", "id")).toBe(
      "12345678901234567890",
    );
    expect(readJsonLiteral(body('"7"'), "recipient", "id")).toBe('"7"');
    expect(readJsonLiteral(body('"\\u0041"'), "recipient", "id")).toBe('"A"');
    expect(readJsonLiteral(body("{}"), "recipient", "id")).toBeNull();
    expect(readJsonLiteral("<html>", "recipient", "id")).toBeNull();
  });
  it("[CH-041] what is typed becomes a text or a whole number", () => {
    expect(toJsonLiteral("7", false)).toBe('"7"');
    expect(toJsonLiteral("7", true)).toBe("7");
    expect(toJsonLiteral("07", true)).toBeNull();
    expect(toJsonLiteral("1.5", true)).toBeNull();
    expect(toJsonLiteral(" ", false)).toBeNull();
    expect(toJsonLiteral("x".repeat(256), false)).toBeNull();
  });
});

describe("options of the lab", () => {
  it("[CH-002] an inbound URL is recognised, with or without /status and trailing slash", () => {
    const url = `https://chat.example/channel/${"a".repeat(24)}/AbCdEf1234`;
    expect(normalizeInboundUrl(`${url}/`)).toBe(url);
    expect(normalizeInboundUrl(` ${url}/status?x=1#y `)).toBe(url);
    expect(normalizeInboundUrl("https://chat.example/channel/short/x")).toBeNull();
    expect(normalizeInboundUrl("javascript:alert(1)")).toBeNull();
  });
  it("[CLI-002] a wrong option is one sentence", () => {
    expect(parseOptions(["--url", "nonsense"], {})).toHaveProperty("fault");
    expect(parseOptions(["--unknown"], {})).toHaveProperty("fault");
    expect(
      parseOptions([], { PUBLIC_URL: "https://chat.example/", PARLOUR_KEY: "pk_1" }),
    ).toMatchObject({
      options: { url: "https://chat.example", key: "pk_1", port: 4100 },
    });
  });
});
