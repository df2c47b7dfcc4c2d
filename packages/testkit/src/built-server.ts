import { readdirSync } from "node:fs";
import { registerHooks } from "node:module";
import type { TestHooks } from "@parlour/server";

/** The entry of the server built by `npm run build`. */
export const builtServerMain = new URL("../../server/dist/main.js", import.meta.url);
const hooksKey = Symbol.for("parlour.testkit.hooks");

/**
 * Runs the built server in this process with `hooks`. Starting from the sources would give the same
 * behaviour, but loading their 2,300 modules takes 0.8 s of CPU time per start. Never resolves,
 * because the server ends the process.
 */
export async function runBuiltServer(hooks: TestHooks): Promise<void> {
  // Without this check, a build that renames the chunk would silently run without the hooks.
  const servers = readdirSync(new URL("assets/", builtServerMain)).filter((name) =>
    serverChunkPattern.test(`/assets/${name}`),
  );
  if (servers.length !== 1)
    throw new Error(`expected one chunk of the server, found ${servers.join(", ") || "none"}`);
  Object.defineProperty(globalThis, hooksKey, { value: hooks });
  registerHooks({
    load(url, context, next) {
      if (!serverChunkPattern.test(url)) return next(url, context);
      return { format: "module", shortCircuit: true, source: wrapServerChunk(`${url}?whole`) };
    },
  });
  await import(builtServerMain.href);
}
/** Matches the chunk that exports `startServer`. */
const serverChunkPattern = /\/assets\/server-[^/?]+\.js$/;
/**
 * Returns a module that replaces the chunk. It flushes the compile cache, which Node otherwise
 * writes only on a regular exit.
 */
const wrapServerChunk = (url: string): string => `
import { flushCompileCache } from "node:module";
import { startServer as start } from ${JSON.stringify(url)};
flushCompileCache();
export const startServer = (options) => start(options, globalThis[Symbol.for("parlour.testkit.hooks")]);
`;
