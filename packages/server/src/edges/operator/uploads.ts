import { createHash } from "node:crypto";
import multipart from "@fastify/multipart";
import type { FastifyInstance } from "fastify";
import { IdParams, Upload } from "@parlour/protocol/api";
import { refuse } from "../../core/failure.ts";
import type { IdempotencyKey } from "../../core/ports.ts";
import type { StoredFile } from "../../files/index.ts";
import { allowLongBody } from "../../http/long-body.ts";
import { formBytes, openUploadForm } from "../../http/upload-form.ts";
import type { Deps } from "./deps.ts";
import { found, idOf } from "./ids.ts";
import { route, type Call } from "./route.ts";

type UploadDeps = Pick<Deps, "auth" | "clock" | "change" | "once" | "files" | "fileBytes">;

/** Files for messages (API-071). */
export async function uploadRoutes(app: FastifyInstance, deps: UploadDeps): Promise<void> {
  await app.register(async (forms) => {
    await forms.register(multipart);
    takeUploadRoute(forms, deps);
  });
  route(app, deps.auth, {
    method: "GET",
    url: "/uploads/:id",
    action: "chats.answer",
    tag: "files",
    summary: "An uploaded file",
    params: IdParams,
    status: 200,
    answer: Upload,
    handle: async ({ principal, params }) => wireOf(found(await deps.files.find(principal.accountId, idOf(params.id, "upload")), "upload")),
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
  if (!request.isMultipart()) refuse("unsupported_media_type", "Send the file as multipart/form-data.");
  const most = deps.fileBytes();
  const done = allowLongBody(request.raw, deps.clock);
  try {
    if (Number(request.headers["content-length"]) > most + formBytes)
      refuse("payload_too_large", `The file is larger than ${Math.floor(most / (1024 * 1024))} MiB.`, { field: "file" });
    const form = openUploadForm(request, most);
    const { name, body } = await form.file();
    // A sender who goes away before the file is read is found out by its reader.
    body.on("error", () => undefined);
    const file = await deps.files.store({
      account: principal.accountId,
      author: { kind: "operator", id: principal.operatorId },
      name,
      body,
      ended: () => form.ended(),
    });
    return await firstOf(deps, principal.accountId, file, key);
  } catch (error) {
    // What still comes is read and dropped, so that the sender hears why.
    request.raw.unpipe();
    request.raw.resume();
    throw error;
  } finally {
    done();
  }
}

/** API-005: a repeat gets the first answer, and its file goes. */
async function firstOf(deps: UploadDeps, account: number, file: StoredFile, given: IdempotencyKey | null): Promise<Upload> {
  const mine = wireOf(file);
  if (given === null) return mine;
  // The form was read past the route, so what it held is added here.
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

export function wireOf(file: StoredFile): Upload {
  return {
    id: file.id,
    name: file.name,
    size: file.size,
    type: file.type,
    ...(file.width === null || file.height === null ? {} : { width: file.width, height: file.height }),
    url: file.url,
    ...(file.thumbUrl === null ? {} : { thumb_url: file.thumbUrl }),
  };
}
