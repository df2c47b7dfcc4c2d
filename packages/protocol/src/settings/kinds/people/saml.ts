import { valueOf } from "../../field.ts";
import { listKind } from "../../kind.ts";

/** SAML 2.0 identity providers for single sign-on (SSO-001). They belong to the installation. */
export const saml = listKind({
  kind: "saml",
  path: "instance/saml",
  label: "saml",
  part: "saml",
  key: "entity_id",
  max: 10,
  fields: {
    name: { type: "text", min: 1, max: 60 },
    entity_id: { type: "text", min: 1, max: 1024, rule: "SSO-001" },
    /** Address of the redirect binding. */
    sso_url: { type: "text", format: "url", min: 1, max: 2048, rule: "SSO-001" },
    /** In PEM or base64. Two, while a provider changes its certificate. */
    certificates: {
      type: "texts",
      min: 1,
      max: 2,
      length: 8000,
      repeats: true,
      rule: "SSO-001",
    },
    /** Name of the attribute with the email address. "": a usual one, else the name id. */
    email_attribute: { type: "text", max: 300, default: "" },
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
  },
});
