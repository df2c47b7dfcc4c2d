import { expect, test } from "vitest";
import { isAllowedOrigin } from "./origins.ts";

test("[WG-006] the sites of a widget are origins, with their subdomains if they say so", () => {
  const isAllowed = (allowed: string, origin = "https://www.shop.example") =>
    isAllowedOrigin(["https://other.example", allowed], origin);
  expect(isAllowedOrigin([], "https://www.shop.example")).toBe(true);
  expect(isAllowed("https://www.shop.example")).toBe(true);
  expect(isAllowed("https://WWW.shop.example/")).toBe(true);
  expect(isAllowed("https://*.shop.example/")).toBe(true);
  expect(isAllowed("http://[::1]:8080", "http://[::1]:8080")).toBe(true);
  expect(isAllowed("https://shop.example")).toBe(false);
  expect(isAllowed("https://www.shop.example", "https://www-shop.example")).toBe(false);
  expect(isAllowed("https://www.shop.example", "https://www.shop.example.evil")).toBe(false);
  expect(isAllowed("https://*.shop.example", "https://shop.example")).toBe(false);
  expect(isAllowed("https://*.shop.example", "https://evilshop.example")).toBe(false);
  expect(isAllowed("https://*.shop.example", "https://.shop.example")).toBe(false);
  expect(isAllowed("https://*.shop.example", "http://www.shop.example")).toBe(false);
  expect(isAllowed("https://shop.example", "null")).toBe(false);
});
