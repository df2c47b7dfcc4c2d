import type { ConfigFile } from "@parlour/protocol/config";
import { setStorage, type StorageSetting } from "../../store/settings/installation/storage.ts";
import { describeChanges, type PlannedChange, type ApplyContext } from "./planned-change.ts";
import type { FileHelpers } from "../../settings/resource.ts";

/** Storage settings of a file (CFG-033) with the resolved keys. */
export interface DesiredStorage {
  readonly kind: "disk" | "s3";
  readonly s3:
    | (NonNullable<StorageSetting["s3"]> & {
        readonly accessKey: string;
        readonly secretKey: string;
      })
    | null;
}

/**
 * Parses the storage settings. Returns null if the file does not contain them. Files are then
 * stored on disk.
 */
export function parseStorage(
  config: ConfigFile,
  { reportError, secret }: Pick<FileHelpers, "reportError" | "secret">,
): DesiredStorage | null {
  const { storage } = config;
  if (storage === undefined) return null;
  if (storage.kind === "disk") return { kind: "disk", s3: null };
  const url = URL.parse(storage.endpoint);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "" || url.search !== "")
    reportError(
      ["storage", "endpoint"],
      "must be an absolute http or https URL without user, password or query",
      "CFG-033",
    );
  const { endpoint, region, bucket, prefix = "" } = storage;
  return {
    kind: "s3",
    s3: {
      endpoint: endpoint.replace(/\/+$/, ""),
      region,
      bucket,
      prefix,
      accessKey: secret(["storage"], "access_key", undefined, storage.access_key_env) ?? "",
      secretKey: secret(["storage"], "secret_key", undefined, storage.secret_key_env) ?? "",
    },
  };
}

/**
 * Plans the storage of new files. S3 settings remain after a switch to disk, because files in S3
 * keep their URLs.
 */
export function planStorage(
  desired: DesiredStorage | null,
  current: StorageSetting,
  unseal: (sealed: Buffer) => string,
): PlannedChange[] {
  const { kind, s3 } = desired ?? { kind: "disk" as const, s3: null };
  const before = { kind: current.kind, ...current.s3 };
  const { accessKey = "", secretKey = "", ...location } = s3 ?? {};
  const keys = s3 === null ? null : JSON.stringify([accessKey, secretKey]);
  const isNewKey = keys !== null && (current.keys === null || unseal(current.keys) !== keys);
  const detail = [describeChanges(before, { kind, ...location }), isNewKey ? "keys" : ""]
    .filter((part) => part !== "")
    .join("; ");
  if (detail === "") return [];
  const run = async ({ tx, secrets }: ApplyContext): Promise<null> => {
    await setStorage(tx, {
      kind,
      s3: s3 === null ? current.s3 : toLocation(s3),
      keys: keys === null ? current.keys : secrets.seal(keys),
    });
    return null;
  };
  return [{ sign: "~", subject: "storage", detail, kind: "instance", run }];
}

function toLocation({
  endpoint,
  region,
  bucket,
  prefix,
}: NonNullable<StorageSetting["s3"]>): NonNullable<StorageSetting["s3"]> {
  return { endpoint, region, bucket, prefix };
}

/**
 * Exports the storage, if it is S3. `noteVariable` records the environment variable of a secret and
 * returns its name.
 */
export function exportStorage(
  { kind, s3 }: StorageSetting,
  noteVariable: (name: string) => string,
): Pick<ConfigFile, "storage"> {
  if (kind !== "s3" || s3 === null) return {};
  return {
    storage: {
      kind: "s3",
      ...s3,
      access_key_env: noteVariable("STORAGE_ACCESS_KEY"),
      secret_key_env: noteVariable("STORAGE_SECRET_KEY"),
    },
  };
}
