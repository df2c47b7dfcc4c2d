import type { FastifyInstance } from "fastify";
import { VisitorParams } from "@parlour/protocol/api";
import type { Static } from "typebox";
import { formatFileDate, sendDownload } from "../../kit/download.ts";
import { buildFileResponses, fileContent } from "../../kit/declare-route.ts";
import { changeSettings } from "../../kit/change-settings.ts";
import { getChatVisibility } from "../../chats/visibility.ts";
import { loadProfile } from "../person.ts";
import { withReplica } from "../../kit/route-deps.ts";
import { createPersonZip, type VisitorExportDeps } from "./person-zip.ts";

/** Registers the export of a visitor's data as an audited zip (API-270, CORE-116). */
export function visitorExportRoute(app: FastifyInstance, deps: VisitorExportDeps): void {
  app.route({
    method: "GET",
    url: "/visitors/:number/export",
    onRequest: deps.auth.guard("data.manage", true),
    schema: {
      summary: "Export a visitor's data",
      tags: ["visitors"],
      ...({ "x-action": "data.manage", "x-fresh": true } as object),
      params: VisitorParams,
      response: buildFileResponses(
        "The zip: visitor.json, visitor-<number>.json of each other visitor of the person, files/…, and files.json, which names each file and says when its bytes are lost.",
        fileContent.zip,
      ),
    },
    handler: async (request, reply) => {
      const principal = deps.auth.principalOf(request);
      const { number } = request.params as Static<typeof VisitorParams>;
      const visibility = getChatVisibility(principal);
      const read = withReplica(deps, request);
      const profile = await loadProfile(read, principal, number);
      await changeSettings(deps, { principal, request, key: null }, "visitor.export", () =>
        Promise.resolve({ result: null, changed: [], target: `visitor ${number}` }),
      );
      await sendDownload(reply, {
        name: `parlour-visitor-${number}-${formatFileDate(deps.clock.now())}.zip`,
        type: "application/zip",
        body: await createPersonZip(read, principal.accountId, visibility, profile),
      });
    },
  });
}
