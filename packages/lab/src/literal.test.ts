import { describe, expect, it } from "vitest";
import { literalAt, literalOf } from "./literal.ts";
import { inboundUrl, readOptions } from "./options.ts";

describe("ids as an integrator sees them", () => {
  it("[CH-043] the id of a recipient keeps type and digits", () => {
    const body = (id: string) => `{"recipient":{"id":${id}}}`;
    expect(literalAt(body("12345678901234567890"), "recipient", "id")).toBe("12345678901234567890");
    expect(literalAt(body('"7"'), "recipient", "id")).toBe('"7"');
    expect(literalAt(body('"\\u0041"'), "recipient", "id")).toBe('"A"');
    expect(literalAt(body("{}"), "recipient", "id")).toBeNull();
    expect(literalAt("<html>", "recipient", "id")).toBeNull();
  });
  it("[CH-041] what is typed becomes a text or a whole number", () => {
    expect(literalOf("7", false)).toBe('"7"');
    expect(literalOf("7", true)).toBe("7");
    expect(literalOf("07", true)).toBeNull();
    expect(literalOf("1.5", true)).toBeNull();
    expect(literalOf(" ", false)).toBeNull();
    expect(literalOf("x".repeat(256), false)).toBeNull();
  });
});

describe("options of the lab", () => {
  it("[CH-002] an inbound URL is recognised, with or without /status and trailing slash", () => {
    const url = `https://chat.example/channel/${"a".repeat(24)}/AbCdEf1234`;
    expect(inboundUrl(`${url}/`)).toBe(url);
    expect(inboundUrl(` ${url}/status?x=1#y `)).toBe(url);
    expect(inboundUrl("https://chat.example/channel/short/x")).toBeNull();
    expect(inboundUrl("javascript:alert(1)")).toBeNull();
  });
  it("[CLI-002] a wrong option is one sentence", () => {
    expect(readOptions(["--url", "nonsense"], {})).toHaveProperty("fault");
    expect(readOptions(["--unknown"], {})).toHaveProperty("fault");
    expect(readOptions([], { PUBLIC_URL: "https://chat.example/", PARLOUR_KEY: "pk_1" })).toMatchObject({
      options: { url: "https://chat.example", key: "pk_1", port: 4100 },
    });
  });
});
