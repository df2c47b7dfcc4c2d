import { defineConfig } from "vite";

/**
 * The server's process as a handful of files: to load its 2,300 modules one by one, ours and those of libraries, takes half a second of each start and 50 MiB
 * (PERF-12, PERF-13). What is compiled for a machine stays where npm put it. Nothing is made shorter: names and lines of a stack can be read.
 */
export default defineConfig({
  root: import.meta.dirname,
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
