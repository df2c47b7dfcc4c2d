import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type Plugin } from "vite";

/** No framework preset: Vite's own JSX transform is enough (stack.md 2.2). */
export default defineConfig({
  root: import.meta.dirname,
  oxc: { jsx: { runtime: "automatic", importSource: "react" } },
  plugins: [serviceWorker()],
  // Fonts stay files: `font-src 'self'` allows no data: address.
  build: {
    target: "es2023",
    outDir: "dist",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // Beside the files, for who has the folder: the server sends none, so no file names one.
    sourcemap: "hidden",
    // "use client" marks of libraries mean nothing without a server renderer.
    rolldownOptions: {
      // Icons of three screens and more are one file: as files of their own they cost a first visit 2 KB.
      output: { codeSplitting: { groups: [{ name: "icons", test: /tabler/u, minShareCount: 3 }] } },
      onLog: (level, log, forward) => {
        if (log.code !== "MODULE_LEVEL_DIRECTIVE") forward(level, log);
      },
    },
  },
  server: { proxy: { "/api": { target: process.env["PARLOUR_API"] ?? "http://127.0.0.1:8080", ws: true } } },
});

/** Writes `sw.js` with the names of what it keeps for the time without a connection: code, styles, and the letters of both languages. */
function serviceWorker(): Plugin {
  return {
    name: "parlour-service-worker",
    apply: "build",
    enforce: "post",
    generateBundle(_options, bundle) {
      const built = Object.keys(bundle).filter((name) => /\.(?:js|css)$|-(?:latin|cyrillic)-wght-normal-[^/]*\.woff2$/.test(name));
      const own = readdirSync(join(import.meta.dirname, "public"));
      const names = ["/", ...built.map((name) => `/${name}`), ...own.map((name) => `/${name}`)].toSorted();
      const source = readFileSync(join(import.meta.dirname, "worker/sw.js"), "utf8");
      // Names below assets/ carry a hash of their content; the worker's own text and the rest count too.
      const hash = createHash("sha256").update(source).update(JSON.stringify(names));
      for (const name of own) hash.update(readFileSync(join(import.meta.dirname, "public", name)));
      const version = hash.digest("hex").slice(0, 12);
      this.emitFile({ type: "asset", fileName: "sw.js", source: source.replace("__FILES__", () => JSON.stringify({ version, names })) });
    },
  };
}
