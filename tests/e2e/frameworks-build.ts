import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { writeLibraries } from "../../tools/release/libraries.ts";
import { listFiles, read, root } from "../../tools/source.ts";

export const frameworks = ["react", "vue", "element"] as const;
export type Framework = (typeof frameworks)[number];

/** What a project of a stranger gets from the packages of the widget. */
interface FrameworksBuild {
  /** The script of each page, bundled as for development, so that frameworks report mistakes. */
  readonly scripts: Readonly<Record<Framework, string>>;
  /** The HTML of each page as a server renders it, with a widget whose script is `renderedSrc`. */
  readonly rendered: Readonly<Record<Framework, string>>;
  /** Bytes of the released packages, compressed, and of the part that all share. */
  readonly sizes: Readonly<Record<Framework | "shared", number>>;
  /** Files of the package for React. */
  readonly reactFiles: readonly string[];
}
export const renderedSrc = "https://widget.example/widget.js";

const buildFile = "node_modules/.parlour/frameworks.json";
/** Files that change the result. */
const sources = [
  "package-lock.json",
  "tsconfig.base.json",
  "tests/e2e/frameworks-build.ts",
  "tools/release/libraries.ts",
  ...["packages/element", "packages/react", "packages/vue", "tests/e2e/frameworks"].flatMap(
    (folder) => listFiles(folder, [".ts", ".json", ".md"]),
  ),
];

/**
 * Compiles, renders and bundles a project with the packages, or returns the build of an earlier run
 * with the same sources. The packages are used as a stranger does: in a project of its own,
 * compiled as for a release. Throws if a strict compiler does not accept the project.
 */
export async function buildFrameworks(): Promise<FrameworksBuild> {
  const hash = createHash("sha256");
  for (const path of sources) hash.update(`${path}\0${read(path)}\0`);
  const stamp = hash.digest("hex");
  if (existsSync(join(root, buildFile))) {
    const known = JSON.parse(read(buildFile)) as FrameworksBuild & { readonly stamp: string };
    if (known.stamp === stamp) return known;
  }
  const project = mkdtempSync(join(tmpdir(), "parlour-frameworks-"));
  try {
    const built = await buildProject(project);
    mkdirSync(join(root, "node_modules/.parlour"), { recursive: true });
    writeFileSync(join(root, buildFile), JSON.stringify({ stamp, ...built }));
    return built;
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}

async function buildProject(project: string): Promise<FrameworksBuild> {
  createProject(project);
  compileStrictly(project);
  const scripts: [Framework, string][] = [];
  const sizes: [Framework | "shared", number][] = [
    [
      "shared",
      await measure(
        project,
        `import { mountWidget } from "@parlour/element/mount"; console.log(mountWidget);`,
      ),
    ],
  ];
  for (const name of frameworks) {
    scripts.push([name, await bundle(project, `${name}-page.ts`)]);
    const all = `import * as all from "@parlour/${name}"; console.log(all);`;
    sizes.push([name, await measure(project, all)]);
  }
  return {
    scripts: Object.fromEntries(scripts) as FrameworksBuild["scripts"],
    rendered: renderOnServer(project),
    sizes: Object.fromEntries(sizes) as FrameworksBuild["sizes"],
    reactFiles: readdirSync(join(project, "node_modules/@parlour/react"), {
      recursive: true,
      encoding: "utf8",
    }),
  };
}

/** Writes a project that has the packages and the libraries that they need. */
function createProject(project: string): void {
  const modules = join(project, "node_modules");
  mkdirSync(modules);
  writeLibraries(modules);
  for (const name of ["react", "react-dom", "vue", "@types"])
    symlinkSync(join(root, "node_modules", name), join(modules, name));
  cpSync(join(root, "tests/e2e/frameworks"), project, { recursive: true });
  writeFileSync(join(project, "package.json"), `{"type":"module"}`);
}

/** Compiles the project with the types of the packages. Throws if there is an error. */
function compileStrictly(project: string): void {
  const config = {
    compilerOptions: {
      module: "nodenext",
      target: "es2022",
      lib: ["es2024", "dom"],
      types: ["node"],
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
    },
    include: ["*.ts"],
  };
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify(config));
  execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", project]);
}

function renderOnServer(project: string): FrameworksBuild["rendered"] {
  const script = join(project, "render-on-server.ts");
  const widgets = JSON.stringify([{ src: renderedSrc }]);
  const output = execFileSync(process.execPath, [script, widgets], { encoding: "utf8" });
  return JSON.parse(output) as FrameworksBuild["rendered"];
}

/** Returns the compressed bytes of a module as it is released, without React and Vue. */
async function measure(project: string, code: string): Promise<number> {
  const entry = join(project, "size.ts");
  writeFileSync(entry, code);
  const bundled = await bundle(project, "size.ts", { released: true });
  rmSync(entry);
  return gzipSync(bundled, { level: 9 }).length;
}

async function bundle(
  project: string,
  entry: string,
  { released = false }: { readonly released?: boolean } = {},
): Promise<string> {
  // Loading the bundler takes half a second.
  const { build } = await import("vite");
  const mode = released ? "production" : "development";
  const made = await build({
    configFile: false,
    root: project,
    // Bundlers warn that they leave out "use client", which is only for servers.
    logLevel: "error",
    mode,
    define: {
      "process.env.NODE_ENV": JSON.stringify(mode),
      __VUE_OPTIONS_API__: "false",
      __VUE_PROD_DEVTOOLS__: "false",
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: "true",
    },
    build: {
      write: false,
      minify: released,
      target: "es2022",
      modulePreload: false,
      rolldownOptions: {
        input: join(project, entry),
        external: released ? ["react", "vue"] : [],
      },
    },
  });
  const [first] = [made].flat();
  if (first === undefined || !("output" in first)) throw new Error(`${entry} was not built`);
  return first.output[0].code;
}
