import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { inflateRawSync } from "node:zlib";
import { SignedXml } from "xml-crypto";
import { samlKeys, type SamlKey } from "./saml-keys.ts";

/** How a response differs from a correct one. */
export interface SamlResponseOptions {
  readonly email?: string;
  /** Content of the element `NameID`, as XML. Absent: the email. */
  readonly nameId?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly request: string;
  /** Time in ms since 1970. */
  readonly now: number;
  readonly issuer?: string;
  readonly audience?: string;
  readonly recipient?: string;
  readonly id?: string;
  readonly status?: string;
  readonly validMs?: number;
  readonly signed?: "assertion" | "response" | "nothing";
  readonly key?: SamlKey;
  readonly hash?: "sha256" | "sha1";
  /** Changes the XML before or after it is signed. */
  readonly before?: (xml: string) => string;
  readonly after?: (xml: string) => string;
}
export interface FakeSamlProvider {
  readonly entityId: string;
  readonly metadataUrl: string;
  readonly host: string;
  /** The person who signs in with the form of the provider. */
  person: { email: string; name: string };
  metadata(...keys: readonly SamlKey[]): string;
  /** Returns the id of the request in a URL of the redirect binding. */
  readRequest(url: string): {
    readonly id: string;
    readonly xml: string;
    readonly relayState: string;
  };
  /** Returns a response in base64. */
  respond(options: SamlResponseOptions): string;
  close(): Promise<void>;
}

interface SamlService {
  readonly entityId: string;
  readonly acsUrl: string;
}

/**
 * Starts an identity provider for SAML 2.0. Its address `/sso` signs in `person` at once, with a
 * form that the browser posts, as real providers do.
 */
export async function startSamlProvider(
  service: () => SamlService,
  now: () => number = Date.now,
): Promise<FakeSamlProvider> {
  let origin = "";
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", origin);
    if (url.pathname === "/metadata")
      return void response
        .writeHead(200, { "content-type": "application/samlmetadata+xml" })
        .end(provider.metadata("first"));
    if (url.pathname !== "/sso") return void response.writeHead(404).end();
    const { id, relayState } = provider.readRequest(url.href);
    const saml = provider.respond({
      email: provider.person.email,
      attributes: { displayName: provider.person.name },
      request: id,
      now: now(),
    });
    response.writeHead(200, { "content-type": "text/html" }).end(
      `<!doctype html><form method="post" action="${service().acsUrl}">
       <input type="hidden" name="SAMLResponse" value="${saml}">
       <input type="hidden" name="RelayState" value="${relayState}"></form>
       <script>document.forms[0].submit()</script>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  const provider: FakeSamlProvider = {
    entityId: `${origin}/entity`,
    metadataUrl: `${origin}/metadata`,
    host: `127.0.0.1:${port}`,
    person: { email: "nobody@example.test", name: "Nobody" },
    metadata: (...keys) => createMetadata(origin, keys),
    readRequest(url) {
      const query = new URL(url).searchParams;
      const xml = inflateRawSync(Buffer.from(query.get("SAMLRequest") ?? "", "base64")).toString();
      return {
        xml,
        id: /ID="([^"]+)"/.exec(xml)?.[1] ?? "",
        relayState: query.get("RelayState") ?? "",
      };
    },
    respond: (options) => createResponse(provider.entityId, service(), options),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
  return provider;
}

const stripPem = (pem: string): string => pem.replace(/-----[^-]+-----|\s/g, "");

const createMetadata = (origin: string, keys: readonly SamlKey[]): string =>
  `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${origin}/entity">
<md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
${keys.map((key) => `<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${stripPem(samlKeys[key].certificate)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`).join("\n")}
<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${origin}/post"/>
<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${origin}/sso"/>
</md:IDPSSODescriptor></md:EntityDescriptor>`;

function createResponse(
  entityId: string,
  service: SamlService,
  options: SamlResponseOptions,
): string {
  const { signed = "assertion", key = "first", hash = "sha256" } = options;
  const unsigned = createXml(entityId, service, options);
  const prepared = options.before?.(unsigned) ?? unsigned;
  const xml = signed === "nothing" ? prepared : sign(prepared, signed, { key, hash });
  return Buffer.from(options.after?.(xml) ?? xml).toString("base64");
}

function createXml(entityId: string, service: SamlService, options: SamlResponseOptions): string {
  const { now, request, validMs = 5 * 60_000, attributes = {} } = options;
  const { email = "nobody@example.test", nameId = email, issuer = entityId } = options;
  const { recipient = service.acsUrl, audience = service.entityId } = options;
  const { status = "urn:oasis:names:tc:SAML:2.0:status:Success" } = options;
  const id = options.id ?? `_${crypto.randomUUID()}`;
  const at = new Date(now).toISOString();
  const end = new Date(now + validMs).toISOString();
  const values = Object.entries(attributes).map(
    ([name, value]) =>
      `<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`,
  );
  return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_r${crypto.randomUUID()}" Version="2.0" IssueInstant="${at}" Destination="${service.acsUrl}" InResponseTo="${request}"><saml:Issuer>${issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="${status}"/></samlp:Status><saml:Assertion ID="${id}" Version="2.0" IssueInstant="${at}"><saml:Issuer>${issuer}</saml:Issuer><saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress">${nameId}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${end}" Recipient="${recipient}" InResponseTo="${request}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${at}" NotOnOrAfter="${end}"><saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${at}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>${values.length === 0 ? "" : `<saml:AttributeStatement>${values.join("")}</saml:AttributeStatement>`}</saml:Assertion></samlp:Response>`;
}

const algorithms = {
  sha256: {
    signature: "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
    digest: "http://www.w3.org/2001/04/xmlenc#sha256",
  },
  sha1: {
    signature: "http://www.w3.org/2000/09/xmldsig#rsa-sha1",
    digest: "http://www.w3.org/2000/09/xmldsig#sha1",
  },
} as const;

/** Signs the assertion or the response, and adds the certificate as providers do. */
function sign(
  xml: string,
  what: "assertion" | "response",
  { key, hash }: { readonly key: SamlKey; readonly hash: "sha256" | "sha1" },
): string {
  const name = what === "assertion" ? "Assertion" : "Response";
  const xpath = `//*[local-name(.)='${name}']`;
  const signature = new SignedXml({
    privateKey: samlKeys[key].privateKey,
    publicCert: samlKeys[key].certificate,
    signatureAlgorithm: algorithms[hash].signature,
    canonicalizationAlgorithm: "http://www.w3.org/2001/10/xml-exc-c14n#",
  });
  signature.addReference({
    xpath,
    digestAlgorithm: algorithms[hash].digest,
    transforms: [
      "http://www.w3.org/2000/09/xmldsig#enveloped-signature",
      "http://www.w3.org/2001/10/xml-exc-c14n#",
    ],
  });
  signature.computeSignature(xml, {
    location: { reference: `${xpath}/*[local-name(.)='Issuer']`, action: "after" },
  });
  return signature.getSignedXml();
}
