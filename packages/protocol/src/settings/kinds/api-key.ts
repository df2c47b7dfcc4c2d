import { listKind } from "../kind.ts";

/** Keys of the service API (API-303). They are created and deleted, never changed. */
export const apiKey = listKind({
  kind: "api_key",
  path: "api-keys",
  label: "API key",
  table: "api_key",
  part: "api_keys",
  key: "key",
  fields: {
    name: { type: "text", min: 1, max: 100 },
    /** The key as programs send it. Only its hash is stored (CORE-125). */
    key: { type: "secret", format: "key", elsewhere: true, hint: "hint", generated: "key" },
    /** The operator that the key acts as. Absent in a request: who creates the key. */
    operator_id: { type: "reference", to: "operator", as: "object", completed: true },
    /** `*`, or actions (docs/operate/rights.md). Absent: those of the principal. */
    scopes: {
      type: "texts",
      min: 1,
      max: 100,
      length: 40,
      default: ["*"],
      completed: true,
      exported: "always",
    },
    /** The key is refused from then on. null: it does not expire. */
    expires_at: { type: "time", default: null },
  },
});
