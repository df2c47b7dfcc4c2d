import type { ConfigFile } from "@parlour/protocol/config";
import { setStorage, type StorageSetting } from "../store/settings/storage.ts";
import { changes, type Difference, type Target } from "./difference.ts";
import type { Reading } from "./read-integrations.ts";

/** Storage settings of a file (CFG-033) with the resolved keys. */
export interface WantedStorage {
  readonly kind: "disk" | "s3";
  readonly s3: (NonNullable<StorageSetting["s3"]> & { readonly accessKey: string; readonly secretKey: string }) | null;
}

/**
 * Parses the storage settings. null: the file does not contain them, so files are stored on disk.
 */
export function readStoragePart(config: ConfigFile, { fault, secret }: Pick<Reading, "fault" | "secret">): WantedStorage | null {
  const { storage } = config;
  if (storage === undefined) return null;
  if (storage.kind === "disk") return { kind: "disk", s3: null };
  const url = URL.parse(storage.endpoint);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "" || url.search !== "")
    fault(["storage", "endpoint"], "must be an absolute http or https address without user, password and query", "CFG-033");
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
 * Plans the storage of new files. S3 settings remain after a switch to disk, because files stored
 * there keep their addresses.
 */
export function planStorage(wanted: WantedStorage | null, present: StorageSetting, open: (sealed: Buffer) => string): Difference[] {
  const { kind, s3 } = wanted ?? { kind: "disk" as const, s3: null };
  const before = { kind: present.kind, ...present.s3 };
  const { accessKey = "", secretKey = "", ...place } = s3 ?? {};
  const keys = s3 === null ? null : JSON.stringify([accessKey, secretKey]);
  const isNewKey = keys !== null && (present.keys === null || open(present.keys) !== keys);
  const detail = [changes(before, { kind, ...place }), isNewKey ? "keys" : ""].filter((part) => part !== "").join("; ");
  if (detail === "") return [];
  const run = async ({ tx, secrets }: Target): Promise<null> => {
    await setStorage(tx, { kind, s3: s3 === null ? present.s3 : placeOf(s3), keys: keys === null ? present.keys : secrets.seal(keys) });
    return null;
  };
  return [{ sign: "~", subject: "storage", detail, kind: "instance", run }];
}

function placeOf({ endpoint, region, bucket, prefix }: NonNullable<StorageSetting["s3"]>): NonNullable<StorageSetting["s3"]> {
  return { endpoint, region, bucket, prefix };
}
