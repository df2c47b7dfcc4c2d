import { describe, expect, it } from "vitest";
import { parseHosts, findInvalidHost } from "./hosts.ts";

describe("Safe URL form", () => {
  it("[WG-045] hosts stand one a line, each once", () => {
    expect(parseHosts(" Shop.example \n\ncrm.example, shop.example.;10.0.0.7")).toEqual([
      "shop.example",
      "crm.example",
      "10.0.0.7",
    ]);
    expect(parseHosts(" \n ")).toEqual([]);
  });
  it("[WG-045] names the first entry that is no host", () => {
    expect(
      ["shop.example\nhttps://crm.example/x", "a b:8080", "-x.example"].map(findInvalidHost),
    ).toEqual(["https://crm.example/x", "b:8080", "-x.example"]);
    expect(["", "shop.example", "почта.рф", "localhost"].map(findInvalidHost)).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});
