import {
  chmodSync,
  cpSync,
  existsSync,
  statSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { runProgram } from "./run-program.ts";

/**
 * Debian packages whose files the image contains: the C and C++ libraries that Node, PostgreSQL and
 * sharp load, and a shell, with which PostgreSQL creates its cluster.
 */
const systemPackages = ["libc6", "libgcc-s1", "libstdc++6", "dash"];

/** User and group of the image, as in the images of Node. */
export const imageUser = 1_000;

/** Files of packages that nothing in the image reads. */
const unused = /^\/usr\/share\/(?:debianutils|doc|lintian|locale|man|menu)\//;

/**
 * Writes the system part of the image: files of Debian packages that are installed on this machine,
 * and Node. Needs neither a network nor privileges.
 */
export function writeSystemFiles(folder: string): void {
  for (const name of ["bin", "lib", "lib64", "sbin"]) {
    mkdirSync(join(folder, "usr", name), { recursive: true });
    symlinkSync(`usr/${name}`, join(folder, name));
  }
  for (const name of ["dev", "proc", "sys", "tmp", "var/lib/dpkg/status.d", "usr/local/bin", "etc"])
    mkdirSync(join(folder, name), { recursive: true });
  chmodSync(join(folder, "tmp"), 0o1777);
  for (const name of systemPackages) copySystemPackage(name, folder);
  copyText("/etc/os-release", join(folder, "etc/os-release"));
  writeSettings(folder);
  const node = realpathSync(process.execPath);
  cpSync(node, join(folder, "usr/local/bin/node"));
  const licence = join(dirname(node), "../LICENSE");
  if (!existsSync(licence)) throw new Error(`${licence} is missing, and the image must contain it`);
  copyText(licence, join(folder, "usr/share/doc/node/copyright"));
}

/** Copies the files of an installed Debian package, its licence, and its entry for scanners. */
function copySystemPackage(name: string, folder: string): void {
  const files = runProgram("dpkg-query", ["--listfiles", name]).split("\n").filter(Boolean);
  for (const file of files) {
    // dpkg may be set up to omit files, such as those of documentation. Folders such as `/lib` are
    // links.
    const stats = statSync(file, { throwIfNoEntry: false });
    if (stats === undefined || stats.isDirectory() || unused.test(file)) continue;
    // The list contains `/lib/…`, which leads to `/usr/lib/…`.
    const path = join(folder, realpathSync(dirname(file)), basename(file));
    mkdirSync(dirname(path), { recursive: true });
    cpSync(file, path, { verbatimSymlinks: true, force: true });
  }
  // The folder of a licence may be a link to that of another package.
  const licence = `usr/share/doc/${name}/copyright`;
  copyText(`/${licence}`, join(folder, licence));
  writeFileSync(
    join(folder, "var/lib/dpkg/status.d", name),
    runProgram("dpkg-query", ["--status", name]),
  );
}

function copyText(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, readFileSync(from));
}

function writeSettings(folder: string): void {
  const texts = {
    passwd: `root:x:0:0:root:/root:/sbin/nologin\nparlour:x:${imageUser}:${imageUser}:Parlour:/var/lib/parlour:/sbin/nologin\n`,
    group: `root:x:0:\nparlour:x:${imageUser}:\n`,
    "nsswitch.conf": "passwd: files\ngroup: files\nhosts: files dns\n",
  };
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, "etc", name), text);
}
