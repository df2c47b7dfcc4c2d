import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { runProgram } from "./run-program.ts";

/** Files of one layer of an image, and the user who owns them there. */
export interface Layer {
  readonly folder: string;
  /** Paths in the folder that the layer contains, such as `.` for all. */
  readonly paths: readonly string[];
  readonly owner: number;
}

/** What the archive says of the image. */
export interface ImageDescription {
  readonly name: string;
  readonly version: string;
  /** Architecture in the words of images, such as `amd64`. */
  readonly architecture: string;
  /** Settings of a container of the image, with the names of the image format. */
  readonly config: Readonly<Record<string, unknown>>;
}

interface Blob {
  readonly digest: string;
  readonly size: number;
}

/**
 * Writes an image as an archive that Docker, Podman and other tools load: the layout of the Open
 * Container Initiative, and the list in which older Docker looks up the image. The same files give
 * the same archive. `workFolder` must be empty.
 */
export function writeImageArchive(
  path: string,
  { name, version, architecture, config }: ImageDescription,
  layers: readonly Layer[],
  workFolder: string,
): void {
  const blobs = join(workFolder, "blobs/sha256");
  mkdirSync(blobs, { recursive: true });
  const addBlob = (content: Buffer): Blob => {
    const digest = hash(content);
    writeFileSync(join(blobs, digest), content);
    return { digest: `sha256:${digest}`, size: content.length };
  };
  const addJson = (value: unknown): Blob => addBlob(Buffer.from(JSON.stringify(value)));

  const packed = layers.map((layer) => {
    const tar = packLayer(layer, workFolder);
    return { diffId: `sha256:${hash(tar)}`, blob: addBlob(gzipSync(tar)) };
  });
  const image = addJson({
    architecture,
    os: "linux",
    created: epoch,
    config,
    rootfs: { type: "layers", diff_ids: packed.map(({ diffId }) => diffId) },
    history: layers.map(() => ({ created: epoch, created_by: "npm run release" })),
  });
  const manifest = addJson({
    schemaVersion: 2,
    mediaType: `${media}.manifest.v1+json`,
    config: { mediaType: `${media}.config.v1+json`, ...image },
    layers: packed.map(({ blob }) => ({ mediaType: `${media}.layer.v1.tar+gzip`, ...blob })),
  });
  const reference = `${name}:${version}`;
  const annotations = {
    "io.containerd.image.name": `docker.io/library/${reference}`,
    "org.opencontainers.image.ref.name": version,
  };
  writeJson(join(workFolder, "oci-layout"), { imageLayoutVersion: "1.0.0" });
  writeJson(join(workFolder, "index.json"), {
    schemaVersion: 2,
    mediaType: `${media}.index.v1+json`,
    manifests: [{ mediaType: `${media}.manifest.v1+json`, ...manifest, annotations }],
  });
  writeJson(join(workFolder, "manifest.json"), [
    {
      Config: getBlobPath(image),
      RepoTags: [reference],
      Layers: packed.map(({ blob }) => getBlobPath(blob)),
    },
  ]);
  const parts = ["oci-layout", "index.json", "manifest.json", "blobs"];
  runProgram("tar", [...reproducible, "--owner=0", "--group=0", "--file", path, ...parts], {
    cwd: workFolder,
  });
}

const media = "application/vnd.oci.image";
/** Time of everything in the image, so that the same files give the same image. */
const epoch = "1970-01-01T00:00:00Z";
const reproducible = ["--create", "--sort=name", "--mtime=@0", "--numeric-owner", "--format=gnu"];

function packLayer({ folder, paths, owner }: Layer, workFolder: string): Buffer {
  const path = join(workFolder, "layer.tar");
  runProgram(
    "tar",
    [...reproducible, `--owner=${owner}`, `--group=${owner}`, "--file", path, ...paths],
    { cwd: folder },
  );
  return readFileSync(path);
}

const hash = (content: Buffer): string => createHash("sha256").update(content).digest("hex");
const getBlobPath = ({ digest }: Blob): string => `blobs/${digest.replace(":", "/")}`;
const writeJson = (path: string, value: unknown): void =>
  writeFileSync(path, JSON.stringify(value));
