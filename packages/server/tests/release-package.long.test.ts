import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findFreePort } from "@parlour/testkit/port";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";

/**
 * The files of a release: written by `npm run release` in a clean clone of this checkout. The npm
 * package is installed into an empty folder, and used outside of the checkout with only Node and
 * the programs of the system. npm fetches the libraries with native code.
 */
const checkout = fileURLToPath(new URL("../../../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "parlour installed "));
// The user of the database must enter it if the tests run as root.
chmodSync(folder, 0o755);
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const currentFolder = join(folder, "empty");
const command = join(folder, "prefix/bin/parlour");
const installed = join(folder, "prefix/lib/node_modules/parlour");
/** All variables of the command. None of them names the checkout. */
const env = {
  PATH: [join(folder, "node"), "/usr/bin", "/bin"].join(":"),
  HOME: join(folder, "home"),
  XDG_DATA_HOME: join(folder, "share"),
  XDG_CACHE_HOME: join(folder, "cache"),
  HOST: "127.0.0.1",
};

/** Installation, build and image take four minutes on an idle machine with two cores. */
const releaseTimeoutMs = 40 * 60_000;

beforeAll(() => {
  for (const name of ["empty", "home", "node", "prefix", "share", "cache"])
    mkdirSync(join(folder, name), { recursive: true });
  symlinkSync(process.execPath, join(folder, "node/node"));
  const clone = mkdtempSync(join(tmpdir(), "parlour-clone-"));
  try {
    runOrThrow("git", ["clone", "--quiet", checkout, clone]);
    runOrThrow("npm", ["run", "release", "--", "--out", folder], clone);
  } finally {
    rmSync(clone, { recursive: true, force: true });
  }
  const archive = findArchive();
  runOrThrow("npm", [
    "install",
    "--global",
    "--prefix",
    join(folder, "prefix"),
    join(folder, archive),
  ]);
}, releaseTimeoutMs);

/** Returns the name of the package of the server. The release has others beside it. */
const findArchive = (): string =>
  readdirSync(folder).find((name) => /^parlour-\d.*\.tgz$/.test(name)) ?? "";

function runOrThrow(program: string, args: readonly string[], cwd = tmpdir()): void {
  const { INIT_CWD: _folder, ...inherited } = process.env;
  const done = spawnSync(program, args, {
    cwd,
    env: inherited,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (done.status !== 0) throw new Error(`${program} ${args.join(" ")}: ${done.stderr}`);
}

/** Runs a command of the installed package to its end. */
function run(args: readonly string[], more: Record<string, string> = {}) {
  const done = spawnSync(command, args, {
    cwd: currentFolder,
    env: { ...env, ...more },
    encoding: "utf8",
    timeout: 60_000,
  });
  return { code: done.status, out: done.stdout, err: done.stderr };
}

/** Starts the server in an empty folder and waits for a line of its standard output. */
async function start(port: number, awaited: RegExp) {
  const child = spawn(command, ["start"], {
    cwd: currentFolder,
    env: { ...env, PORT: String(port), LOG_LEVEL: "warn" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let out = "";
  let err = "";
  child.stderr.on("data", (data: Buffer) => (err += data.toString()));
  await new Promise<void>((resolve, reject) => {
    child.once("exit", () => reject(new Error(`ended before it was ready: ${err}`)));
    child.stdout.on("data", (data: Buffer) => {
      out += data.toString();
      if (awaited.test(out)) resolve();
    });
  });
  return {
    url: `http://127.0.0.1:${port}`,
    readOutput: () => out,
    stop: async () => {
      child.kill("SIGTERM");
      return (await once(child, "exit"))[0] as unknown;
    },
  };
}

it("[CORE-270] [CORE-271] [CORE-272] the release of a clean clone has all its files, and digests of each", () => {
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
  for (const form of [/^parlour-[\d.]+\.tgz$/, /^parlour-.*\.tar$/, /\.cdx\.json$/, /\.md$/])
    expect(files).toContainEqual(expect.stringMatching(form));
  const digests = readFileSync(join(folder, "SHA256SUMS"), "utf8").trim().split("\n");
  expect(digests.map((line) => line.slice(66)).toSorted()).toEqual(
    files.filter((name) => name !== "SHA256SUMS").toSorted(),
  );
});

describe("the installed package", { shuffle: false }, () => {
  it("[CORE-270] [CFG-110] starts in an empty folder, is set up, answers, stops, and starts again with its data", async () => {
    const port = await findFreePort();
    const first = await start(port, /^set up: .*\n/m);
    const origin = `http://localhost:${port}`;
    const setUp = await fetch(`${first.url}/api/v1/setup`, {
      method: "POST",
      headers: { "content-type": "application/json", origin },
      body: JSON.stringify({
        token: /^set up: \S+#(\S+)$/m.exec(first.readOutput())?.[1],
        name: "Ann",
        email: "ann@example.test",
        password: "correct horse battery staple",
        account: "Acme",
      }),
    });
    expect([setUp.status, await setUp.text()]).toEqual([201, expect.stringContaining("Ann")]);
    const cookie = setUp.headers
      .getSetCookie()
      .map((one) => one.split(";")[0])
      .join("; ");
    const readMe = async (url: string): Promise<unknown> =>
      (await fetch(`${url}/api/v1/me`, { headers: { cookie } })).json();
    expect(await readMe(first.url)).toMatchObject({ name: "Ann", photo: null });
    // Loads sharp, a library that npm installed.
    const form = new FormData();
    form.set("file", new Blob([Buffer.from(onePixel, "base64")], { type: "image/png" }), "a.png");
    const headers = { cookie, origin };
    const photo = await fetch(`${first.url}/api/v1/me/photo`, {
      method: "PUT",
      headers,
      body: form,
    });
    expect([photo.status, await photo.text()]).toEqual([200, expect.stringContaining("photo")]);
    for (const path of ["/", "/api/v1/openapi.json"])
      expect([path, (await fetch(`${first.url}${path}`)).status]).toEqual([path, 200]);
    expect(await first.stop()).toBe(0);
    const second = await start(port, /^ready .*\n/m);
    expect(await readMe(second.url)).toMatchObject({
      name: "Ann",
      photo: expect.stringContaining("/files/"),
    });

    expect(run(["upgrade", "--check"])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^warn {2}nodes: running on this database: 1, /m),
    });
    const backup = join(folder, "backup");
    expect(run(["backup", backup])).toMatchObject({ code: 0, err: "" });
    expect(run(["account", "list"]).out).toContain("Acme");
    expect(run(["operator", "list"]).out).toContain("ann@example.test");
    expect(run(["channel", "list"])).toMatchObject({ code: 0 });
    const exported = join(folder, "provisioning.yaml");
    writeFileSync(exported, run(["export"]).out);
    expect(run(["apply", "--dry-run", exported])).toMatchObject({ code: 0 });
    expect(run(["doctor"]).out).toMatch(/^ok {4}database: PostgreSQL 18/m);
    expect(await second.stop()).toBe(0);
    expect(second.readOutput()).not.toContain("set up:");
    // Starts the database for the check, and stops it.
    expect(run(["upgrade", "--check"]).out).toMatch(/^ok {4}schema: at \w+, as this release/m);
    expect(existsSync(join(folder, "share/parlour/pg/postmaster.pid"))).toBe(false);
    const key = readFileSync(join(folder, "share/parlour/secret.key"), "utf8").trim();
    const other = { DATA_DIR: join(folder, "other"), SECRET_KEY: key };
    expect(run(["restore", backup], other)).toMatchObject({ code: 0, err: "" });
    expect(readdirSync(currentFolder)).toEqual([]);
    expect(readdirSync(join(folder, "home"))).toEqual([]);
  });

  it("[CLI-001] every command runs from the package, also the lab and the conformance tests", () => {
    const names = [...run(["--help"]).out.matchAll(/^ {2}([a-z]+) /gm)].map(
      ([, name = ""]) => name,
    );
    expect(names).toContain("conformance");
    for (const name of names)
      expect([name, run([name, "--help"])]).toEqual([
        name,
        { code: 0, out: expect.stringMatching(/usage: parlour|^parlour/im), err: "" },
      ]);
    expect(run(["conformance", "bot", "http://127.0.0.1:1/"])).toMatchObject({
      code: 1,
      out: expect.stringContaining("1 failed"),
    });
    expect(run(["version", "--json"]).out).toContain(`"node":"${process.versions.node}"`);
  });

  it("[CORE-270] [WG-201] contains Brotli copies and licences, and neither sources nor maps of them", () => {
    const files = readdirSync(installed, { recursive: true, encoding: "utf8" }).filter(
      (name) => !name.startsWith("node_modules"),
    );
    for (const app of ["operator", "widget"])
      expect(
        files.filter((name) => name.startsWith(`packages/${app}/`) && name.endsWith(".js.br"))
          .length,
      ).toBeGreaterThan(5);
    expect(files).toEqual(
      expect.arrayContaining(["LICENSE", "NOTICE", "THIRD-PARTY-LICENSES.txt", "README.md"]),
    );
    expect(files.filter((name) => /^packages\/.*\.(?:map|tsx?)$/.test(name))).toEqual([]);
    expect(existsSync(join(installed, "node_modules/sharp"))).toBe(true);
    expect(statSync(join(folder, findArchive())).size).toBeLessThan(10 * 1024 * 1024);
  });
});

it("[WG-228] the packages for pages install together, and a server imports them", () => {
  const archives = readdirSync(folder).filter((name) =>
    /^parlour-(?:element|react|vue)-\d/.test(name),
  );
  expect(archives.toSorted()).toEqual([
    expect.stringMatching(/^parlour-element-/),
    expect.stringMatching(/^parlour-react-/),
    expect.stringMatching(/^parlour-vue-/),
  ]);
  const project = join(folder, "page");
  mkdirSync(project);
  runOrThrow("npm", [
    "install",
    "--prefix",
    project,
    ...archives.map((name) => join(folder, name)),
  ]);
  for (const name of ["element", "element/mount", "react", "vue"]) {
    const done = spawnSync(process.execPath, ["--eval", `import("@parlour/${name}")`], {
      cwd: project,
      encoding: "utf8",
    });
    expect([name, done.status, done.stderr]).toEqual([name, 0, ""]);
  }
});

const onePixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
