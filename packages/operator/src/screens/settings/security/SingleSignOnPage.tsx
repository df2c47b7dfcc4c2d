import type { OidcProvider, OidcProviders } from "@parlour/protocol/api/people/session";
import type { SamlProvider, SamlProviders } from "@parlour/protocol/api/people/saml";
import { CopyField } from "../kit/resource/parts.tsx";
import { oidcScreen } from "./oidc-screen.tsx";
import { ProviderPage } from "./ProviderPage.tsx";
import { samlScreen } from "./saml-screen.tsx";
import { t } from "./text.ts";
import { t as saml } from "./saml-text.ts";

/** Renders Settings → Sign-in: the OIDC providers of the installation (API-206, CFG-034). */
export function SingleSignOnPage() {
  return (
    <ProviderPage<OidcProvider, OidcProviders>
      screen={oidcScreen}
      above={({ redirect_uri }) => <CopyField label={t("oidc.redirect")} value={redirect_uri} />}
    />
  );
}

/** Renders Settings → Sign-in: the SAML providers of the installation (SSO-001). */
export function SamlPage() {
  return (
    <ProviderPage<SamlProvider, SamlProviders>
      screen={samlScreen}
      above={({ entity_id, acs_url }) => (
        <>
          <CopyField
            label={saml("saml.own_entity")}
            value={entity_id}
            hint={saml("saml.own_entity.hint")}
          />
          <CopyField label={saml("saml.acs")} value={acs_url} />
        </>
      )}
    />
  );
}
