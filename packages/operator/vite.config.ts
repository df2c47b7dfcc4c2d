import { defineConfig } from "vite";

/** No framework preset: Vite's own JSX transform is enough (stack.md 2.2). */
export default defineConfig({
  root: import.meta.dirname,
  oxc: { jsx: { runtime: "automatic", importSource: "react" } },
  // Fonts stay files: `font-src 'self'` allows no data: address.
  build: {
    target: "es2023",
    outDir: "dist",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    sourcemap: true,
    // "use client" marks of libraries mean nothing without a server renderer.
    rolldownOptions: {
      onLog: (level, log, forward) => {
        if (log.code !== "MODULE_LEVEL_DIRECTIVE") forward(level, log);
      },
    },
  },
  server: { proxy: { "/api": { target: process.env["PARLOUR_API"] ?? "http://127.0.0.1:8080", ws: true } } },
});
