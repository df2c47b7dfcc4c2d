import { expect, it } from "vitest";
import { validateEgressTarget } from "./values.ts";

it.each([
  "127.0.0.1:9100",
  "localhost:80",
  "hooks.example:443",
  "[::1]:9100",
  "10.0.0.0/8",
  "fd00::/8",
  "192.168.1.7",
  "::1",
  "a:1",
  "10.0.0.1/32",
  "::/0",
])("[CORE-123] %s may stand in the allow list", (entry) => {
  expect(validateEgressTarget(entry)).toBeNull();
});
it.each([
  "",
  "localhost",
  "127.0.0.1:0",
  "127.0.0.1:65536",
  "127.0.0.1:",
  ":80",
  "10.0.0.0/33",
  "10.0.0.0/",
  "10.0.0.0/8/8",
  "fd00::/129",
  "http://a:1",
  "a b:1",
  "[127.0.0.1]:80",
  "[::1]",
  "-a:1",
  "*:80",
  "10.0.0.0/-1",
])("[CORE-123] %j may not", (entry) => {
  expect(validateEgressTarget(entry)).toContain(entry);
});
