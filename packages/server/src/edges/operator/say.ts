import type { FastifyInstance } from "fastify";
import { IdParams, NewMessage } from "@parlour/protocol/api";
import { Message } from "@parlour/protocol";
import type { Static } from "typebox";
import type { Principal } from "../../auth/index.ts";
import { fileMedia } from "../../core/chat/file-media.ts";
import { operatorSays } from "../../core/chat/say.ts";
import type { Media } from "../../core/entity.ts";
import { Refusal, refuse } from "../../core/failure.ts";
import type { Deps } from "./deps.ts";
import { found, idOf } from "./ids.ts";
import { route, type IdCall } from "./route.ts";
import { sightOf } from "./sight.ts";

type SayDeps = Pick<Deps, "auth" | "rights" | "chats" | "write" | "files">;
type Body = Static<typeof NewMessage>;

/** An operator answers, sends an upload or writes a note (API-023). */
export function sayRoute(app: FastifyInstance, deps: SayDeps): void {
  route(app, deps.auth, {
    method: "POST",
    url: "/chats/:id/messages",
    action: "chats.answer",
    tag: "chats",
    summary: "Answer, send an upload or write a note; the same client_id gives the first message again",
    params: IdParams,
    body: NewMessage,
    status: 201,
    otherStatus: 200,
    answer: Message,
    handle: (call) => say(deps, call),
  });
}
async function say(deps: SayDeps, { principal, params, body, key, takeOtherStatus }: IdCall<Static<typeof NewMessage>>): Promise<Message> {
  const id = idOf(params.id, "chat");
  found(await deps.chats.locate(principal.accountId, sightOf(deps, principal), id), "chat");
  checkFields(body);
  const { accountId: account, operatorId } = principal;
  const media = await mediaOf(deps, principal, id, body);
  const said = { kind: body.kind, text: body.text ?? "", clientId: body.client_id, mentions: body.mentions ?? [] };
  const written = await deps
    .write({
      account,
      subject: { chat: id, operator: operatorId },
      verb: operatorSays({ operatorId, ...said, ...(media === null ? {} : { media }) }),
      client: { authorKind: "operator", authorId: operatorId, id: body.client_id },
      ...(key === null ? {} : { idempotency: key }),
    })
    .catch(async (error: unknown) => {
      // Refused for sure: the upload may be sent elsewhere. Otherwise the message may be there.
      const isSure = error instanceof Refusal && error.failure.failure !== "temporarily_unavailable";
      if (isSure && body.upload_id !== undefined) await deps.files.release(account, body.upload_id);
      throw error;
    });
  // A repeat known by its Idempotency-Key gives the first answer whole, its status included (API-005).
  if (written.replayed && key === null) takeOtherStatus();
  return JSON.parse(written.answer) as Message;
}

/** What belongs to the kind and what does not; the wire has one shape, so that a fault names its field. */
function checkFields(body: Body): void {
  const isFile = body.kind === "file";
  if (!isFile && body.text === undefined) refuse("invalid_request", "text is missing.", { field: "text" });
  if (isFile && body.upload_id === undefined) refuse("invalid_request", "upload_id is missing.", { field: "upload_id" });
  for (const field of ["upload_id", "voice", "duration"] as const)
    if (!isFile && body[field] !== undefined) refuse("invalid_request", `${field} belongs to a file.`, { field });
}

async function mediaOf(deps: SayDeps, principal: Principal, chatId: number, body: Body): Promise<Media | null> {
  if (body.kind !== "file" || body.upload_id === undefined) return null;
  const file = await deps.files.claim(principal.accountId, { id: body.upload_id, operatorId: principal.operatorId, chatId });
  if (file === null)
    return refuse("invalid_request", "There is no such upload of yours, or it was sent in another chat. Upload the file again.", {
      field: "upload_id",
    });
  return fileMedia(file, {
    ...(body.voice === undefined ? {} : { voice: body.voice }),
    ...(body.duration === undefined ? {} : { duration: body.duration }),
  });
}
