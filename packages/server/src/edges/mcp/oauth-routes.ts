import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from "fastify";
import {
  applicationScopes,
  getResource,
  OAuthError,
  type Applications,
  type IssuedTokens,
  type Registration,
  type RequestOrigin,
} from "../../auth/index.ts";
import { readBody } from "../../http/body/body.ts";

/** The endpoints by which applications get access (MCP-060 to MCP-066). */
export interface OAuthRoutes {
  readonly routes: FastifyPluginAsync;
  /** Returns the value of `WWW-Authenticate` for a request without a valid token (RFC 9728). */
  readonly challenge: () => string;
}
export interface OAuthRoutesDeps {
  readonly applications: Applications;
  /** Returns the public URL without a slash at the end. It is the issuer. */
  readonly publicUrl: () => string;
}

const resourceMetadataPath = "/.well-known/oauth-protected-resource";
/** Maximum size of a form in bytes. */
const maxFormBytes = 16 * 1024;

/** Creates the metadata documents and the endpoints for registration, tokens and revocation. */
export function createOAuthRoutes({ applications, publicUrl }: OAuthRoutesDeps): OAuthRoutes {
  return {
    challenge: () =>
      `Bearer resource_metadata="${publicUrl()}${resourceMetadataPath}/mcp", scope="${applicationScopes.join(" ")}"`,
    routes: async (app) => {
      // Browsers of other origins read none of these responses, because no CORS header is set.
      app.addHook("onRequest", (_request, reply, done) => {
        void reply.header("cache-control", "no-store");
        done();
      });
      app.setErrorHandler((error, _request, reply) => {
        if (!(error instanceof OAuthError)) throw error;
        return reply
          .code(error.code === "invalid_client" ? 401 : 400)
          .send({ error: error.code, error_description: error.message });
      });
      addMetadataRoutes(app, publicUrl);
      app.post("/oauth/register", async (request, reply) => {
        const application = await applications.register(
          (request.body ?? {}) as Registration,
          request.clientAddress,
        );
        return reply.code(201).send({
          client_id: application.id,
          client_name: application.name,
          redirect_uris: application.redirectUris,
          token_endpoint_auth_method: "none",
          grant_types: ["authorization_code", "refresh_token"],
          response_types: ["code"],
        });
      });
      await app.register((forms) => addFormRoutes(forms, applications));
    },
  };
}

function addMetadataRoutes(app: FastifyInstance, publicUrl: () => string): void {
  for (const path of [resourceMetadataPath, `${resourceMetadataPath}/mcp`])
    app.get(path, () => ({
      resource: getResource(publicUrl()),
      resource_name: "Parlour",
      authorization_servers: [publicUrl()],
      scopes_supported: applicationScopes,
      bearer_methods_supported: ["header"],
    }));
  app.get("/.well-known/oauth-authorization-server", () => ({
    issuer: publicUrl(),
    authorization_endpoint: `${publicUrl()}/oauth/authorize`,
    token_endpoint: `${publicUrl()}/oauth/token`,
    registration_endpoint: `${publicUrl()}/oauth/register`,
    revocation_endpoint: `${publicUrl()}/oauth/revoke`,
    scopes_supported: applicationScopes,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
  }));
}

/** Adds the endpoints whose bodies are forms (RFC 6749, RFC 7009). */
async function addFormRoutes(
  app: FastifyInstance,
  applications: OAuthRoutesDeps["applications"],
): Promise<void> {
  app.addContentTypeParser("application/x-www-form-urlencoded", (_request, payload, done) => {
    readBody(payload as FastifyRequest["raw"], maxFormBytes)
      .then((bytes) => done(null, new URLSearchParams(bytes.toString("utf8"))))
      .catch(done);
  });
  app.post("/oauth/token", async (request) => {
    const form = readForm(request);
    const clientId = readParameter(form, "client_id");
    const kind = readParameter(form, "grant_type");
    if (kind === "authorization_code")
      return serializeTokens(
        await applications.exchangeCode(
          {
            clientId,
            code: readParameter(form, "code"),
            redirectUri: readParameter(form, "redirect_uri"),
            verifier: readParameter(form, "code_verifier"),
          },
          getOrigin(request),
        ),
      );
    if (kind === "refresh_token")
      return serializeTokens(
        await applications.refresh(
          { clientId, refreshToken: readParameter(form, "refresh_token") },
          getOrigin(request),
        ),
      );
    throw new OAuthError(
      "unsupported_grant_type",
      "grant_type must be authorization_code or refresh_token.",
    );
  });
  app.post("/oauth/revoke", async (request, reply) => {
    const form = readForm(request);
    await applications.revoke(
      { clientId: readParameter(form, "client_id"), token: readParameter(form, "token") },
      getOrigin(request),
    );
    return reply.code(200).send({});
  });
}

const serializeTokens = (tokens: IssuedTokens): object => ({
  access_token: tokens.accessToken,
  token_type: "Bearer",
  expires_in: tokens.expiresInS,
  refresh_token: tokens.refreshToken,
  scope: tokens.scopes.join(" "),
});

const getOrigin = (request: FastifyRequest): RequestOrigin => ({
  address: request.clientAddress,
  requestId: request.id,
});

function readForm({ body }: FastifyRequest): URLSearchParams {
  if (body instanceof URLSearchParams) return body;
  throw new OAuthError(
    "invalid_request",
    "The body must be a form (application/x-www-form-urlencoded).",
  );
}
/** Returns a required parameter. A repeated one is refused (RFC 6749, section 3.2). */
function readParameter(form: URLSearchParams, name: string): string {
  const [value, ...others] = form.getAll(name);
  if (value === undefined || value === "")
    throw new OAuthError("invalid_request", `${name} is missing.`);
  if (others.length > 0) throw new OAuthError("invalid_request", `${name} occurs more than once.`);
  return value;
}
