import { DOMParser } from "@xmldom/xmldom";
import { normalizeCertificate } from "./certificates.ts";
import type { SamlRecord } from "../../../store/settings/installation/saml.ts";

/** What a provider says about a person, after all checks. */
export interface SamlAssertion {
  readonly id: string;
  /** Id of the request that the assertion answers. */
  readonly request: string;
  readonly email: string;
  readonly name: string | null;
}
/** A response that is not accepted. The message says why, for a person. */
export class SamlFault extends Error {}

export interface AssertionCheck {
  readonly provider: SamlRecord;
  readonly entityId: string;
  readonly acsUrl: string;
  /** Time in ms since 1970. */
  readonly now: number;
}

const skewMs = 2 * 60_000;
/** Longer validity is ignored, so that a used assertion has to be stored only for a day. */
const maxAgeMs = 10 * 60_000;
const maxResponseLength = 256 * 1024;
/** Algorithms of signatures, digests, canonical forms and transforms. SHA-1 is not one of them. */
const acceptedAlgorithms = new Set([
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512",
  "http://www.w3.org/2001/04/xmlenc#sha256",
  "http://www.w3.org/2001/04/xmlenc#sha512",
  "http://www.w3.org/2000/09/xmldsig#enveloped-signature",
  "http://www.w3.org/2001/10/xml-exc-c14n#",
]);

/**
 * Checks a response of a provider and returns its assertion (SSO-003, SSO-004). The signature
 * decides which part of the document counts: everything except status and destination is read from
 * the signed text. Throws SamlFault.
 */
export async function checkResponse(
  response: string,
  check: AssertionCheck,
): Promise<SamlAssertion> {
  const { provider, entityId, acsUrl } = check;
  if (response.length > maxResponseLength) throw new SamlFault("The response is too large.");
  checkDocument(Buffer.from(response, "base64").toString("utf8"), acsUrl);
  // Loaded on demand, because most installations have no provider.
  const { SAML } = await import("@node-saml/node-saml");
  const library = new SAML({
    idpCert: provider.certificates.map((text) => normalizeCertificate(text) ?? text),
    issuer: entityId,
    audience: entityId,
    callbackUrl: acsUrl,
    // A signed response or a signed assertion. Without this, both are required.
    wantAuthnResponseSigned: false,
    wantAssertionsSigned: false,
    // The library reads the time of the system. `checkTimes` uses our clock.
    acceptedClockSkewMs: -1,
  });
  const { profile } = await library
    .validatePostResponseAsync({ SAMLResponse: response })
    .catch((error: unknown) => {
      throw new SamlFault(describeLibraryError(error));
    });
  const assertion = (profile?.getAssertion?.()?.["Assertion"] ?? null) as XmlElement | null;
  if (assertion === null) throw new SamlFault("The response has no assertion.");
  return readAssertion(assertion, check);
}

/** Refuses documents with entities, weak algorithms, another status or another destination. */
function checkDocument(xml: string, acsUrl: string): void {
  const root = parseXml(xml);
  if (root.localName !== "Response") throw new SamlFault("This is not a SAML response.");
  for (const name of ["SignatureMethod", "DigestMethod", "CanonicalizationMethod", "Transform"])
    for (const element of Array.from(root.getElementsByTagNameNS("*", name))) {
      const algorithm = element.getAttribute("Algorithm") ?? "";
      if (!acceptedAlgorithms.has(algorithm))
        throw new SamlFault(`The algorithm ${algorithm} is not accepted. Sign with SHA-256.`);
    }
  const destination = root.getAttribute("Destination");
  if (destination && destination !== acsUrl)
    throw new SamlFault("The response is for another address.");
  const status = Array.from(root.getElementsByTagNameNS("*", "StatusCode")).map((element) =>
    element.getAttribute("Value"),
  );
  if (!status[0]?.endsWith(":status:Success"))
    throw new SamlFault(
      `The provider answered ${status.map((value) => value?.split(":").at(-1)).join(", ") || "without a status"}.`,
    );
  if (root.getElementsByTagNameNS("*", "EncryptedAssertion").length > 0)
    throw new SamlFault("The assertion is encrypted. Turn encryption off at the provider.");
}

/** Parses XML without a document type, so that it has no entities. Throws SamlFault. */
export function parseXml(xml: string): Element {
  if (/<!(?!--|\[CDATA\[)/.test(xml)) throw new SamlFault("The XML has a document type.");
  const fail = (message: string): never => {
    throw new SamlFault(`The XML is not valid: ${message.split("\n")[0]}`);
  };
  try {
    const document = new DOMParser({
      locator: {},
      errorHandler: { warning: () => undefined, error: fail, fatalError: fail },
    }).parseFromString(xml, "text/xml") as Document | undefined;
    return document?.documentElement ?? fail("it is empty");
  } catch (error) {
    if (error instanceof SamlFault) throw error;
    // Nested too deeply, for example.
    throw new SamlFault("The XML is not valid.");
  }
}

/** An element as `xml2js` returns it: children by name without prefix. */
type XmlElement = { readonly [name: string]: unknown } & {
  readonly $?: Readonly<Record<string, string>>;
  readonly _?: string;
};

const listChildren = (element: XmlElement | undefined, name: string): readonly XmlElement[] =>
  ((element?.[name] ?? []) as readonly (XmlElement | string)[]).map((child) =>
    typeof child === "string" ? { _: child } : child,
  );

/** Reads a signed assertion, and checks what the library does not. */
function readAssertion(assertion: XmlElement, check: AssertionCheck): SamlAssertion {
  const { provider, now } = check;
  const id = assertion.$?.["ID"];
  const issued = Date.parse(assertion.$?.["IssueInstant"] ?? "");
  if (!id || Number.isNaN(issued)) throw new SamlFault("The assertion has no id or time.");
  if (listChildren(assertion, "Issuer")[0]?._?.trim() !== provider.entity_id)
    throw new SamlFault("The assertion is from another issuer.");
  if (issued > now + skewMs) throw new SamlFault("The assertion is from the future.");
  if (issued < now - maxAgeMs - skewMs) throw new SamlFault("The assertion is too old.");
  for (const { $ = {} } of listChildren(assertion, "Conditions")) checkPeriod($, now);
  const subject = listChildren(assertion, "Subject")[0];
  const request = findRequest(subject, check);
  const attributes = listAttributes(assertion);
  const email = findEmail(attributes, subject, provider.email_attribute);
  return { id, request, email, name: findName(attributes) };
}

function checkPeriod(
  { NotBefore, NotOnOrAfter }: Readonly<Record<string, string>>,
  now: number,
): void {
  if (NotBefore !== undefined && !(Date.parse(NotBefore) <= now + skewMs))
    throw new SamlFault("The assertion is not valid yet. Check the clocks of both servers.");
  if (NotOnOrAfter !== undefined && !(Date.parse(NotOnOrAfter) > now - skewMs))
    throw new SamlFault("The assertion has expired. Check the clocks of both servers.");
}

/** Returns the id of the request from the confirmation that is for this address and still valid. */
function findRequest(subject: XmlElement | undefined, { acsUrl, now }: AssertionCheck): string {
  for (const confirmation of listChildren(subject, "SubjectConfirmation")) {
    if (confirmation.$?.["Method"] !== "urn:oasis:names:tc:SAML:2.0:cm:bearer") continue;
    const data = listChildren(confirmation, "SubjectConfirmationData")[0]?.$ ?? {};
    if (data["Recipient"] !== acsUrl) throw new SamlFault("The assertion is for another address.");
    if (data["NotOnOrAfter"] === undefined) throw new SamlFault("The assertion has no end.");
    checkPeriod(data, now);
    const request = data["InResponseTo"];
    if (!request)
      throw new SamlFault("The sign-in did not begin here. Open Parlour and sign in from there.");
    return request;
  }
  throw new SamlFault("The assertion confirms no subject.");
}

type Attributes = ReadonlyMap<string, string>;

/** Returns the first value of each attribute, by its name in lower case. */
function listAttributes(assertion: XmlElement): Attributes {
  const found = new Map<string, string>();
  for (const statement of listChildren(assertion, "AttributeStatement"))
    for (const attribute of listChildren(statement, "Attribute")) {
      const name = attribute.$?.["Name"]?.toLowerCase();
      const value = listChildren(attribute, "AttributeValue")[0]?._?.trim();
      if (name && value && !found.has(name)) found.set(name, value);
    }
  return found;
}

const claims = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims";
const emailNames = ["email", "mail", "emailaddress", `${claims}/emailaddress`].concat(
  "urn:oid:0.9.2342.19200300.100.1.3",
);
const nameNames = [
  "displayname",
  "name",
  "http://schemas.microsoft.com/identity/claims/displayname",
  "urn:oid:2.16.840.1.113730.3.1.241",
];
const givenNames = ["givenname", "firstname", `${claims}/givenname`, "urn:oid:2.5.4.42"];
const familyNames = ["surname", "lastname", "sn", `${claims}/surname`, "urn:oid:2.5.4.4"];

const findFirst = (attributes: Attributes, names: readonly string[]): string | undefined =>
  names.map((name) => attributes.get(name)).find((value) => value !== undefined);

/** Returns the email of the configured attribute, else of a usual one, else the name id. */
function findEmail(
  attributes: Attributes,
  subject: XmlElement | undefined,
  configured: string,
): string {
  const email =
    configured === ""
      ? (findFirst(attributes, emailNames) ?? listChildren(subject, "NameID")[0]?._?.trim())
      : attributes.get(configured.toLowerCase());
  if (email === undefined || !/^[^\s@]+@[^\s@]+$/.test(email))
    throw new SamlFault(
      configured === ""
        ? "The provider sends no email address. Map it to the attribute email."
        : `The provider sends no email address in the attribute ${configured}.`,
    );
  return email;
}

function findName(attributes: Attributes): string | null {
  const parts = [findFirst(attributes, givenNames), findFirst(attributes, familyNames)];
  return (
    findFirst(attributes, nameNames) ??
    (parts.filter((part) => part !== undefined).join(" ") || null)
  );
}

/** The messages of the library name what failed, but are not for people. */
function describeLibraryError(error: unknown): string {
  const message = error instanceof Error ? error.message : "";
  if (/multiple assertions/.test(message)) return "The response has several assertions.";
  if (/signature/i.test(message))
    return "The signature is not valid. Check the certificate of the provider.";
  if (/audience/i.test(message)) return "The assertion is for another service (audience).";
  return "The response is not valid.";
}
