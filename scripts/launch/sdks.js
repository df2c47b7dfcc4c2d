import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { environment, filesBelow, hashOf, inRoot, root, say, setStamp, stamp } from "./shared.js";

const generator = "tools/generate-sdks.ts";
/** The published documents follow from these folders, and the modules from the documents. */
const sources = [
  "packages/protocol/src",
  "packages/server/src/api",
  "packages/server/src/openapi",
  "packages/server/src/settings",
  "tools/python-sdk",
];
/** One file of each SDK, because a checkout has none of them. */
const generated = [
  "packages/sdk/src/generated/service-api.ts",
  "sdk/python/src/parlour_sdk/types.py",
];

/**
 * Generates the modules of both SDKs that follow from the API documents, if they are missing or
 * their sources have changed. Returns whether they are current.
 */
export function generateSdks(node) {
  const wanted = hashOf([
    "package-lock.json",
    generator,
    "packages/sdk/generate-types.ts",
    ...sources.flatMap(filesBelow),
  ]);
  if (stamp("sdks") === wanted && generated.every((file) => existsSync(inRoot(file)))) return true;
  say("generating the types of the SDKs");
  const done = spawnSync(node, [inRoot(generator)], {
    cwd: root,
    stdio: ["ignore", 2, 2],
    env: environment(node),
  });
  if (done.status !== 0) return false;
  setStamp("sdks", wanted);
  return true;
}
