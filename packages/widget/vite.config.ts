import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { build, defineConfig, type Plugin } from "vite";
import product from "./package.json" with { type: "json" };

/** Modules of the chat window that its first render needs. */
const initialModules = new RegExp(
  [
    "/preact/",
    String.raw`/texts/index\.`,
    "/protocol/src/widget/links",
    String.raw`/frame/(?:render|accent|window|media/picture-source|state/pane|text/(?:account-text|message-length|system-message-text|time))\.`,
    String.raw`/views/(?:ChatWindow|Header|Icon|Logo|RichText|lazy-view|styles|conversation/(?:Avatar|use-picture))\.`,
  ].join("|"),
);

/**
 * Builds the page of the chat window with its files, the module that the loader fetches into the
 * host page, and classic scripts: the loader, which the server puts around a widget's settings, and
 * the scripts of the two pages that show a widget to its owner.
 */
export default defineConfig({
  root: import.meta.dirname,
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  // Files of the chat window are served below the address of the widget.
  base: "./",
  plugins: [plainImports(), plainExports(), classicScripts()],
  build: {
    target: "es2022",
    outDir: "dist",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: false,
    // For readers of the folder only: the server does not serve source maps, so no file names one.
    sourcemap: "hidden",
    rolldownOptions: {
      input: join(import.meta.dirname, "frame.html"),
      // One file for the first render: small shared files would each compress worse alone.
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: "render", test: initialModules }],
        },
        chunkFileNames: ({ facadeModuleId }) =>
          `assets/${textPart(facadeModuleId)}[name]-[hash].js`,
      },
    },
  },
});

/**
 * Returns `home-` for a file of texts/home: without it, four files of texts would have the name of
 * their language.
 */
function textPart(module: string | null): string {
  const part = /\/texts\/(\w+)\/\w+\.ts$/.exec(module ?? "")?.[1];
  return part === undefined ? "" : `${part}-`;
}

/**
 * Removes the part of Vite that wraps each `import()` to fetch style sheets and scripts first. Here
 * the scripts contain their styles and nothing is preloaded, so the wrapper wastes a kilobyte
 * (WG-002). Vite has no setting for it.
 */
function plainImports(): Plugin {
  const wrapper = "native:import-analysis-build";
  return {
    name: "parlour-plain-imports",
    apply: "build",
    configResolved({ plugins }) {
      const at = plugins.findIndex(({ name }) => name === wrapper);
      if (at === -1)
        throw new Error(`Vite has no part ${wrapper} any more: look how it wraps imports now`);
      (plugins as Plugin[]).splice(at, 1);
    },
  };
}

/**
 * Replaces the export object that the bundler makes for lazily imported modules in a shared file.
 * The bundler supports values that change; ours are functions that never change, so a plain object
 * is enough (WG-002).
 */
function plainExports(): Plugin {
  const made = /__exportAll\(\{([^}]*)\}\)/g;
  return {
    name: "parlour-plain-exports",
    apply: "build",
    renderChunk(code, { name }) {
      if (name !== "render") return null;
      if (code.match(made)?.length !== 1)
        throw new Error(
          "The bundler writes the exports of render.tsx in another form now; adapt plainExports",
        );
      return {
        code: code.replace(made, (_all, names: string) => `{${names.replaceAll("() => ", "")}}`),
        map: null,
      };
    },
  };
}

const scripts = {
  "src/loader/main.ts": "loader.js",
  "src/pages/preview.ts": "preview-page.js",
  "src/pages/test.ts": "test-page.js",
};

function classicScripts(): Plugin {
  return {
    name: "parlour-scripts",
    apply: "build",
    buildStart() {
      // `npm run dev` also rebuilds when a source outside the chat window changes.
      if (this.meta.watchMode) for (const file of sources()) this.addWatchFile(file);
    },
    async closeBundle() {
      const host = await once("src/host/main.ts", "es", "assets/host-[hash].js", {
        PARLOUR_VERSION: JSON.stringify(product.version),
      });
      for (const [entry, name] of Object.entries(scripts))
        await once(entry, "iife", name, { PARLOUR_HOST: JSON.stringify(basename(host)) });
    },
  };
}

function sources(): string[] {
  const folder = join(import.meta.dirname, "src");
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes(".test."))
    .map((name) => join(folder, name));
}

/** Builds one file that stands alone; answers its name. */
async function once(
  entry: string,
  format: "es" | "iife",
  name: string,
  define: Readonly<Record<string, string>> = {},
): Promise<string> {
  const made = await build({
    configFile: false,
    root: import.meta.dirname,
    // Relative, as all of the widget: nothing knows where it will stand.
    base: "./",
    plugins: [plainImports()],
    logLevel: "warn",
    publicDir: false,
    define,
    build: {
      // The same as that of the window. The loader also runs in older browsers, where it does
      // nothing.
      target: format === "es" ? "es2022" : "es2020",
      outDir: "dist",
      emptyOutDir: false,
      modulePreload: false,
      rolldownOptions: {
        input: join(import.meta.dirname, entry),
        output: { format, entryFileNames: name, chunkFileNames: "assets/[name]-[hash].js" },
        preserveEntrySignatures: format === "es" ? "strict" : false,
      },
    },
  });
  const [first] = [made].flat();
  if (first === undefined || !("output" in first)) throw new Error(`${entry} was not built`);
  return first.output[0].fileName;
}
