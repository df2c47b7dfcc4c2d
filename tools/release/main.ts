import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { renderReleasedDocuments } from "../api-breaks/released-documents.ts";
import { read, root } from "../source.ts";
import { createBillOfMaterials } from "./bill-of-materials.ts";
import { signDigests, writeDigests } from "./digests.ts";
import { writeImage } from "./image.ts";
import { packLibraries } from "./libraries.ts";
import { packN8nNodes } from "./n8n-node.ts";
import { extractNotes } from "./notes.ts";
import { version, writePackageFiles } from "./package-files.ts";
import { packFolder } from "./pack-folder.ts";
import { packPythonSdk } from "./python-sdk.ts";
import { runProgram } from "./run-program.ts";
import { packTagManagerTemplate } from "./tag-manager-template.ts";
import { packWordPressPlugin } from "./wordpress-plugin.ts";

const usage = `usage: npm run release -- [pack|image] [--out FOLDER]

Writes a release to FOLDER (default: release/):
  pack    the npm packages parlour-${version}.tgz and parlour-sdk-${version}.tgz, and those of
          components for pages (@parlour/react and others), the plug-in for WordPress, the
          template for Google Tag Manager and the nodes for n8n
  image   the container image, from the npm package (Linux only)
Without a word: all, the Python SDK, the bill of materials, the release notes and the digests,
which are signed with the SSH key in the file PARLOUR_SIGNING_KEY. Later changes of an API are
compared with the documents of this release, which are written to docs/api/released.`;

/** Writes a release, or a part of it (docs/operate/release.md). Resolves with the exit code. */
async function runRelease(args: readonly string[]): Promise<number> {
  const parsed = parse(args);
  if (parsed === null) {
    console.error(usage);
    return 2;
  }
  const { part, out } = parsed;
  mkdirSync(out, { recursive: true });
  const files = mkdtempSync(join(tmpdir(), "parlour-release-"));
  const libraries = mkdtempSync(join(tmpdir(), "parlour-libraries-"));
  try {
    writePackageFiles(files);
    const names =
      part === "image"
        ? []
        : [
            packFolder(files, out),
            packSdk(out),
            ...packLibraries(libraries, out),
            await packWordPressPlugin(out),
            packTagManagerTemplate(out),
            await packN8nNodes(out),
          ];
    if (part !== "pack") names.push(writeImage(files, out));
    if (part === "all") names.push(...packPythonSdk(out));
    if (part === "all") names.push(...writeDocuments(out));
    if (part === "all") names.push(...sign(out, names));
    if (part === "all") await writeReleasedDocuments();
    for (const name of names)
      console.log(`${join(out, name)} ${formatSize(statSync(join(out, name)).size)}`);
  } finally {
    for (const folder of [files, libraries]) rmSync(folder, { recursive: true, force: true });
  }
  return 0;
}

function parse(args: readonly string[]): { part: "all" | "pack" | "image"; out: string } | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { out: { type: "string", default: join(root, "release") } },
      allowPositionals: true,
    });
    const [part = "all", ...others] = positionals;
    if (others.length > 0 || (part !== "all" && part !== "pack" && part !== "image")) return null;
    // npm changes the folder and names the one in which it was called.
    return { part, out: resolve(process.env["INIT_CWD"] ?? root, values.out) };
  } catch {
    return null;
  }
}

/** Builds and packs `@parlour/sdk`, which integrators install. */
function packSdk(out: string): string {
  const folder = join(root, "packages/sdk");
  runProgram(process.execPath, [join(folder, "build.ts")]);
  return packFolder(folder, out);
}

/** Writes bill of materials and release notes. Returns the names of the files. */
function writeDocuments(out: string): readonly string[] {
  const texts = {
    [`parlour-${version}.cdx.json`]: createBillOfMaterials(),
    [`parlour-${version}.md`]: extractNotes(read("CHANGELOG.md"), version),
  };
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(out, name), text);
  cpSync(join(root, "deploy/compose.yaml"), join(out, "compose.yaml"));
  return [...Object.keys(texts), "compose.yaml"];
}

/** Makes this release the one that later changes of an API are compared with (API-394). */
async function writeReleasedDocuments(): Promise<void> {
  for (const [path, text] of await renderReleasedDocuments()) writeFileSync(join(root, path), text);
  console.log("docs/api/released has changed. Commit it after the release.");
}

function sign(out: string, names: readonly string[]): readonly string[] {
  const digests = writeDigests(out, names);
  const key = process.env["PARLOUR_SIGNING_KEY"] || null;
  if (key === null) {
    console.error("not signed: PARLOUR_SIGNING_KEY names no key");
    return [digests];
  }
  return [digests, signDigests(out, resolve(process.env["INIT_CWD"] ?? root, key))];
}

const formatSize = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;

process.exitCode = await runRelease(process.argv.slice(2));
