import { singleKind } from "../kind.ts";

const s3 = { field: "kind", is: "s3" } as const;

/** Where the installation stores new files (CFG-033). */
export const storage = singleKind({
  kind: "storage",
  of: "installation",
  label: "storage",
  part: "storage",
  fields: {
    kind: { type: "choice", values: ["disk", "s3"] },
    endpoint: {
      type: "text",
      format: "base_url",
      min: 1,
      max: 2048,
      shownIf: s3,
      rule: "CFG-033",
    },
    region: { type: "text", min: 1, max: 100, shownIf: s3 },
    bucket: { type: "text", pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{1,62}$", shownIf: s3 },
    prefix: { type: "text", pattern: "^[A-Za-z0-9!_.*/-]{0,200}$", default: "", shownIf: s3 },
    access_key: { type: "credential", min: 1, max: 1000, shownIf: s3 },
    secret_key: { type: "credential", min: 1, max: 1000, shownIf: s3 },
  },
});
