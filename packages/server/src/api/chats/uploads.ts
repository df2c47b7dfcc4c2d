import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { IdParams, Upload } from "@parlour/protocol/api";
import type { IdempotencyKey } from "../../core/command.ts";
import type { StoredFile, Files } from "../../files/index.ts";
import type { PictureProxy } from "../../files/picture-proxy.ts";
import type { ZipDeps } from "../kit/table/xlsx.ts";
import {
  receiveUpload,
  serializeUpload,
  registerUploadRoutes,
} from "../../http/body/upload-form.ts";
import { requireFound, parseId } from "../kit/ids.ts";
import { declareRoute, type RequestContext } from "../kit/declare-route.ts";
import { runOncePerKey } from "../../store/settings/account/idempotent-change.ts";
import type { RouteDeps } from "../kit/route-deps.ts";

interface UploadPorts {
  readonly files: Files;
  /** Maximum size of an upload, in bytes (CFG-030). */
  readonly fileBytes: () => number;
}
export interface FilePorts extends UploadPorts, ZipDeps {
  readonly picture: PictureProxy["picture"];
}
interface UploadDeps extends RouteDeps, UploadPorts {}

/** Registers uploads for messages (API-071). */
export async function uploadRoutes(app: FastifyInstance, deps: UploadDeps): Promise<void> {
  await registerUploadRoutes(app, (forms) => receiveUploadRoute(forms, deps));
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/uploads/:id",
    action: "chats.answer",
    tag: "files",
    summary: "Get an upload",
    params: IdParams,
    status: 200,
    answer: Upload,
    handle: async ({ principal, params }) =>
      serializeUpload(
        requireFound(
          await deps.files.find(principal.accountId, {
            id: parseId(params.id, "upload"),
            operatorId: principal.operatorId,
          }),
          "upload",
        ),
      ),
  });
}

function receiveUploadRoute(app: FastifyInstance, deps: UploadDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/uploads",
    action: "chats.answer",
    tag: "files",
    summary: "Upload a file",
    status: 201,
    answer: Upload,
    handle: (context) => saveUpload(deps, context),
  });
}
async function saveUpload(
  deps: UploadDeps,
  { principal, request, key }: RequestContext<unknown, unknown, unknown>,
): Promise<Upload> {
  const account = principal.accountId;
  return receiveUpload(
    request,
    { clock: deps.clock, maxFileBytes: deps.fileBytes() },
    async (arriving) => {
      const file = await deps.files.store({
        account,
        author: { kind: "operator", id: principal.operatorId },
        isFromBrowser: true,
        ...arriving,
      });
      return resolveFirstUpload(deps, account, file, key);
    },
  );
}

/** Returns the first upload with this key (API-005). Discards the file of a repeat. */
async function resolveFirstUpload(
  deps: UploadDeps,
  account: number,
  file: StoredFile,
  inputKey: IdempotencyKey | null,
): Promise<Upload> {
  const upload = serializeUpload(file);
  if (inputKey === null) return upload;
  // The idempotency key does not cover the multipart body, so the content of the file is added to
  // the hash here.
  const key = {
    ...inputKey,
    hash: createHash("sha256").update(inputKey.hash).update(`${file.sha256} ${file.name}`).digest(),
  };
  const first = await deps
    .change(account, (tx) =>
      runOncePerKey(tx, { account, secrets: deps.secrets, now: deps.clock.now() }, key, () =>
        Promise.resolve({ result: upload, changed: [] }),
      ),
    )
    .catch(async (error: unknown) => {
      await deps.files.discard(account, file.id);
      throw error;
    });
  if (first.id !== upload.id) await deps.files.discard(account, file.id);
  return first;
}
