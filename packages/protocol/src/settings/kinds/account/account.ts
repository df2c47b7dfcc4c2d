import type { AccountField } from "../../../entity/account.ts";
import { valueOf } from "../../field.ts";
import { singleKind } from "../../kind.ts";

/** Name, appearance and link safety of an account (API-290). */
export const account = singleKind({
  kind: "account",
  path: "account",
  label: "account",
  part: "account",
  fields: {
    name: { type: "text", min: 1, max: 100, elsewhere: true },
    locale: {
      type: "text",
      pattern: "^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$",
      max: 35,
      default: "en",
      elsewhere: true,
    },
    accent: { type: "text", pattern: "^#[0-9A-Fa-f]{6}$", default: "#0B6B5D", elsewhere: true },
    /** Hosts of links (WG-045). false: all. true: only those of the account. A list adds hosts. */
    safe_url: { type: "custom", value: valueOf<boolean | string[]>(), default: false },
    trust_webhook_links: { type: "flag", default: false },
  },
});

export const accountFields = Object.keys(
  account.fields satisfies Readonly<Record<AccountField, unknown>>,
) as readonly AccountField[];
