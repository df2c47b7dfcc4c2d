import type { FastifyInstance } from "fastify";
import { Operator } from "@parlour/protocol";
import type { Principal } from "../../auth/index.ts";
import { refuse } from "../../core/failure.ts";
import { receiveUpload, withForms } from "../../http/upload-form.ts";
import type { Deps } from "./deps.ts";
import { operatorEntity, type PresenceOf } from "./me.ts";
import { route, type Call } from "./route.ts";
import { changeSettings, type SettingsDeps } from "./settings.ts";

type PhotoDeps = SettingsDeps & Pick<Deps, "files" | "operators"> & { readonly auth: Deps["auth"]; readonly presence: PresenceOf };
type PhotoCall = Call<unknown, unknown, unknown>;

/** Largest form in bytes. The file itself is measured while it is read. */
const maxBytes = 5 * 1024 * 1024;

/** Registers the photo of the signed-in operator (API-156). */
export async function ownPhotoRoutes(app: FastifyInstance, deps: PhotoDeps): Promise<void> {
  await withForms(app, (forms) =>
    route(forms, deps.auth, {
      method: "PUT",
      url: "/me/photo",
      action: "profile.write",
      tag: "session",
      summary: "Set my photo: multipart/form-data with exactly one field, file",
      status: 200,
      answer: Operator,
      handle: (call) => setPhoto(deps, call),
    }),
  );
  route(app, deps.auth, {
    method: "DELETE",
    url: "/me/photo",
    action: "profile.write",
    tag: "session",
    summary: "Remove my photo",
    status: 200,
    answer: Operator,
    handle: async (call) => {
      await refuseManaged(deps, call.principal);
      return change(deps, call, null);
    },
  });
}

async function setPhoto(deps: PhotoDeps, call: PhotoCall): Promise<Operator> {
  const { accountId: account, operatorId } = call.principal;
  await refuseManaged(deps, call.principal);
  return receiveUpload(call.request, { clock: deps.clock, most: maxBytes }, async (arriving) => {
    const file = await deps.files.storePhoto({ account, author: { kind: "operator", id: operatorId }, ...arriving });
    return change(deps, call, file).catch(async (error: unknown) => {
      await deps.files.discard(account, file.id);
      throw error;
    });
  });
}

async function change(deps: PhotoDeps, call: PhotoCall, file: { readonly id: number; readonly url: string } | null): Promise<Operator> {
  const { accountId, operatorId } = call.principal;
  // The route does not see the form, so its key cannot distinguish two pictures. Setting a photo
  // twice has the same result as once.
  await changeSettings(deps, { ...call, key: null }, "profile.change", async (tx) => {
    if (file !== null && !(await deps.operators.keepPhoto(tx, accountId, file.id, operatorId)))
      refuse("temporarily_unavailable", "The picture took too long to store. Send it again.");
    await deps.operators.update(tx, accountId, operatorId, { photo: file?.url ?? null });
    return { result: null, changed: [{ kind: "operator" as const, id: operatorId }], target: `operator ${operatorId}` };
  });
  return operatorEntity(await deps.auth.profile(accountId, operatorId), deps.presence.of(accountId, operatorId));
}

async function refuseManaged({ auth }: PhotoDeps, { accountId, operatorId }: Principal): Promise<void> {
  if ((await auth.profile(accountId, operatorId)).managed)
    refuse("managed_by_file", "This operator is managed by the provisioning file. Change it there.");
}
