import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { defineConfig, type EnvironmentModuleNode, type Plugin } from "vite";
import { buildContentSecurityPolicy } from "../server/src/http/answers/app-files.ts";
import { joinStartChunks } from "./start-chunks.ts";

const publicFiles = new Set(
  readdirSync(join(import.meta.dirname, "public")).map((name) => `/${name}`),
);

const startChunks = joinStartChunks();

/** No framework preset: Vite's own JSX transform is enough (stack.md 2.2). */
export default defineConfig({
  root: import.meta.dirname,
  oxc: { jsx: { runtime: "automatic", importSource: "react" } },
  plugins: [startChunks.plugin, serviceWorker(), hotReplacement()],
  // Keep fonts as separate files, because `font-src 'self'` does not allow data URLs.
  build: {
    target: "es2023",
    outDir: "dist",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // Write source maps next to the files for people who read the build folder. The server does not
    // serve source maps, so no file refers to one.
    sourcemap: "hidden",
    // Ignore "use client" directives of libraries. They have no meaning without a server renderer.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Every page loads these modules. In one file, they are 12 KB smaller than in the 25
            // files of the default splitting.
            { name: "shell", tags: ["$initial"], priority: 1 },
            startChunks.group,
            // Other icons that three or more screens use are in one file.
            { name: "icons", test: /tabler/u, minShareCount: 3 },
          ],
        },
        // Every file that imports a chunk contains the chunk's name, so names are short. Seven
        // characters is the shortest hash that the bundler accepts.
        chunkFileNames: "assets/[name]-[hash:7].js",
      },
      onLog: (level, log, forward) => {
        if (log.code !== "MODULE_LEVEL_DIRECTIVE") forward(level, log);
      },
    },
  },
  // `npm run dev`: Vite serves the application and forwards all other requests to the service
  // (scripts/launch/dev.js).
  server: {
    strictPort: true,
    // Requests to this path are not passed on to the service.
    hmr: { path: "/@hot" },
    allowedHosts: hostsOf(process.env["PUBLIC_URL"], process.env["WIDGET_URL"]),
    // Vite reads the nonce of the styles that it adds from the page, where the placeholder stays.
    headers: {
      "content-security-policy": buildContentSecurityPolicy("__CSP_NONCE__"),
      "cross-origin-opener-policy": "same-origin",
    },
    proxy: {
      "^/(?!@|src/|node_modules/)": {
        target: process.env["PARLOUR_API"] ?? "http://127.0.0.1:8080",
        ws: true,
        xfwd: true,
        bypass: pageOrPublicFile,
      },
    },
  },
});

/**
 * Serves addresses that are no modules of Vite: the page at each address of the application, and
 * public files.
 */
function pageOrPublicFile({ method, url = "/", headers }: IncomingMessage): string | undefined {
  const path = url.replace(/[?#].*$/, "");
  if (publicFiles.has(path)) return url;
  const isOfService =
    /^\/(?:api|channel|chat|help|bot|widget[^/]*|script|files|calls|stop-mail|health|ready|metrics|mcp|\.well-known|oauth\/(?:token|register|revoke))(?:\/|$)/.test(
      path,
    );
  const isPage =
    method === "GET" &&
    headers.accept?.includes("text/html") === true &&
    headers["sec-fetch-dest"] !== "iframe";
  return isPage && !isOfService ? "/index.html" : undefined;
}

function hostsOf(...urls: readonly (string | undefined)[]): string[] {
  return urls
    .filter((url) => url !== undefined && URL.canParse(url))
    .map((url) => new URL(url as string).hostname);
}

/**
 * Renders a changed component again on the open page while Vite serves. Every module between it and
 * main.tsx is loaded again and rendered into the same root. Components lose their React state and
 * connect again. A change of a module that the stores (src/state) import reloads the page.
 */
function hotReplacement(): Plugin {
  const begin = "createRoot(place).render(";
  const own = join(import.meta.dirname, "src");
  return {
    name: "parlour-hot-replacement",
    apply: "serve",
    transform(code, id) {
      if (id !== join(own, "main.tsx")) return null;
      if (!code.includes(begin))
        throw new Error(`main.tsx has no ${begin} any more: look how it begins`);
      return {
        code: `${code.replace(begin, `(import.meta.hot.data.root ??= ${begin.replace(".render(", "")}).render(`)}\nimport.meta.hot.accept();`,
        map: null,
      };
    },
    hotUpdate({ modules }) {
      if (
        this.environment.name !== "client" ||
        !modules.some((module) => reaches(module, join(own, "state")))
      )
        return;
      this.environment.hot.send({ type: "full-reload" });
      return [];
    },
  };
}

/**
 * Returns true if a file of `folder` is the module or imports it, directly or through other
 * modules.
 */
function reaches(
  module: EnvironmentModuleNode,
  folder: string,
  seen = new Set<EnvironmentModuleNode>(),
): boolean {
  if (seen.has(module)) return false;
  seen.add(module);
  return (
    module.file?.startsWith(folder) === true ||
    [...module.importers].some((importer) => reaches(importer, folder, seen))
  );
}

/**
 * Writes `sw.js` with the names of the files that it caches for offline use: code, styles, and the
 * fonts of both languages.
 */
function serviceWorker(): Plugin {
  return {
    name: "parlour-service-worker",
    apply: "build",
    enforce: "post",
    generateBundle(_options, bundle) {
      const built = Object.keys(bundle).filter((name) =>
        /\.(?:js|css)$|-(?:latin|cyrillic)-wght-normal-[^/]*\.woff2$/.test(name),
      );
      const own = readdirSync(join(import.meta.dirname, "public"));
      const names = [
        "/",
        ...built.map((name) => `/${name}`),
        ...own.map((name) => `/${name}`),
      ].toSorted();
      const source = readFileSync(join(import.meta.dirname, "worker/sw.js"), "utf8");
      // Names below assets/ contain a hash of their content. The code of the worker and the other
      // files are hashed here.
      const hash = createHash("sha256").update(source).update(JSON.stringify(names));
      for (const name of own) hash.update(readFileSync(join(import.meta.dirname, "public", name)));
      const version = hash.digest("hex").slice(0, 12);
      this.emitFile({
        type: "asset",
        fileName: "sw.js",
        source: source.replace("__FILES__", () => JSON.stringify({ version, names })),
      });
    },
  };
}
