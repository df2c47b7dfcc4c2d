import type { FastifyPluginAsync } from "fastify";
import { receiveEvents } from "../../api/imports/receive-events.ts";
import { createSamlEndpoints } from "../../api/sign-in/saml-endpoints.ts";
import type { Auth } from "../../auth/index.ts";
import { documentsDir } from "../../build-paths.ts";
import { createDocumentRoutes } from "../../openapi/document-routes.ts";
import type { ParallelRuns } from "../../move-in/parallel/index.ts";
import { createVerifyPage } from "../../transcript/verify-page.ts";
import type { BaseServices } from "../base.ts";
import { createAnswerRoutes } from "../connectors/old-system.ts";
import { createMcp } from "../mcp/index.ts";
import { createScim } from "./scim.ts";

/**
 * Returns the API documents, the page that checks transcripts, the servers of MCP and SCIM, and the
 * addresses of SAML, and of event webhooks and answers of other systems.
 */
export const createProgramRoutes = (
  base: BaseServices,
  auth: Auth,
  parallelRuns: ParallelRuns,
): readonly FastifyPluginAsync[] => [
  createDocumentRoutes(documentsDir, base.addresses),
  createVerifyPage(base.secrets.derive),
  createMcp(base, auth),
  createScim(base, auth),
  createSamlEndpoints(auth),
  receiveEvents(parallelRuns),
  createAnswerRoutes(base),
];
