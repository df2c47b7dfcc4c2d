import { readdirSync } from "node:fs";
import { registerHooks } from "node:module";
import type { ServerHooks } from "@parlour/server";

/** The built process of the product: `npm run build` makes it. */
export const builtMain = new URL("../../server/dist/main.js", import.meta.url);
const hooksKey = Symbol.for("parlour.testkit.hooks");

/**
 * Runs the built product in this process, its server with `hooks`. The sources would do the same, but to load their 2,300 modules takes 0.8 s of a core
 * at each start. Resolves never: the product ends the process.
 */
export async function runBuilt(hooks: ServerHooks): Promise<void> {
  // Renamed by another build, it would be loaded without the hooks, and no test would notice.
  const servers = readdirSync(new URL("assets/", builtMain)).filter((name) => isServer.test(`/assets/${name}`));
  if (servers.length !== 1) throw new Error(`expected one chunk of the server, found ${servers.join(", ") || "none"}`);
  Object.defineProperty(globalThis, hooksKey, { value: hooks });
  registerHooks({
    load(url, context, next) {
      if (!isServer.test(url)) return next(url, context);
      return { format: "module", shortCircuit: true, source: withHooks(`${url}?whole`) };
    },
  });
  await import(builtMain.href);
}
/** The chunk that exports `startServer`. */
const isServer = /\/assets\/server-[^/?]+\.js$/;
/** Stands for that chunk. Node keeps what it compiled at an orderly end only; the next process should find it. */
const withHooks = (url: string): string => `
import { flushCompileCache } from "node:module";
import { startServer as start } from ${JSON.stringify(url)};
flushCompileCache();
export const startServer = (options) => start(options, globalThis[Symbol.for("parlour.testkit.hooks")]);
`;
