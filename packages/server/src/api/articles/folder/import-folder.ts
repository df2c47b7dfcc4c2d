import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type { FastifyRequest } from "fastify";
import type { ArticleImport, ArticleImportQuery } from "@parlour/protocol/api";
import type { Clock } from "../../../core/command.ts";
import { refuse } from "../../../core/failure.ts";
import { receiveUpload } from "../../../http/body/upload-form.ts";
import { runIdempotent } from "../../kit/change-settings.ts";
import type { RequestContext } from "../../kit/declare-route.ts";
import type { ExportSlotDeps } from "../../kit/export-slot.ts";
import { listNewOrders, orderFolder } from "./order.ts";
import { maxImportTexts, planImport, type ImportPlan, type ImportTarget } from "./plan-import.ts";
import { readFolder, type Folder } from "./read-folder.ts";
import { isTextFile } from "./text-file.ts";
import { describePlan, runImport } from "./run-import.ts";
import { listNewSections, openTarget, type TargetDeps } from "./target.ts";

export interface FolderDeps extends TargetDeps, ExportSlotDeps {}

type ImportRequest = RequestContext<unknown, ArticleImportQuery, unknown>;

/** Bytes of the zip, which is kept in memory (ART-032). */
const maxZipMib = 50;

/** Receives a folder of articles, and stores it or, as a dry run, says what it would change. */
export async function importFolder(
  deps: FolderDeps,
  context: ImportRequest,
): Promise<ArticleImport> {
  const zip = await receiveZip(context.request, deps.clock);
  const target = await openTarget(deps, context.principal);
  const { folder, plan } = await planFile(target, zip);
  if (plan.texts.length > maxImportTexts)
    refuse(
      "invalid_request",
      `The zip has more than ${maxImportTexts} texts. Import it in parts.`,
      {
        field: "file",
      },
    );
  const hasOrder = context.query.order === true;
  if (context.query.dry_run === true) {
    const described = describePlan(plan, listNewSections(target, plan));
    return hasOrder
      ? { ...described, ordered_sections: [...(await listNewOrders(target, plan))] }
      : described;
  }
  // The key covers the content of the file as well.
  const hash = createHash("sha256")
    .update(context.key?.hash ?? "")
    .update(zip)
    .digest();
  const key = context.key && { ...context.key, hash };
  return runIdempotent(deps, { ...context, key }, async () => {
    const done = await runImport(deps, context, folder, plan);
    if (!hasOrder) return done;
    const stored = done.items.slice(0, plan.texts.length).map((item) => item.article_id);
    return {
      ...done,
      ordered_sections: [...(await orderFolder(deps, context, { target, plan }, stored))],
    };
  });
}

/** A file is a folder of Markdown as a zip, or the export of another system as JSON or a zip. */
async function planFile(
  target: ImportTarget,
  bytes: Buffer,
): Promise<{ readonly folder: Folder; readonly plan: ImportPlan }> {
  const folder = isJson(bytes) ? toFolder(bytes) : await readFolder(bytes);
  const paths = [...folder.files.keys()];
  if (paths.some(isTextFile) || !paths.some((path) => /\.json$/i.test(path)))
    return { folder, plan: await planImport(target, folder) };
  const { planExport } = await import("./plan-export.ts");
  return planExport(target, folder);
}

const isJson = (bytes: Buffer): boolean => /^\ufeff?\s*[[{]/.test(bytes.toString("utf8", 0, 64));

const toFolder = (bytes: Buffer): Folder => ({
  files: new Map([
    ["export.json", { path: "export.json", size: bytes.length, read: async () => bytes }],
  ]),
  refused: [],
});

function receiveZip(request: FastifyRequest, clock: Clock): Promise<Buffer> {
  const maxFileBytes = maxZipMib * 1024 * 1024;
  return receiveUpload(request, { clock, maxFileBytes }, async (file) => {
    // The form ends one byte after the limit.
    const bytes = await buffer(file.body);
    if (bytes.length > maxFileBytes)
      refuse("payload_too_large", `The file is larger than ${maxZipMib} MiB. Import it in parts.`, {
        field: "file",
      });
    await file.afterBody();
    return bytes;
  });
}
