import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { environmentSettings } from "../packages/server/src/config/settings.ts";
import { documentNames } from "../packages/server/src/openapi/document-names.ts";
import { describeServiceApi } from "../packages/server/src/openapi/service-api.ts";
import {
  listAnchors,
  createFileMatcher,
  listLinks,
  listNamedFiles,
  listPages,
  repositoryFiles,
} from "./written-pages.ts";
import { listFiles, read, root } from "./source.ts";

const files = repositoryFiles();
const all = listPages();
const exists = createFileMatcher(files);

it("every link of a page leads to a file, and to a heading of it", () => {
  const faults: string[] = [];
  let count = 0;
  for (const page of all) {
    for (const { to, part, as } of listLinks(page)) {
      count++;
      if (!exists(to)) faults.push(`${page.file}: ${as}`);
      else if (part !== undefined && !listAnchors(read(to)).has(part))
        faults.push(`${page.file}: ${as} has no such heading`);
    }
  }
  expect(count).toBeGreaterThan(50);
  expect(faults).toEqual([]);
});

it("every file that a page names exists", () => {
  // Files of other repositories, of a machine or an archive, and name patterns.
  const externalNames = new Set([
    "NNNN_name.sql",
    "NNNN_name.index.sql",
    "NNNN_name.batches.sql",
    "NNNN_name.constraint.sql",
    "axe.min.js",
    "files.json",
    "mcp.json",
    "native/pg-symlinks.json",
    "npm-shrinkwrap.json",
    "packages/server/dist/main.js",
    "parlour-0.1.0.cdx.json",
    "parlour-0.1.0.md",
    "parlour/lab.json",
    "scripts/node24/node_modules",
    "spec/standard-webhooks.md",
    "visitor.json",
  ]);
  const faults: string[] = [];
  let count = 0;
  for (const page of all) {
    // A separate section lists twelve files of other projects.
    const ownPage = { ...page, text: page.text.replace(/\n## 12\. Twelve files[\s\S]*$/, "") };
    for (const name of listNamedFiles(ownPage)) {
      if (externalNames.has(name) || name.startsWith("DATA_DIR/")) continue;
      count++;
      if (!exists(name)) faults.push(`${page.file}: ${name}`);
    }
  }
  expect(count).toBeGreaterThan(100);
  expect(faults).toEqual([]);
});

it("[API-115] every document of the API that a page names is served", () => {
  const names = all.flatMap(({ text }) =>
    [...text.matchAll(/\/api\/v1\/([\w.-]+\.json)/g)].map(([, name]) => name),
  );
  expect(new Set(names)).toEqual(new Set(documentNames));
});

it("[CLI-001] every command that a page tells to type exists, with the options it names", () => {
  const scripts = Object.keys((JSON.parse(read("package.json")) as { scripts: object }).scripts);
  const cli = listFiles("packages/server/src/cli", [".ts"]).map(read).join("\n");
  const known = new Set(
    [...cli.matchAll(/(?:^ {2}name: |\bcreateCommand\(\s*)"([a-z-]+)"/gm)].map(([, name]) => name),
  );
  const bench = read("bench/options.ts");
  const scenarios = new Set(
    [...read("bench/scenarios/index.ts").matchAll(/names: \[([^\]]*)\]/g)].flatMap(
      ([, names = ""]) => names.match(/[\w-]+/g) ?? [],
    ),
  );
  const faults: string[] = [];
  let count = 0;
  for (const { file, text } of all) {
    const check = (holds: boolean, description: string): void => {
      count++;
      if (!holds) faults.push(`${file}: ${description}`);
    };
    for (const [, script = ""] of text.matchAll(/\bnpm run ([a-z:]+)/g))
      check(scripts.includes(script), `npm run ${script}`);
    for (const [, command = ""] of text.matchAll(
      /(?:npx parlour|npm run parlour --|`parlour) ([a-z][a-z-]*)/g,
    ))
      check(known.has(command), `parlour ${command}`);
    for (const [, options = ""] of text.matchAll(/npm run bench --([^`\n]*)/g)) {
      for (const [, option = ""] of options.matchAll(/--([a-z\d-]+)/g))
        check(bench.includes(`--${option}`), `bench --${option}`);
      for (const [, only = ""] of options.matchAll(/--only ([\w,-]+)/g))
        for (const name of only.split(",")) check(scenarios.has(name), `bench --only ${name}`);
    }
  }
  expect(count).toBeGreaterThan(50);
  expect(faults).toEqual([]);
});

it("[CFG-015] every variable of the environment that a page names is read by code, and the other way round", () => {
  const code = files
    .filter((file) => /\.(?:ts|js)$/.test(file))
    .map((file) => ({ file, text: read(file) }));
  const reads = (text: string): string[] =>
    [...text.matchAll(/\benv(?:\?\.)?(?:\["|\.)([A-Z][A-Z\d_]+)\b/g)].map(([, name = ""]) => name);
  // Read by Node and its C library.
  const ofNode = ["NODE_OPTIONS", "MALLOC_ARENA_MAX"];
  const known = new Set([
    ...Object.keys(environmentSettings),
    ...ofNode,
    ...code.flatMap(({ text }) => reads(text)),
  ]);
  // Set by the system, npm and Vite, or only for a process under test.
  const externalVariables = new Set(["PATH", "TMPDIR", "INIT_CWD", "PROD", "XDG_CONFIG_HOME"]);
  const isShipped = (file: string): boolean =>
    /^(?:scripts|packages\/(?:server|lab|operator|widget)\/src)\//.test(file) &&
    !/\.(?:test|fixture)\./.test(file);
  const shipped = new Set([
    ...Object.keys(environmentSettings),
    ...code
      .filter(({ file }) => isShipped(file))
      .flatMap(({ text }) => reads(text))
      .filter((name) => !externalVariables.has(name)),
  ]);
  // In other pages, words in capitals can be event names.
  const operation =
    /^(?:[A-Z]+\.md|docs\/operate\/.*|docs\/spec\/config\.md|docs\/integrate\/README\.md|docs\/decisions\/(?:0002|0009|0022)-.*)$/;
  const faults: string[] = [];
  let count = 0;
  for (const { file, text } of all.filter((page) => operation.test(page.file))) {
    const names = text.matchAll(
      /`([A-Z]+_[A-Z_]+)(?:=[^`]*)?`|^([A-Z]+(?:_[A-Z]+)*)=\S+ (?:npm|npx|node)\b/gm,
    );
    for (const [, quoted, typed] of names) {
      const name = quoted ?? typed ?? "";
      count++;
      if (!known.has(name)) faults.push(`${file}: ${name}`);
    }
  }
  const allText = all.map(({ text }) => text).join("\n");
  for (const name of shipped)
    if (!allText.includes(`\`${name}`)) faults.push(`no page names ${name}`);
  expect(count).toBeGreaterThan(20);
  expect(faults).toEqual([]);
});

it("the list of decisions has each of them once, by number and with its title", () => {
  const names = files
    .flatMap((file) => /^docs\/decisions\/(\d{4}-.+)$/.exec(file)?.[1] ?? [])
    .toSorted();
  const expected = names.map((name) => {
    const [, number, title] = /^# (\d{4}): (.+)$/m.exec(read(`docs/decisions/${name}`)) ?? [];
    return `| [${number}](${name}) | ${title} |`;
  });
  const rows = read("docs/decisions/README.md")
    .split("\n")
    .flatMap((line) => /^\| \[\d{4}\]\([^)#]+\) \| [^|]+ \|/.exec(line)?.[0] ?? []);
  expect(names.length).toBeGreaterThan(150);
  expect(rows).toEqual(expected);
});

it("every rule named anywhere is a rule of docs/spec", () => {
  const id = /\b(?:CH|BOT|WH|WG|CORE|API|MCP|CFG|CLI|CON|MAIL|TG|WA)-\d{3}\b/g;
  const rules = new Set(
    listFiles("docs/spec", [".md"]).flatMap((file) =>
      [...read(file).matchAll(/\*\*([A-Z]+-\d{3})\*\*/g)].map(([, rule]) => rule),
    ),
  );
  const faults: string[] = [];
  for (const file of files.filter(
    (name) =>
      /\.(?:md|ts|tsx|js|json|css|sql|html|yaml|service|py|php)$/.test(name) &&
      name !== "package-lock.json",
  ))
    for (const [rule] of read(file).matchAll(id))
      if (!rules.has(rule)) faults.push(`${file}: ${rule}`);
  expect(rules.size).toBeGreaterThan(300);
  expect(faults).toEqual([]);
});

/** Returns a page of docs/spec with the pages of its folder, like `api/` of `api.md`. */
const readSpecification = (file: string): string =>
  listFiles("docs/spec", [".md"])
    .filter(
      (path) =>
        path === `docs/spec/${file}` || path.startsWith(`docs/spec/${file.replace(/\.md$/, "")}/`),
    )
    .map(read)
    .join("\n");

it("the table of docs/spec/README.md counts the rules of each page, and all together", () => {
  const table = read("docs/spec/README.md");
  const rows = [...table.matchAll(/^\| ([a-z-]+\.md) \| ([A-Z, -]+) \| ([\d, ]+) \|/gm)];
  const statedText = rows.map(([, file, , counts = ""]) => `${file} ${counts}`);
  const found = rows.map(([, file = "", kinds = ""]) => {
    const text = readSpecification(file);
    return `${file} ${kinds
      .split(", ")
      .map((kind) => text.match(new RegExp(`\\*\\*${kind}\\d{3}\\*\\*`, "g"))?.length ?? 0)
      .join(", ")}`;
  });
  expect(rows.length).toBeGreaterThanOrEqual(9);
  expect(statedText).toEqual(found);
  const sum = rows
    .flatMap(([, , , counts = ""]) => counts.split(", ").map(Number))
    .reduce((total, count) => total + count, 0);
  expect(/^\| together \| \| (\d+) \|/m.exec(table)?.[1]).toBe(String(sum));
});

it("[CORE-134] every path of the service API stands in a rule", async () => {
  const { paths } = await describeServiceApi();
  const rules = [
    "actions.md",
    "agent.md",
    "api.md",
    "articles.md",
    "assist.md",
    "board.md",
    "broadcasts.md",
    "companies.md",
    "config.md",
    "connectors.md",
    "help.md",
    "mcp.md",
    "single-sign-on.md",
    "model.md",
    "move-in.md",
    "promises.md",
    "reminders.md",
    "rules.md",
    "scheduled-messages.md",
    "snooze.md",
    "visitor-imports.md",
  ]
    .map(readSpecification)
    .join("\n");
  const parts = (path: string): string[] =>
    path
      .replace("/api/v1", "")
      .split("/")
      .filter((part) => part !== "" && !part.startsWith("{"));
  expect(
    Object.keys(paths).filter((path) => !parts(path).every((part) => rules.includes(`/${part}`))),
  ).toEqual([]);
});

it("every library of a package.json stands in docs/decisions with its licence, and no other", () => {
  const rows = [
    ...read("docs/decisions/dependencies.md").matchAll(
      /^\| ([^|]+?) \|[^|]*\|[^|]*\|[^|]*\| [^|]+ \|$/gm,
    ),
  ].slice(1);
  const listed = rows.flatMap(([, libraries = ""]) =>
    libraries.split(", ").map((one) => one.trim()),
  );
  const used = files
    .filter((file) => /(?:^|\/)package\.json$/.test(file))
    .flatMap((file) => {
      const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
        read(file),
      ) as Record<string, Record<string, string> | undefined>;
      return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
    })
    .filter((name) => !name.startsWith("@parlour/") && !name.startsWith("@types/"))
    .concat(listPythonLibraries());
  const covers = (entry: string, name: string): boolean =>
    entry === name || (entry.endsWith("*") && name.startsWith(entry.slice(0, -1)));
  expect([...new Set(used)].filter((name) => !listed.some((entry) => covers(entry, name)))).toEqual(
    [],
  );
  expect(listed.filter((entry) => !used.some((name) => covers(entry, name)))).toEqual([]);
});

/** Returns the libraries that pip installs with the Python SDK. */
function listPythonLibraries(): readonly string[] {
  const [, list = ""] = /^dependencies = \[(.*)\]$/m.exec(read("sdk/python/pyproject.toml")) ?? [];
  return [...list.matchAll(/"([\w-]+)/g)].map(([, name = ""]) => name);
}

it("every promise and fault of docs/reliability.md names tests that carry it in a title, or says that there is none", () => {
  const text = read("docs/reliability.md");
  const tests = files.filter((file) => /\.test\.tsx?$/.test(file));
  const tags = new Map(tests.map((file) => [file, new Set(read(file).match(/\[[PF]\d+\]/g))]));
  const rows = [...text.matchAll(/^\| ([PF]\d+) \|.*\| ([^|]+) \|$/gm)];
  const faults: string[] = [];
  for (const [, id = "", statedText = ""] of rows) {
    const names = [
      ...statedText.matchAll(/`([a-z][a-z-]*(?:\.(?:long|process))?)(?:\.test\.ts)?`/g),
    ].map(([, name]) => name);
    if (names.length === 0 && !/\bnone\b/.test(statedText)) faults.push(`${id} names no test`);
    for (const name of names)
      if (
        ![...tags].some(
          ([file, testIds]) => file.endsWith(`/${name}.test.ts`) && testIds.has(`[${id}]`),
        )
      )
        faults.push(`${id}: no test of ${name} carries it`);
  }
  const known = new Set(rows.map(([, id]) => `[${id}]`));
  for (const [file, testIds] of tags)
    for (const id of testIds) if (!known.has(id)) faults.push(`${file}: ${id}`);
  expect(rows).toHaveLength(52);
  expect(faults).toEqual([]);
});

const git = (...args: string[]) => spawnSync("git", args, { cwd: root, encoding: "utf8" });
/** A copy without the full history cannot list its commits. */
const hasHistory = git("rev-parse", "--is-shallow-repository").stdout?.trim() === "false";
it.skipIf(!hasHistory)("every commit that a page names is in this repository", () => {
  // Numbers with digits only in such marks are ids of customers and addresses.
  const named = all.flatMap(({ file, text }) =>
    [...text.matchAll(/`([0-9a-f]{7,40})`/g)]
      .map(([, id = ""]) => ({ file, id }))
      .filter(({ id }) => /[a-f]/.test(id)),
  );
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter(({ id }) => git("cat-file", "-e", `${id}^{commit}`).status !== 0)).toEqual(
    [],
  );
});

it("every path of the settings that a page names leads to a page and to texts of it", () => {
  const words = [...listFiles("packages/operator/src", ["text.ts"]), kindTexts]
    .map(read)
    .join("\n");
  const texts = [...words.matchAll(/"([\w.-]+)":\s+"([^"]+)"/g)];
  const pages = new Set(
    texts
      .filter(([, key = ""]) => /^menu\.(?!group)|^\w+\.title$/.test(key))
      .map(([, , text = ""]) => text),
  );
  const labels = new Set(texts.map(([, , text = ""]) => text));
  // Names of objects of the account.
  const isObject = (part: string): boolean => /^the [a-z]+$/.test(part);
  const paths = all
    // The specification names its own screens differently (docs/spec/README.md).
    .filter(({ file }) => !/^docs\/(?:spec|decisions)\/|^CHANGELOG/.test(file))
    .flatMap(({ file, text }) =>
      [
        ...text
          .replaceAll(/^```[\s\S]*?^```/gm, "")
          .matchAll(/(\*\*)?Settings\s→\s([^*|]{1,80})(\*\*)?/g),
      ].map(([path, start, parts = "", end]) => ({ file, path, start, parts, end })),
    );
  expect(paths.length).toBeGreaterThan(40);
  expect(
    paths
      .filter(({ start, parts, end }) => {
        const [page = "", ...rest] = parts.split(/\s→\s/);
        return (
          start === undefined ||
          end === undefined ||
          !pages.has(page) ||
          !rest.every((part) => labels.has(part) || isObject(part))
        );
      })
      .map(({ file, path }) => `${file}: ${path}`),
  ).toEqual([]);
});
const kindTexts = "packages/operator/src/ui/chat/channel-kinds.ts";

it("versions of libraries in docs/stack.md and docs/product.md are those that are installed", () => {
  const names = new Set<string>();
  // A package can have its own version of a library.
  const installed = new Set<string>();
  for (const file of files.filter((path) => /(?:^|\/)package\.json$/.test(path))) {
    const manifest = JSON.parse(read(file)) as Record<string, Record<string, string> | undefined>;
    for (const kind of ["dependencies", "devDependencies", "optionalDependencies"])
      for (const [name, version] of Object.entries(manifest[kind] ?? {})) {
        names.add(name);
        installed.add(`${name} ${version}`);
      }
  }
  // Section 2.3 names versions that are not used.
  const text =
    read("docs/stack.md").replace(/### 2\.3 [\s\S]*?(?=\n### )/, "") + read("docs/product.md");
  const statedText = [...text.matchAll(/(@?[a-z][\w./-]*) (\d+\.\d+\.\d+(?:-[\w.]+)?)/g)].filter(
    ([, name = ""]) => names.has(name),
  );
  expect(statedText.length).toBeGreaterThan(30);
  expect(
    statedText
      .filter(([, name = "", version = ""]) => !installed.has(`${name} ${version}`))
      .map(([whole]) => whole),
  ).toEqual([]);
});
