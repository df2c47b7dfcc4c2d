import { defineConfig, type Plugin } from "vite";
import { describeDocuments, renderDocument } from "./src/openapi/documents.ts";

/**
 * Bundles the server into a few files. Loading its 2,300 modules one by one, ours and those of
 * libraries, takes half a second of each start and 50 MiB (PERF-12, PERF-13). Native modules stay
 * where npm put them. The output is not minified, so that stack traces can be read.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [writeDocuments()],
  build: {
    ssr: true,
    target: "node24",
    outDir: "dist",
    emptyOutDir: true,
    minify: false,
    rolldownOptions: { input: "src/main.ts" },
  },
  ssr: { noExternal: true, external: ["sharp", "@node-rs/argon2"] },
});

/** Writes the published API documents (API-115), which the server serves. */
function writeDocuments(): Plugin {
  return {
    name: "parlour-api-documents",
    async generateBundle() {
      for (const [name, content] of Object.entries(await describeDocuments()))
        this.emitFile({
          type: "asset",
          fileName: `documents/${name}`,
          source: renderDocument(content),
        });
    },
  };
}
