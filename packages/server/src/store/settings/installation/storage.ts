import type { Sql } from "../../database/sql.ts";

/** Storage of files (CFG-033). S3 settings remain for older files after a switch to disk. */
export interface StorageSetting extends StorageLocation {
  /** Access key and secret key as sealed JSON: `[access key, secret key]`. */
  readonly keys: Buffer | null;
}
interface StorageLocation {
  readonly kind: "disk" | "s3";
  readonly s3: {
    readonly endpoint: string;
    readonly region: string;
    readonly bucket: string;
    readonly prefix: string;
  } | null;
}

export async function readStorage(sql: Sql): Promise<StorageSetting> {
  const [row] = await sql.query<{
    storage: StorageLocation | null;
    keys: Buffer | null;
  }>("select storage, storage_keys as keys from instance");
  return {
    kind: row?.storage?.kind ?? "disk",
    s3: row?.storage?.s3 ?? null,
    keys: row?.keys ?? null,
  };
}

export async function setStorage(tx: Sql, setting: StorageSetting): Promise<void> {
  await tx.query("update instance set storage = $1, storage_keys = $2", [
    JSON.stringify({ kind: setting.kind, s3: setting.s3 }),
    setting.keys,
  ]);
}
