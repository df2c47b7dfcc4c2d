import { createEgress } from "../egress/index.ts";
import { createS3Storage } from "../files/s3.ts";
import type { FileStorage } from "../files/storage.ts";
import type { StorageSetting } from "../store/settings/installation/storage.ts";
import type { BaseServices } from "./base.ts";
import type { TestHooks } from "./server-options.ts";

/** Returns a function that reopens the storage after a change of its settings. */
export function openS3(
  { clock, instance, secrets }: BaseServices,
  hooks: TestHooks,
): { storage(): FileStorage | null; close(): void } {
  let setting: StorageSetting | null = null;
  let open: ConfiguredStorage | null = null;
  const closeCurrent = (): void => {
    open?.close();
    open = null;
  };
  return {
    storage() {
      const latest = instance.storage();
      if (latest !== setting) {
        setting = latest;
        closeCurrent();
        open = openConfiguredS3(latest, { clock, open: secrets.open, hooks });
      }
      return open?.storage ?? null;
    },
    close: closeCurrent,
  };
}

export interface ConfiguredStorage {
  readonly storage: FileStorage;
  close(): void;
}
/**
 * Opens the S3 service of these settings (CFG-033). Returns null if none is configured. Private
 * addresses are allowed, because the installation owner chose the address.
 */
export function openConfiguredS3(
  { s3, keys }: StorageSetting,
  deps: {
    readonly clock: BaseServices["clock"];
    readonly open: (sealed: Buffer) => string;
    readonly hooks?: TestHooks;
  },
): ConfiguredStorage | null {
  if (s3 === null || keys === null) return null;
  const [accessKey = "", secretKey = ""] = JSON.parse(deps.open(keys)) as string[];
  const allowed = [hostWithPort(s3.endpoint)];
  const { resolve, dial } = deps.hooks ?? {};
  const egress = createEgress({
    clock: deps.clock,
    isForOwner: true,
    allowed: () => allowed,
    resolve,
    dial,
  });
  return {
    storage: createS3Storage({ ...s3, accessKey, secretKey }, egress),
    close: () => egress.close(),
  };
}

function hostWithPort(endpoint: string): string {
  const { hostname, port, protocol } = new URL(endpoint);
  return `${hostname.replace(/^\[|\]$/g, "")}:${port === "" ? (protocol === "https:" ? 443 : 80) : port}`;
}
