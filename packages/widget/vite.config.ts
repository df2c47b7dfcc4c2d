import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { build, defineConfig, minifySync, type Plugin } from "vite";
import product from "./package.json" with { type: "json" };
import { shortNames } from "./src/private-names.ts";

/** Matches the modules that the first render of the chat window needs. */
const initialModules = new RegExp(
  [
    "/preact/",
    String.raw`/texts/index\.`,
    String.raw`/frame/(?:render|accent|window|media/picture-source|state/pane|text/(?:account-text|message-length|time))\.`,
    String.raw`/views/(?:ChatWindow|Header|Icon|Logo|lazy-view|styles|status/StatusLine|links/(?:ExternalLink|RichText)|conversation/(?:Avatar|use-picture))\.`,
  ].join("|"),
);

/**
 * Builds three outputs. The first is the page of the chat window with its files. The second is the
 * module that the loader imports into the host page. The third is a set of classic scripts: the
 * loader, and the scripts of the preview and test pages. The server wraps the loader around a
 * widget's settings. One more module turns the chat window into the chat page (WG-300).
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
    // The server does not serve source maps, so no file refers to one. The maps are only for people
    // who read the build folder.
    sourcemap: "hidden",
    rolldownOptions: {
      input: join(import.meta.dirname, "frame.html"),
      // Use one file for the first render, because several small files would compress less well.
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: "render", test: initialModules }],
        },
        chunkFileNames: ({ facadeModuleId }) => `assets/${toName(facadeModuleId)}-[hash:7].js`,
      },
    },
  },
});

/**
 * Returns the name of a file: `uk` and `home-uk` for the texts of a language, which would otherwise
 * all have the names `first` and `home`.
 */
function toName(module: string | null): string {
  const [, language, part] = /\/texts\/(\w+)\/(\w+)\.ts$/.exec(module ?? "") ?? [];
  if (language === undefined) return "[name]";
  return part === "first" ? language : `${part}-${language}`;
}

/**
 * Removes the part of Vite that wraps each `import()` to load style sheets and scripts first. The
 * scripts here contain their styles and nothing is preloaded, so the wrapper would add a useless
 * kilobyte (WG-002). Vite has no setting for this.
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
 * Replaces the export object that the bundler creates for lazily imported modules in a shared file.
 * The bundler supports exports that change. The exports here are functions that never change, so a
 * plain object is enough (WG-002).
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

/**
 * Shortens the private names of the scripts on the host page. The bundler's own setting cannot:
 * it takes no scripts of several files.
 */
function shortPropertyNames(): Plugin {
  const include = new RegExp(`^(?:${Object.keys(shortNames).join("|")})$`);
  return {
    name: "parlour-short-names",
    renderChunk(code, { fileName }) {
      const renamed = minifySync(fileName, code, {
        compress: false,
        mangle: false,
        mangleProps: { include, cache: shortNames },
        codegen: { removeWhitespace: false },
        sourcemap: true,
      });
      if (renamed.errors[0] !== undefined) throw new Error(renamed.errors[0].message);
      return { code: renamed.code, map: renamed.map ?? null };
    },
  };
}

const scripts = {
  "src/loader/main.ts": "loader.js",
  "src/loader/by-attribute.ts": "by-attribute.js",
  "src/pages/preview.ts": "preview-page.js",
  "src/pages/test.ts": "test-page.js",
};

function classicScripts(): Plugin {
  return {
    name: "parlour-scripts",
    apply: "build",
    buildStart() {
      // Makes `npm run dev` rebuild also when a source file outside the chat window changes.
      if (this.meta.watchMode) for (const file of sources()) this.addWatchFile(file);
    },
    async closeBundle() {
      const host = await once("src/host/main.ts", "es", "assets/host-[hash:6].js", {
        PARLOUR_VERSION: JSON.stringify(product.version),
      });
      await once("src/chat-page/main.ts", "es", "assets/chat-page-[hash:6].js");
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

/** Builds a single self-contained file and returns its name. */
async function once(
  entry: string,
  format: "es" | "iife",
  name: string,
  define: Readonly<Record<string, string>> = {},
): Promise<string> {
  const made = await build({
    configFile: false,
    root: import.meta.dirname,
    // Use relative addresses everywhere in the widget, because the address of the installation is
    // unknown at build time.
    base: "./",
    plugins: [plainImports(), !entry.startsWith("src/pages/") && shortPropertyNames()],
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
        output: { format, entryFileNames: name, chunkFileNames: "assets/[name]-[hash:6].js" },
        preserveEntrySignatures: format === "es" ? "strict" : false,
      },
    },
  });
  const [first] = [made].flat();
  if (first === undefined || !("output" in first)) throw new Error(`${entry} was not built`);
  return first.output[0].fileName;
}
