import { describe, expect, test } from "vitest";
import { parseGaClientId, toVisitSession, parseUtm } from "./visit-session.ts";

const geoip = {
  region_code: "",
  country: "",
  country_code: "",
  region: "",
  city: "",
  latitude: "",
  longitude: "",
  organization: "",
};
const emptyUtm = { source: "", medium: "", content: "", campaign: "", term: "" };

describe("session of a visit", () => {
  test("[WH-025] utm values are those of the first page's address", () => {
    expect(
      parseUtm(
        "https://shop.example/?utm_source=news&utm_campaign=autumn%20sale&x=1&utm_source=second",
      ),
    ).toEqual({
      ...emptyUtm,
      source: "news",
      campaign: "autumn sale",
    });
    for (const url of [
      "",
      "no url",
      "https://shop.example/",
      "https://shop.example/?UTM_SOURCE=x#utm_term=y",
      "https://shop.example/?utm_term=%20",
    ])
      expect(parseUtm(url)).toEqual(emptyUtm);
    expect(parseUtm(`https://shop.example/?utm_term=${"x".repeat(1_000)}%00`).term).toHaveLength(
      255,
    );
  });

  test("[WH-026] analytics holds the client ids of cookies that have the known form", () => {
    expect(parseGaClientId("GA1.2.1234567890.1763620800")).toBe("1234567890.1763620800");
    expect(parseGaClientId("GA1.1-2.123.456")).toBe("123.456");
    for (const cookie of ["", "GA1.2.x.y", "1234.5678", "GA1.2.1.2.3<script>"])
      expect(parseGaClientId(cookie)).toBe("");
    const visit = {
      firstUrl: "https://shop.example/",
      ip: "192.0.2.15",
      userAgent: "Mozilla/5.0",
      geoip,
    };
    expect(toVisitSession(visit)).toEqual({
      geoip,
      utm: emptyUtm,
      ip_addr: "192.0.2.15",
      user_agent: "Mozilla/5.0",
      analytics: {},
    });
    expect(
      toVisitSession({ ...visit, cookies: { ga: "GA1.2.123.456", ym: "176362080012345" } })
        .analytics,
    ).toEqual({
      ga: "123.456",
      ym: "176362080012345",
    });
    expect(
      toVisitSession({ ...visit, userAgent: "x".repeat(17_000), cookies: { ga: "x", ym: "<b>" } }),
    ).toMatchObject({
      analytics: {},
      user_agent: "x".repeat(512),
    });
  });
});
