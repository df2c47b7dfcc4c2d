import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, transformWithOxc, type Plugin } from "vite";
import { renderDocuments } from "./src/openapi/documents.ts";

const entries = { main: "src/main.ts", installed: "src/cli/installed.ts" };
const documentationSource = join(import.meta.dirname, "../../docs/integrate");

/**
 * Bundles the server into a few files. Loading its 2,300 modules one by one, ours and those of
 * libraries, takes half a second of each start and 50 MiB (PERF-12, PERF-13). Native modules stay
 * where npm put them. The output is not minified, so that stack traces can be read.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    loadHttpModuleDirectly(),
    registerRoutesCheaply(),
    escapeCharacters(),
    writeEntries(),
    writeDocuments(),
  ],
  build: {
    ssr: true,
    target: "node24",
    outDir: "dist",
    emptyOutDir: true,
    minify: false,
    rolldownOptions: {
      input: entries,
      output: {
        // The format that `code-loader.ts` runs with stored code.
        format: "cjs",
        dynamicImportInCjs: false,
        entryFileNames: "[name].cjs",
        chunkFileNames: "assets/[name]-[hash].cjs",
        comments: { legal: true, annotation: false, jsdoc: false },
      },
    },
  },
  ssr: { noExternal: true, external: ["sharp", "@node-rs/argon2"] },
});

/**
 * Loads `node:http` by function call. An import statement reads all exports of a module, and some
 * of `node:http` load Node's own copy of undici, which takes 15 ms (PERF-12).
 */
function loadHttpModuleDirectly(): Plugin {
  const id = "\0node-http";
  return {
    name: "parlour-http-module",
    enforce: "pre",
    resolveId: (source) => (source === "node:http" || source === "http" ? id : null),
    load: (loaded) =>
      loaded === id ? 'module.exports = process.getBuiltinModule("node:http");' : null,
  };
}

/** Replacements in the code of libraries, by the end of the file's path. */
const replacements: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  // A function per part of a path, compiled from a text. No cache contains such code.
  "/find-my-way/lib/node.js": [
    [/return new Function\('path', 'i', .*/, "return (path, i) => path.startsWith(prefix, i);"],
  ],
  // Two functions per route, compiled from texts: most routes share the first, and the second is
  // needed only for routes with constraints.
  "/find-my-way/lib/handler-storage.js": [
    [/^class HandlerStorage \{/m, "const creators = new Map();\n$&"],
    [
      /_createParamsObject: (this\._compileCreateParamsObject\(params\))/,
      `_createParamsObject: creators.get(params.join("/")) ??
        creators.set(params.join("/"), $1).get(params.join("/"))`,
    ],
    [
      /^ {6}(this\._compileGetHandlerMatchingConstraints\(constrainer, constraints\))/m,
      `this._getHandlerMatchingConstraints = (derived) => {
        $1;
        return this._getHandlerMatchingConstraints(derived);
      };`,
    ],
  ],
  // Two callbacks per route, which Fastify queues one by one as plugins and as listeners.
  "/fastify/lib/route.js": [
    [/this\.after\(\(notHandledErr, done\) => \{/, "afterRoutes(this, (notHandledErr, done) => {"],
    [/avvio\.once\('preReady', \(\) => \{/, "beforeReady(avvio, () => {"],
    [
      /^function buildRouting /m,
      `const routesOfInstances = new WeakMap();
function afterRoutes(instance, callback) {
  const waiting = routesOfInstances.get(instance);
  if (waiting !== undefined) return void waiting.push(callback);
  const callbacks = [callback];
  routesOfInstances.set(instance, callbacks);
  instance.after((error, done) => {
    routesOfInstances.delete(instance);
    for (const call of callbacks) call(error, () => undefined);
    done(error);
  });
}
const callbacksBeforeReady = new WeakMap();
function beforeReady(avvio, callback) {
  const waiting = callbacksBeforeReady.get(avvio);
  if (waiting !== undefined) return void waiting.push(callback);
  const callbacks = [callback];
  callbacksBeforeReady.set(avvio, callbacks);
  avvio.once("preReady", () => {
    for (const call of callbacks) call();
  });
}
$&`,
    ],
  ],
};

/**
 * Makes the registration of a route cheaper: Fastify and its router do for each of 540 routes
 * what is needed once, or never (PERF-12).
 */
function registerRoutesCheaply(): Plugin {
  return {
    name: "parlour-routes",
    transform(code, id) {
      const found = Object.entries(replacements).find(([path]) => id.endsWith(path));
      if (found === undefined) return null;
      let changed = code;
      for (const [pattern, replacement] of found[1]) {
        if (!pattern.test(changed)) throw new Error(`${found[0]} has changed: ${pattern.source}`);
        changed = changed.replace(pattern, replacement);
      }
      return { code: changed, map: null };
    },
  };
}

/**
 * Escapes all characters beyond ASCII. V8 then stores a file in half of the memory (PERF-12,
 * PERF-13).
 */
function escapeCharacters(): Plugin {
  return {
    name: "parlour-ascii",
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === "chunk") chunk.code = toAscii(chunk.code);
    },
  };
}

function toAscii(code: string): string {
  if (/String\.raw`[^`]*[^\p{ASCII}`]/u.test(code))
    throw new Error("String.raw would contain an escape instead of a character beyond ASCII");
  // Without the u flag, a character beyond the basic plane is escaped as its two code units.
  return code.replaceAll(/(\\*)([\u0080-\uffff])/g, (_, backslashes: string, unit: string) => {
    const escape = `u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
    // An odd backslash escapes the character, which is the same as the character alone.
    return backslashes.length % 2 === 1 ? backslashes + escape : `${backslashes}\\${escape}`;
  });
}

/** Writes a file per entry point that runs it with the code of an earlier start (PERF-12). */
function writeEntries(): Plugin {
  return {
    name: "parlour-entries",
    async generateBundle() {
      const loader = join(import.meta.dirname, "src/code-loader.ts");
      const { code } = await transformWithOxc(readFileSync(loader, "utf8"), loader);
      const emit = (fileName: string, source: string): string =>
        this.emitFile({ type: "asset", fileName, source });
      emit("code-loader.js", code);
      for (const name of Object.keys(entries))
        emit(
          `${name}.js`,
          `import { join } from "node:path";
import { runBuiltEntry } from "./code-loader.js";
runBuiltEntry(join(import.meta.dirname, "${name}.cjs"));
`,
        );
    },
  };
}

/** Writes the API documents (API-115) and the integrators' pages, which the server serves. */
function writeDocuments(): Plugin {
  return {
    name: "parlour-api-documents",
    async generateBundle() {
      for (const [name, source] of Object.entries(await renderDocuments()))
        this.emitFile({
          type: "asset",
          fileName: `documents/${name}`,
          source,
        });
      for (const name of readdirSync(documentationSource))
        if (name.endsWith(".md"))
          this.emitFile({
            type: "asset",
            fileName: `integrate/${name}`,
            source: readFileSync(join(documentationSource, name)),
          });
    },
  };
}
