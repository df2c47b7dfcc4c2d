import type { FastifyInstance } from "fastify";
import { Operator } from "@parlour/protocol";
import type { Principal } from "../../auth/index.ts";
import { refuse } from "../../core/failure.ts";
import { receiveUpload, registerUploadRoutes } from "../../http/body/upload-form.ts";
import { loadSignedInOperator, type ProfileSource } from "../operators/serialize-operator.ts";
import { declareRoute, type RequestContext } from "../kit/declare-route.ts";
import { changeSettings } from "../kit/change-settings.ts";
import { markFileAsPhoto } from "../../store/chats/file.ts";
import { updateOperator } from "../../store/settings/account/operator-changes.ts";
import type { RouteDeps } from "../kit/route-deps.ts";
import type { Files } from "../../files/index.ts";

interface PhotoDeps extends RouteDeps, ProfileSource {
  readonly files: Files;
}
type PhotoContext = RequestContext<unknown, unknown, unknown>;

/** Bytes of the multipart body. The file is checked while it is read. */
const maxFormBytes = 5 * 1024 * 1024;

/** Registers the photo of the signed-in operator (API-156). */
export async function profilePhotoRoutes(app: FastifyInstance, deps: PhotoDeps): Promise<void> {
  await registerUploadRoutes(app, (forms) =>
    declareRoute(forms, deps.auth, {
      method: "PUT",
      url: "/me/photo",
      action: "profile.write",
      tag: "session",
      summary: "Upload your photo",
      status: 200,
      answer: Operator,
      once: "answer",
      handle: (context) => setPhoto(deps, context),
    }),
  );
  declareRoute(app, deps.auth, {
    method: "DELETE",
    url: "/me/photo",
    action: "profile.write",
    tag: "session",
    summary: "Delete your photo",
    status: 200,
    answer: Operator,
    once: "answer",
    handle: async (context) => {
      await assertNotManaged(deps, context.principal);
      return changePhoto(deps, context, null);
    },
  });
}

async function setPhoto(deps: PhotoDeps, context: PhotoContext): Promise<Operator> {
  const { accountId, operatorId } = context.principal;
  await assertNotManaged(deps, context.principal);
  return receiveUpload(
    context.request,
    { clock: deps.clock, maxFileBytes: maxFormBytes },
    async (arriving) => {
      const file = await deps.files.storePhoto({
        account: accountId,
        author: { kind: "operator", id: operatorId },
        ...arriving,
      });
      return changePhoto(deps, context, file).catch(async (error: unknown) => {
        await deps.files.discard(accountId, file.id);
        throw error;
      });
    },
  );
}

async function changePhoto(
  deps: PhotoDeps,
  context: PhotoContext,
  file: { readonly id: number; readonly url: string } | null,
): Promise<Operator> {
  const { accountId, operatorId } = context.principal;
  // The idempotency key does not cover the multipart body, so it cannot distinguish two images. A
  // repeated upload has the same result as a single one.
  await changeSettings(deps, { ...context, key: null }, "profile.change", async (tx) => {
    if (file !== null && !(await markFileAsPhoto(tx, accountId, file.id, operatorId)))
      refuse("temporarily_unavailable", "The picture took too long to store. Send it again.");
    await updateOperator(tx, accountId, operatorId, { photo: file?.url ?? null });
    return {
      result: null,
      changed: [{ kind: "operator" as const, id: operatorId }],
      target: `operator ${operatorId}`,
    };
  });
  return loadSignedInOperator(deps, context.principal);
}

async function assertNotManaged(
  { auth }: PhotoDeps,
  { accountId, operatorId }: Principal,
): Promise<void> {
  if ((await auth.profile(accountId, operatorId)).managed)
    refuse(
      "managed_by_file",
      "This operator is managed by the provisioning file. Change it there.",
    );
}
