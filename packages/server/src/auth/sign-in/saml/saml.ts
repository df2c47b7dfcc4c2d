import type { ClientAddress } from "../../../core/client/address.ts";
import { createHash, randomBytes } from "node:crypto";
import { text as readText } from "node:stream/consumers";
import { refuse } from "../../../core/failure.ts";
import { consumeChallenge } from "../../../store/sign-in/sign-in-attempts.ts";
import { samlList, type SamlRecord } from "../../../store/settings/installation/saml.ts";
import type { RequestSender } from "../../../egress/index.ts";
import type { RequestOrigin } from "../../session/create-session.ts";
import type { Challenges } from "../challenges.ts";
import { resolveProviderOperator, type ProviderOperatorDeps } from "../provider-operator.ts";
import type { RateLimitedChecks } from "../rate-limited-checks.ts";
import { checkResponse, SamlFault, type SamlAssertion } from "./saml-assertion.ts";
import { readProviderMetadata, type ProviderMetadata } from "./saml-metadata.ts";

const metadataTimeoutMs = 10_000;
const maxMetadataBytes = 512 * 1024;

export interface SamlDeps extends ProviderOperatorDeps {
  readonly challenges: Challenges;
  readonly checks: RateLimitedChecks;
  readonly egress: RequestSender;
  /** Returns the public URL without a slash at the end (CFG-002). */
  readonly publicUrl: () => string;
}
/** Sign-in with SAML 2.0 (docs/spec/single-sign-on.md). */
export interface Saml {
  providers(): Promise<readonly { readonly id: string; readonly name: string }[]>;
  /** As `Oidc.begin`. Refusals: `not_found`. */
  begin(
    provider: string,
    mustPromptLogin: boolean,
  ): Promise<{ readonly url: string; readonly state: string }>;
  /**
   * Checks what a provider posted, without knowing the browser. Returns a sealed result for
   * `finish`, also of a failure. Refusal: `rate_limited`.
   */
  accept(
    form: { readonly get: (name: string) => string | null },
    address: ClientAddress,
  ): Promise<string>;
  /** Refusals: `invalid_credentials`, `forbidden`. */
  finish(
    result: string,
    state: string | null,
    origin: RequestOrigin,
  ): Promise<{ readonly accountId: number; readonly operatorId: number }>;
  /** Returns the addresses to register at each provider. */
  addresses(): { readonly entity_id: string; readonly acs_url: string };
  /** Returns the metadata of this installation. */
  createMetadata(): Promise<string>;
  /** Reads metadata that were pasted, or are at an https address. Refusal: `invalid_request`. */
  readMetadata(source: string): Promise<ProviderMetadata>;
}

/** What the functions of the sign-in share. */
interface SamlParts extends SamlDeps {
  readonly addresses: Saml["addresses"];
  /** Refusal: `not_found`. */
  readonly getProvider: (id: string) => Promise<SamlRecord>;
  readonly seal: (purpose: string, data: Readonly<Record<string, unknown>>) => string;
  readonly unseal: (
    text: string | null,
    purpose: string,
  ) => Promise<Readonly<Record<string, unknown>> | null>;
}

export function createSaml(deps: SamlDeps): Saml {
  const parts: SamlParts = {
    ...deps,
    addresses: () => ({
      entity_id: `${deps.publicUrl()}/saml/metadata`,
      acs_url: `${deps.publicUrl()}/saml/acs`,
    }),
    getProvider: async (id) =>
      (await findProvider(deps, id)) ??
      refuse("not_found", "This sign-in provider no longer exists."),
    seal: (purpose, data) => deps.challenges.create(purpose, data).toString("base64url"),
    unseal: async (text, purpose) =>
      text === null ? null : deps.challenges.consume(Buffer.from(text, "base64url"), purpose),
  };
  return {
    addresses: parts.addresses,
    providers: async () => (await samlList.read(deps.db)).map(({ id, name }) => ({ id, name })),
    begin: (id, mustPromptLogin) => beginSignIn(parts, id, mustPromptLogin),
    accept: (form, address) => acceptResponse(parts, form, address),
    finish: (result, state, origin) => finishSignIn(parts, { result, state }, origin),
    createMetadata: () => createOwnMetadata(parts),
    async readMetadata(source) {
      try {
        const isAddress = /^https?:\/\//i.test(source.trim());
        return readProviderMetadata(isAddress ? await fetchText(deps, source.trim()) : source);
      } catch (error) {
        if (!(error instanceof SamlFault)) throw error;
        return refuse("invalid_request", error.message, { field: "metadata" });
      }
    },
  };
}

const findProvider = async ({ db }: SamlDeps, id: string): Promise<SamlRecord | null> =>
  (await samlList.read(db)).find((candidate) => candidate.id === id) ?? null;

async function beginSignIn(
  { addresses, getProvider, seal }: SamlParts,
  id: string,
  mustPromptLogin: boolean,
): ReturnType<Saml["begin"]> {
  const provider = await getProvider(id);
  const request = `_${randomBytes(20).toString("hex")}`;
  const { SAML } = await import("@node-saml/node-saml");
  const url = await new SAML({
    // Required, but not used for requests.
    idpCert: [...provider.certificates],
    issuer: addresses().entity_id,
    callbackUrl: addresses().acs_url,
    entryPoint: provider.sso_url,
    generateUniqueId: () => request,
    forceAuthn: mustPromptLogin,
    // Providers refuse a format or a way to authenticate that they do not have.
    identifierFormat: null,
    disableRequestedAuthnContext: true,
  }).getAuthorizeUrlAsync(provider.id, undefined, {});
  return { url, state: seal("saml", { provider: provider.id, request }) };
}

async function acceptResponse(
  parts: SamlParts,
  form: Parameters<Saml["accept"]>[0],
  address: ClientAddress,
): Promise<string> {
  const provider = await findProvider(parts, form.get("RelayState") ?? "");
  let failure = "The response names no provider. Open Parlour and sign in from there.";
  const assertion =
    provider &&
    (await parts.checks.anonymous(address, async () => {
      try {
        return await takeAssertion(parts, provider, form.get("SAMLResponse") ?? "");
      } catch (error) {
        if (!(error instanceof SamlFault)) throw error;
        failure = error.message;
        return null;
      }
    }));
  if (provider === null || assertion === null) return parts.seal("saml-result", { failure });
  const { request, email, name } = assertion;
  return parts.seal("saml-result", { provider: provider.id, request, email, name });
}

async function finishSignIn(
  parts: SamlParts,
  { result, state }: { readonly result: string; readonly state: string | null },
  origin: RequestOrigin,
): ReturnType<Saml["finish"]> {
  const data = await parts.unseal(result, "saml-result");
  if (typeof data?.["failure"] === "string")
    refuse("invalid_credentials", data["failure"], { field: "saml" });
  const request = await parts.unseal(state, "saml");
  // Another browser's response would sign this one in as somebody else.
  if (
    data === null ||
    request === null ||
    data["provider"] !== request["provider"] ||
    data["request"] !== request["request"]
  )
    return refuse(
      "invalid_credentials",
      "This sign-in was not started in this browser, or took too long. Try again.",
      { field: "saml" },
    );
  const provider = await parts.getProvider(String(data["provider"]));
  const person = { email: String(data["email"]), name: data["name"] };
  return resolveProviderOperator(parts, provider, person, origin);
}

async function createOwnMetadata({ addresses }: SamlParts): Promise<string> {
  const { generateServiceProviderMetadata } = await import("@node-saml/node-saml");
  const issuer = addresses().entity_id;
  return generateServiceProviderMetadata({
    issuer,
    callbackUrl: addresses().acs_url,
    identifierFormat: "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",
    wantAssertionsSigned: true,
    generateUniqueId: () => `_${createHash("sha256").update(issuer).digest("hex")}`,
  });
}

/** Checks a response, and marks its assertion as used on all nodes (SSO-004). */
async function takeAssertion(
  { db, clock, addresses }: SamlParts,
  provider: SamlRecord,
  response: string,
): Promise<SamlAssertion> {
  const now = clock.now();
  const assertion = await checkResponse(response, {
    provider,
    entityId: addresses().entity_id,
    acsUrl: addresses().acs_url,
    now,
  });
  const once = createHash("sha256").update(`${provider.entity_id} ${assertion.id}`).digest("hex");
  if (!(await consumeChallenge(db, `saml ${once}`, now)))
    throw new SamlFault("This response was used before. Sign in again.");
  return assertion;
}

async function fetchText({ egress }: SamlDeps, url: string): Promise<string> {
  const checked = await egress.check(url, { resolveNames: true, secure: "https" });
  if (!checked.ok) throw new SamlFault(checked.message);
  const reply = await egress.open({
    method: "GET",
    url,
    headers: { accept: "application/samlmetadata+xml, application/xml, text/xml" },
    headTimeoutMs: metadataTimeoutMs,
    timeoutMs: metadataTimeoutMs,
    maxReplyBytes: maxMetadataBytes,
  });
  if (reply.kind === "failed") throw new SamlFault(`The address does not answer: ${reply.message}`);
  const body = await readText(reply.body).catch(() => null);
  if (reply.status !== 200 || body === null)
    throw new SamlFault(`The address answers with status ${reply.status}.`);
  return body;
}
