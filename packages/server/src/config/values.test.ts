import { expect, it } from "vitest";
import { parseDatabaseHosts } from "../store/database/hosts/url.ts";
import { parseDatabaseReadUrl, parseDatabaseUrl, validateEgressTarget } from "./values.ts";

it.each([
  ["postgres://one/parlour", ["postgres://one/parlour"]],
  [
    "postgres://ann:p%40ss@one:5432,two:5433,[::1]/parlour?sslmode=require",
    [
      "postgres://ann:p%40ss@one:5432/parlour?sslmode=require",
      "postgres://ann:p%40ss@two:5433/parlour?sslmode=require",
      "postgres://ann:p%40ss@[::1]/parlour?sslmode=require",
    ],
  ],
  [
    "postgresql://localhost/parlour?host=/run/one,/run/two&target_session_attrs=read-write",
    [
      "postgresql://localhost/parlour?host=%2Frun%2Fone",
      "postgresql://localhost/parlour?host=%2Frun%2Ftwo",
    ],
  ],
])("[CFG-004] the hosts of %s", (url, hosts) => {
  expect(parseDatabaseHosts(url)?.urls).toEqual(hosts);
  expect(parseDatabaseUrl(url)).toBe(url);
});
it.each([
  "mysql://one/parlour",
  "postgres://one,/parlour",
  "postgres://one:0x,two/parlour",
  "postgres:///parlour",
  "postgres://one,two/parlour?target_session_attrs=standby",
  "postgres://one,two/parlour?target_session_attrs=any",
])("[CFG-004] [CFG-015] %s is not allowed", (url) => {
  expect(parseDatabaseUrl(url)).toBeUndefined();
});
it("[CFG-120] of several hosts, a read connection prefers a standby", () => {
  expect(parseDatabaseReadUrl("postgres://one/parlour")).toBe("postgres://one/parlour");
  expect(parseDatabaseReadUrl("postgres://one,two/parlour")).toBe(
    "postgres://one,two/parlour?target_session_attrs=prefer-standby",
  );
  expect(parseDatabaseReadUrl("postgres://one,two/p?target_session_attrs=read-write")).toBe(
    undefined,
  );
});

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
