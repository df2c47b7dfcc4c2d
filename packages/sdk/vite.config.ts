import { defineConfig } from "vite";

/**
 * Bundles the SDK into one file per entry point, without dependencies. `build.ts` runs it and adds
 * the types.
 */
export default defineConfig({
  root: import.meta.dirname,
  build: {
    ssr: true,
    target: "es2022",
    emptyOutDir: true,
    minify: false,
    rolldownOptions: {
      input: {
        index: "src/index.ts",
        webhook: "src/webhook/index.ts",
        bot: "src/bot/index.ts",
        channel: "src/channel/index.ts",
        node: "src/node/index.ts",
      },
      output: { entryFileNames: "[name].js", chunkFileNames: "shared/[name].js" },
    },
  },
  ssr: { noExternal: true },
});
