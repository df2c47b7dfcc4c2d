import { expect, test } from "vitest";
import { toHostAndPort } from "./outgoing-addresses.ts";

test("[CORE-123] an address is allowed with its host and its port alone, the usual port of its scheme included", () => {
  expect(toHostAndPort("http://localhost:8081/parlour")).toBe("localhost:8081");
  expect(toHostAndPort("https://10.0.0.7/events?a=1")).toBe("10.0.0.7:443");
  expect(toHostAndPort("http://[::1]/")).toBe("[::1]:80");
  expect(toHostAndPort("localhost")).toBeNull();
  expect(toHostAndPort("")).toBeNull();
});
