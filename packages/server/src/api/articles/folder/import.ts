import type { FastifyInstance } from "fastify";
import { ArticleImport, ArticleImportQuery } from "@parlour/protocol/api";
import { declareRoute } from "../../kit/declare-route.ts";
import { acquireExportSlot } from "../../kit/export-slot.ts";
import type { FolderDeps } from "./import-folder.ts";

/** Registers the import of a folder of articles. */
export function articleImportRoute(forms: FastifyInstance, deps: FolderDeps): void {
  declareRoute(forms, deps.auth, {
    method: "POST",
    url: "/articles/imports",
    action: "articles.manage",
    tag: "articles",
    summary: "Import articles",
    query: ArticleImportQuery,
    once: { because: "An import uses the key itself, and a dry run changes nothing." },
    status: 200,
    answer: ArticleImport,
    async handle(context) {
      const release = await acquireExportSlot(deps, context.principal.accountId);
      try {
        // Loaded here, so that a start does not load the parser of articles.
        const { importFolder } = await import("./import-folder.ts");
        return await importFolder(deps, context);
      } finally {
        release();
      }
    },
  });
}
