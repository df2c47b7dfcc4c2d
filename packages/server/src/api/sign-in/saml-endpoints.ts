import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import type { Auth } from "../../auth/index.ts";
import { readBody } from "../../http/body/body.ts";

/** Maximum size of a posted form in bytes. */
const maxFormBytes = 512 * 1024;

/**
 * Creates the addresses that SAML providers and their browsers call (SSO-002, SSO-005). A provider
 * posts from another site, without our cookies. Its response is checked, and the browser goes on to
 * a page of this origin with the sealed result.
 */
export function createSamlEndpoints(auth: Auth): FastifyPluginAsync {
  return async (app) => {
    app.addContentTypeParser("application/x-www-form-urlencoded", (_request, payload, done) => {
      readBody(payload as FastifyRequest["raw"], maxFormBytes)
        .then((bytes) => done(null, new URLSearchParams(bytes.toString("utf8"))))
        .catch(done);
    });
    app.get("/saml/metadata", async (_request, reply) =>
      reply
        .type("application/samlmetadata+xml; charset=utf-8")
        .send(await auth.saml.createMetadata()),
    );
    app.post("/saml/acs", async (request, reply) => {
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      const result = await auth.saml.accept(form, request.clientAddress);
      return reply
        .header("cache-control", "no-store")
        .redirect(`/signin/saml?result=${result}`, 303);
    });
  };
}
