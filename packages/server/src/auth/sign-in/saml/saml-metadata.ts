import { normalizeCertificate } from "./certificates.ts";
import { parseXml, SamlFault } from "./saml-assertion.ts";

/** What the metadata of a provider says (SSO-006). */
export interface ProviderMetadata {
  readonly entity_id: string;
  readonly sso_url: string;
  /** In base64, without the lines around it. */
  readonly certificates: readonly string[];
}

const redirectBinding = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";
const maxCertificates = 2;

/** Reads the metadata of a provider. Throws SamlFault. */
export function readProviderMetadata(xml: string): ProviderMetadata {
  const root = parseXml(xml.replace(/^\uFEFF/, ""));
  const roles = Array.from(root.getElementsByTagNameNS("*", "IDPSSODescriptor"));
  const [role] = roles;
  if (role === undefined) throw new SamlFault("This is not the metadata of an identity provider.");
  if (roles.length > 1) throw new SamlFault("The metadata has several identity providers.");
  const entityId = (role.parentNode as Element).getAttribute("entityID");
  const service = Array.from(role.getElementsByTagNameNS("*", "SingleSignOnService")).find(
    (element) => element.getAttribute("Binding") === redirectBinding,
  );
  const ssoUrl = service?.getAttribute("Location");
  if (!entityId || !ssoUrl)
    throw new SamlFault("The metadata has no entity id, or no address for the redirect binding.");
  const certificates = Array.from(role.getElementsByTagNameNS("*", "KeyDescriptor"))
    .filter((key) => key.getAttribute("use") !== "encryption")
    .flatMap((key) => Array.from(key.getElementsByTagNameNS("*", "X509Certificate")))
    .map((element) => normalizeCertificate(element.textContent ?? ""));
  if (certificates.includes(null) || certificates.length === 0)
    throw new SamlFault("The metadata has no valid certificate for signatures.");
  return {
    entity_id: entityId,
    sso_url: ssoUrl,
    certificates: [...new Set(certificates as string[])].slice(0, maxCertificates),
  };
}
