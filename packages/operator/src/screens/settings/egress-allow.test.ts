import { expect, test } from "vitest";
import { hostAndPort } from "./egress-allow.ts";

test("[CORE-123] an address is allowed with its host and its port alone, the usual port of its scheme included", () => {
  expect(hostAndPort("http://localhost:8081/parlour")).toBe("localhost:8081");
  expect(hostAndPort("https://10.0.0.7/events?a=1")).toBe("10.0.0.7:443");
  expect(hostAndPort("http://[::1]/")).toBe("[::1]:80");
  expect(hostAndPort("localhost")).toBeNull();
  expect(hostAndPort("")).toBeNull();
});
