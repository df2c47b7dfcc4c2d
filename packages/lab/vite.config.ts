import { defineConfig } from "vite";

/**
 * Bundles the lab for the npm package, because Node does not strip types in `node_modules`. A
 * checkout runs its sources.
 */
export default defineConfig({
  root: import.meta.dirname,
  build: {
    ssr: true,
    target: "node24",
    emptyOutDir: true,
    minify: false,
    rolldownOptions: {
      input: { main: "src/main.ts", "conformance/main": "src/conformance/main.ts" },
      output: {
        entryFileNames: "[name].js",
        comments: { legal: true, annotation: false, jsdoc: false },
      },
    },
  },
  ssr: { noExternal: true },
});
