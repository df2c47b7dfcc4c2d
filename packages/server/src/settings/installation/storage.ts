import { storage } from "@parlour/protocol/settings/kinds/storage";
import { setStorage, type StorageSetting } from "../../store/settings/installation/storage.ts";
import { createSingleFile } from "../kind/single-file.ts";

type Location = NonNullable<StorageSetting["s3"]>;

/** The storage of new files (CFG-033). S3 settings stay, as files in S3 keep their URLs. */
export const storageFile = createSingleFile(storage, {
  absent: { kind: "disk" },
  isExported: ({ kind }: StorageSetting) => kind === "s3",
  toValues: ({ kind, s3 }) => ({
    kind,
    endpoint: s3?.endpoint ?? null,
    region: s3?.region ?? null,
    bucket: s3?.bucket ?? null,
    prefix: s3?.prefix ?? null,
  }),
  toCredentials: ({ keys }) => ({
    access_key: keys && ((unseal) => parseKeys(unseal(keys))[0]),
    secret_key: keys && ((unseal) => parseKeys(unseal(keys))[1]),
  }),
  save({ tx, seal }, entry, before) {
    const { kind = "disk", ...location } = entry?.values ?? {};
    const keys = JSON.stringify([entry?.secrets["access_key"], entry?.secrets["secret_key"]]);
    return kind === "disk"
      ? setStorage(tx, { ...before, kind })
      : setStorage(tx, { kind, s3: location as Location, keys: seal(keys) });
  },
});

const parseKeys = (text: string) => JSON.parse(text) as [accessKey: string, secretKey: string];
