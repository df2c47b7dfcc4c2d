import { listKind } from "../kind.ts";
import { valueOf } from "../field.ts";

/** Identity providers for single sign-on (CFG-034, API-206). They belong to the installation. */
export const oidc = listKind({
  kind: "oidc",
  path: "instance/oidc",
  label: "oidc",
  part: "oidc",
  key: "client_id",
  max: 10,
  fields: {
    name: { type: "text", min: 1, max: 60 },
    issuer: { type: "text", format: "base_url", min: 1, max: 2048, rule: "CFG-034" },
    client_id: { type: "text", min: 1, max: 300, rule: "CFG-034" },
    /** Allowed domains of email addresses. [] means all. */
    domains: { type: "texts", format: "domain", max: 100, length: 253, repeats: true, default: [] },
    /** Role of operators who sign in for the first time. null: only known emails may sign in. */
    role: {
      type: "choice",
      values: ["admin", "developer", "operator", "viewer"],
      default: null,
    },
    /** Account of new operators. The file creates them in its account. */
    account_id: { type: "custom", value: valueOf<number>(), default: null, only: "api" },
    client_secret: {
      type: "credential",
      min: 1,
      max: 1000,
      default: null,
      presence: "has_secret",
      boundTo: ["issuer", "client_id"],
    },
  },
});
