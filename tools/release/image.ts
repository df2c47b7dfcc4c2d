import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../source.ts";
import { writeImageArchive } from "./image-archive.ts";
import { readInstalledDependencies, selectLockedPackages } from "./locked-packages.ts";
import { version } from "./package-files.ts";
import { imageUser, writeSystemFiles } from "./system-files.ts";

/** Folders of the image that the process may write. Only the first one is a volume. */
const dataFolder = "/var/lib/parlour";
const cacheFolder = "/var/cache/parlour";

/**
 * Settings of a container of the image. `deploy/Containerfile` has the same, for those who build
 * the image with a base image (deploy.test.ts).
 */
export const imageConfig = {
  User: `${imageUser}:${imageUser}`,
  WorkingDir: dataFolder,
  Env: [
    "PATH=/usr/local/bin:/usr/bin:/bin",
    `DATA_DIR=${dataFolder}`,
    "HOST=0.0.0.0",
    "PORT=3000",
    "LOG_FORMAT=json",
    `NODE_COMPILE_CACHE=${cacheFolder}`,
    "MALLOC_ARENA_MAX=2",
  ],
  Cmd: ["parlour", "start"],
  ExposedPorts: { "3000/tcp": {} },
  Volumes: { [dataFolder]: {} },
  StopSignal: "SIGTERM",
  // Not a part of the OCI format. Docker reads it; others need a check of their own on /ready.
  Healthcheck: {
    Test: [
      "CMD",
      "node",
      "-e",
      "fetch(`http://127.0.0.1:${process.env.PORT}/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))",
    ],
    Interval: 30_000_000_000,
    Timeout: 5_000_000_000,
    StartPeriod: 60_000_000_000,
    Retries: 3,
  },
  Labels: {
    "org.opencontainers.image.title": "Parlour",
    "org.opencontainers.image.description": "Self-hosted customer chat",
    "org.opencontainers.image.licenses": "Apache-2.0",
    "org.opencontainers.image.version": version,
  },
} as const;

/**
 * Writes the container image for this machine's architecture to `out` and returns the name of its
 * file. `packageFiles` is the folder of the npm package. Takes everything from this machine: files
 * of Debian packages, Node, and the libraries in node_modules. Throws elsewhere than on Debian.
 */
export function writeImage(packageFiles: string, out: string): string {
  if (process.platform !== "linux" || !existsSync("/usr/bin/dpkg-query"))
    throw new Error("the image is built from files of Debian packages: run this on Debian");
  const architecture = process.arch === "x64" ? "amd64" : process.arch;
  const name = `parlour-${version}-oci-linux-${architecture}.tar`;
  const work = mkdtempSync(join(tmpdir(), "parlour-image-"));
  try {
    const [system, program, writable, archive] = ["system", "program", "writable", "archive"].map(
      (part) => {
        mkdirSync(join(work, part));
        return join(work, part);
      },
    ) as [string, string, string, string];
    writeSystemFiles(system);
    writeProgramFiles(packageFiles, program);
    const writablePaths = [dataFolder, cacheFolder].map((path) => path.slice(1));
    for (const path of writablePaths)
      mkdirSync(join(writable, path), { recursive: true, mode: 0o700 });
    const layers = [
      { folder: system, paths: ["."], owner: 0 },
      { folder: program, paths: ["."], owner: 0 },
      { folder: writable, paths: writablePaths, owner: imageUser },
    ];
    const description = { name: "parlour", version, architecture, config: imageConfig };
    writeImageArchive(join(out, name), description, layers, archive);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return name;
}

/** Writes the npm package with the libraries that npm would install, and its command. */
function writeProgramFiles(packageFiles: string, folder: string): void {
  const home = join(folder, "opt/parlour");
  cpSync(packageFiles, home, { recursive: true });
  for (const path of Object.keys(selectLockedPackages(readInstalledDependencies())))
    // Packages of other platforms are locked too, but not installed.
    if (existsSync(join(root, path)))
      cpSync(join(root, path), join(home, path), { recursive: true, verbatimSymlinks: true });
  const command = join(folder, "usr/local/bin/parlour");
  mkdirSync(join(folder, "usr/local/bin"), { recursive: true });
  writeFileSync(command, '#!/bin/sh\nexec node /opt/parlour/bin/parlour.js "$@"\n');
  chmodSync(command, 0o755);
}
