import type { ApiKey } from "@parlour/protocol/api";
import { apiKey } from "@parlour/protocol/settings/kinds/api-key";
import { IconUsersPlus } from "@tabler/icons-react";
import { ExpiryControl, ExpiryDate } from "../api-keys/screen.tsx";
import { kindScreen } from "../kit/kind/kind-screen.ts";
import { Timestamp } from "../kit/resource/parts.tsx";
import { t as keys } from "../api-keys/text.ts";
import { t } from "./text.ts";

/** The scope of an API key that makes it a token for SCIM (SSO-020). */
const scimScope = "scim";
export const isScimToken = ({ scopes }: ApiKey): boolean => scopes.includes(scimScope);

/** Settings → Sign-in and security: tokens for SCIM. They are API keys with one scope. */
export const scimScreen = kindScreen<ApiKey>()({
  kind: apiKey,
  prefix: "scim",
  t,
  icon: IconUsersPlus,
  inDialog: true,
  labels: [{ label: "scim.base" }],
  sections: [{ fields: ["name", "scopes", "expires_at"] }],
  controls: { scopes: ScopesNotice, expires_at: ExpiryControl },
  newValues: () => ({ name: "SCIM", scopes: [scimScope], expires_at: "" }),
  columns: () => [
    { head: keys("apikeys.key"), className: "mono", cell: ({ hint }) => <>pk_…{hint}</> },
    { head: keys("apikeys.acts"), cell: ({ operator }) => <bdi>{operator.name}</bdi> },
    { head: keys("apikeys.used"), cell: (key) => <Timestamp time={key.last_used_at} /> },
    { head: t("scim.expires_at"), cell: (key) => <ExpiryDate at={key.expires_at} /> },
  ],
});

function ScopesNotice() {
  return <p className="t13 soft">{t("scim.scopes.text")}</p>;
}
