import type { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { ExportReady } from "@parlour/protocol/api";
import { formatFileDate, sendDownload } from "../kit/download.ts";
import { requireFound } from "../kit/ids.ts";
import { buildFileResponses, declareRoute, fileContent } from "../kit/declare-route.ts";
import { changeSettings } from "../kit/change-settings.ts";
import type { RouteDeps } from "../kit/route-deps.ts";

export interface AccountExportDeps extends RouteDeps {
  /** Returns all data of the account as a zip. */
  readonly archive: (account: number) => Promise<Readable | null>;
}

/** Registers the export of an account as a file (CFG-106), which is audited. */
export function exportRoutes(app: FastifyInstance, deps: AccountExportDeps): void {
  exportAccountRoute(app, deps);
  exportReadyRoute(app, deps);
}

/** The download is a link, which cannot request re-authentication (CORE-014). */
function exportReadyRoute(app: FastifyInstance, deps: AccountExportDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/account/export/ready",
    action: "data.manage",
    fresh: true,
    tag: "data",
    summary: "Check whether an export can start",
    status: 200,
    answer: ExportReady,
    handle: () => Promise.resolve({ ready: true as const }),
  });
}

function exportAccountRoute(app: FastifyInstance, deps: AccountExportDeps): void {
  app.route({
    method: "GET",
    url: "/account/export",
    onRequest: deps.auth.guard("data.manage", true),
    schema: {
      summary: "Export the account",
      tags: ["data"],
      ...({ "x-action": "data.manage", "x-fresh": true } as object),
      response: buildFileResponses("The zip; its last entry is the manifest.", fileContent.zip),
    },
    handler: async (request, reply) => {
      const principal = deps.auth.principalOf(request);
      await changeSettings(deps, { principal, request, key: null }, "account.export", () =>
        Promise.resolve({ result: null, changed: [], target: "account" }),
      );
      await sendDownload(reply, {
        name: `parlour-account-${formatFileDate(deps.clock.now())}.zip`,
        type: "application/zip",
        body: requireFound(await deps.archive(principal.accountId), "account"),
      });
    },
  });
}
