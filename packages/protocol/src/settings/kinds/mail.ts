import { singleKind } from "../kind.ts";

/** The server that sends the emails of the installation (CFG-032, API-356). It may be absent. */
export const mail = singleKind({
  kind: "mail",
  of: "installation",
  path: "instance/mail",
  label: "mail",
  part: "mail",
  within: "mail",
  optional: true,
  fields: {
    host: { type: "text", format: "host", min: 1, max: 253, rule: "CFG-032" },
    port: { type: "integer", min: 1, max: 65_535, default: 587, required: true },
    tls: {
      type: "choice",
      values: ["starttls", "implicit", "none"],
      default: "starttls",
      required: true,
    },
    user: { type: "text", max: 254, default: null },
    from: { type: "text", format: "sender", min: 1, max: 320, rule: "CFG-032" },
    password: {
      type: "credential",
      min: 0,
      max: 1024,
      default: null,
      presence: "has_password",
      boundTo: ["host", "port", "tls", "user"],
    },
  },
});
