import { expect, test } from "vitest";
import { widget } from "./kinds/channels/widget.ts";
import { findProblems, isOrigin } from "./problems.ts";

test("[WG-006] a site is a scheme, a host and perhaps a port, with *. for its subdomains", () => {
  for (const good of [
    "https://shop.example",
    "http://127.0.0.1:9200",
    "https://*.shop.example",
    "https://Shop.example/",
    "http://[::1]:8080",
  ])
    expect([good, isOrigin(good)]).toEqual([good, true]);
  for (const bad of [
    "shop.example",
    "https://",
    "https://shop.example/path",
    "https://*",
    "https://*.127.0.0.1",
    "https://a.*.example",
    "https://ann@shop.example",
    "https://shop.example:443",
    "ftp://shop.example",
    "https://shop.example?x",
    "null",
    "",
  ])
    expect([bad, isOrigin(bad)]).toEqual([bad, false]);
});

test("[WG-090] what is wrong with settings is said with the part that holds it", () => {
  const find = (settings: object) => findProblems(widget.fields, { widget: settings });
  expect(find({ origins: ["https://a.example", "b.example"] })).toEqual([
    ["widget.origins.1", { is: "format", format: "origin", at: 1, text: "b.example" }],
  ]);
  expect(find({ consent_url: "javascript:alert(1)" })).toMatchObject([["widget.consent_url", {}]]);
  expect(find({ hidden: { urls: ["/cart", " "] } })).toEqual([
    ["widget.hidden.urls", { is: "empty" }],
  ]);
  expect(find({ prefixes: [] })).toEqual([["widget.prefixes", { is: "too_few", min: 1 }]]);
  expect(find({ accent: "#0b6b5d", consent_url: null, origins: [] })).toEqual([]);
});
