import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { IdParams, Upload } from "@parlour/protocol/api";
import type { IdempotencyKey } from "../../core/command.ts";
import type { StoredFile } from "../../files/index.ts";
import { receiveUpload, uploadWire, withForms } from "../../http/upload-form.ts";
import type { Deps } from "./deps.ts";
import { found, idOf } from "./ids.ts";
import { route, type Call } from "./route.ts";

type UploadDeps = Pick<Deps, "auth" | "clock" | "change" | "once" | "files" | "fileBytes">;

/** Registers uploads for messages (API-071). */
export async function uploadRoutes(app: FastifyInstance, deps: UploadDeps): Promise<void> {
  await withForms(app, (forms) => takeUploadRoute(forms, deps));
  route(app, deps.auth, {
    method: "GET",
    url: "/uploads/:id",
    action: "chats.answer",
    tag: "files",
    summary: "An uploaded file of the asker's own",
    params: IdParams,
    status: 200,
    answer: Upload,
    handle: async ({ principal, params }) =>
      uploadWire(
        found(await deps.files.find(principal.accountId, { id: idOf(params.id, "upload"), operatorId: principal.operatorId }), "upload"),
      ),
  });
}

function takeUploadRoute(app: FastifyInstance, deps: UploadDeps): void {
  route(app, deps.auth, {
    method: "POST",
    url: "/uploads",
    action: "chats.answer",
    tag: "files",
    summary: "Upload a file: multipart/form-data with exactly one field, file",
    status: 201,
    answer: Upload,
    handle: (call) => takeUpload(deps, call),
  });
}
async function takeUpload(deps: UploadDeps, { principal, request, key }: Call<unknown, unknown, unknown>): Promise<Upload> {
  const { accountId: account, operatorId } = principal;
  return receiveUpload(request, { clock: deps.clock, most: deps.fileBytes() }, async (arriving) => {
    const file = await deps.files.store({ account, author: { kind: "operator", id: operatorId }, ...arriving });
    return firstOf(deps, account, file, key);
  });
}

/**
 * Returns the first upload of this idempotency key (API-005). The file of a repeat is discarded.
 */
async function firstOf(deps: UploadDeps, account: number, file: StoredFile, given: IdempotencyKey | null): Promise<Upload> {
  const mine = uploadWire(file);
  if (given === null) return mine;
  // The route does not see the form, so its content is added to the hash here.
  const key = { ...given, hash: createHash("sha256").update(given.hash).update(`${file.sha256} ${file.name}`).digest() };
  const first = await deps
    .change(account, (tx) => deps.once(tx, deps.clock.now(), account, key, () => Promise.resolve({ result: mine, changed: [] })))
    .catch(async (error: unknown) => {
      await deps.files.discard(account, file.id);
      throw error;
    });
  if (first.id !== mine.id) await deps.files.discard(account, file.id);
  return first;
}
