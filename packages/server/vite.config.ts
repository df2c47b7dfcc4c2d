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
  plugins: [loadHttpModuleDirectly(), matchPrefixesDirectly(), writeEntries(), writeDocuments()],
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

/**
 * Replaces the functions that the router of Fastify compiles from texts, one for each part of a
 * path. V8 does not cache such code, so each start would compile 500 of them (PERF-12).
 */
function matchPrefixesDirectly(): Plugin {
  const compiled = /return new Function\('path', 'i', .*/;
  return {
    name: "parlour-route-prefixes",
    transform(code, id) {
      if (!id.endsWith("/find-my-way/lib/node.js")) return null;
      if (!compiled.test(code)) throw new Error("find-my-way compiles its prefixes in another way");
      return {
        code: code.replace(compiled, "return (path, i) => path.startsWith(prefix, i);"),
        map: null,
      };
    },
  };
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
