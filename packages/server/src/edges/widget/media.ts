import type { FileKind } from "@parlour/protocol/file-kinds";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Media } from "../../core/entity.ts";
import { refuse } from "../../core/failure.ts";
import { sendContent } from "../../http/content.ts";
import { receiveUpload, uploadWire, withForms } from "../../http/upload-form.ts";
import type { WidgetEdgeDeps } from "./deps.ts";
import { hashOf, isUserToken, signedOf } from "./identity.ts";

export type MediaDeps = Pick<
  WidgetEdgeDeps,
  "store" | "config" | "limits" | "clock" | "readJson" | "openSecret" | "files" | "fileBytes" | "picture" | "widgetBaseUrl"
>;
interface Asker {
  readonly account: number;
  readonly visitorId: number;
  readonly chatId: number | null;
  readonly takesFiles: boolean;
  readonly fileKinds: readonly FileKind[];
}
const mib = 1024 * 1024;

/**
 * Registers uploads and pictures of the chat window. The visitor's token is in `Authorization`, a
 * signed user token also in `Parlour-User-Token`, and never in a URL (WG-084). Uploads are files of
 * the visitor's messages. Pictures are loaded from addresses of integrators (CORE-063).
 */
export async function mediaRoutes(app: FastifyInstance, prefix: string, deps: MediaDeps): Promise<void> {
  await withForms(app, (forms) => void forms.post(`${prefix}/uploads`, (request, reply) => upload(deps, request, reply)));
  app.get(`${prefix}/media`, (request, reply) => picture(deps, request, reply));
}

/** CORE-060: answers 201 with the upload. A message of the visitor may name it. */
async function upload(deps: MediaDeps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const asker = await askerOf(deps, request);
  if (!asker.takesFiles) refuse("forbidden", "This widget takes no files.");
  const terms = { clock: deps.clock, most: deps.fileBytes(), admit: (announced: number) => takePlace(deps, asker.visitorId, announced) };
  const author = { kind: "visitor", id: asker.visitorId } as const;
  const file = await receiveUpload(request, terms, (arriving) =>
    deps.files.store({ account: asker.account, author, kinds: asker.fileKinds, ...arriving }),
  );
  await reply.code(201).header("cache-control", "no-store").send(uploadWire(file));
}

/** CFG-030: limits uploads per minute and MiB per day. */
function takePlace({ limits }: MediaDeps, visitorId: number, bytes: number): void {
  const tries = limits.take("uploads", visitorId);
  if (!tries.ok) refuse("rate_limited", "Too many files at once.", { retryAfterMs: tries.retryAfterMs });
  const size = limits.take("upload_mib", visitorId, Math.max(1, Math.ceil(bytes / mib)));
  if (!size.ok) refuse("rate_limited", "Too much was uploaded today.", { retryAfterMs: size.retryAfterMs });
}

/**
 * Serves a picture of one of the visitor's messages (`chat`, `seq`), or the photo of an operator or
 * bot. Other addresses are rejected, because anyone could make the server fetch any URL.
 */
async function picture(deps: MediaDeps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const asker = await askerOf(deps, request);
  const { url = "", chat, seq } = request.query as Readonly<Partial<Record<string, string>>>;
  const kind =
    typeof url === "string" && /^https?:\/\//i.test(url) ? await kindOf(deps, asker, { url, chat: Number(chat), seq: Number(seq) }) : null;
  const found = kind === null ? null : await deps.picture(asker.account, url, kind);
  if (found === null) return refuse("not_found", "There is no picture at this address, or it cannot be shown.");
  await sendContent(request, reply, found, "private, max-age=3600");
}

async function kindOf(
  { store, config }: MediaDeps,
  { account, chatId }: Asker,
  asked: { readonly url: string; readonly chat: number; readonly seq: number },
): Promise<"image" | "photo" | null> {
  const { operators, bots } = await config(account);
  if ([...operators.values(), ...bots.values()].some(({ photo }) => photo === asked.url)) return "image";
  if (chatId === null || asked.chat !== chatId || !Number.isSafeInteger(asked.seq) || asked.seq < 1 || asked.seq > 2 ** 31) return null;
  const [message] = await store.messages(account, chatId, { after: asked.seq - 1, limit: 1 });
  if (message?.seq !== asked.seq || message.kind === "note" || message.hidden === true) return null;
  return message.media === undefined ? null : kindIn(message.media, asked.url);
}
function kindIn({ type, file, thumb }: Media, url: string): "image" | "photo" | null {
  if (url === thumb) return "image";
  return url === file && (type === "photo" || type === "sticker") ? "photo" : null;
}

/** Answers 401 for an invalid token, 403 for a page that is not the chat window. */
async function askerOf(deps: MediaDeps, request: FastifyRequest): Promise<Asker> {
  const { origin, authorization = "" } = request.headers;
  if (origin !== undefined && origin !== new URL(deps.widgetBaseUrl()).origin)
    refuse("forbidden", "Only the widget's own window may do this.");
  const [, token = ""] = /^Bearer ([A-Za-z0-9_-]{1,128})$/.exec(authorization) ?? [];
  const owner = token === "" ? null : await deps.store.findToken(hashOf(token));
  const widget = owner === null ? null : await deps.store.findWidget(owner.publicId);
  if (owner === null || widget === null || !widget.enabled) return refuse("unauthorized", "Send the visitor's token as a bearer token.");
  const said = request.headers["parlour-user-token"];
  const signed = typeof said === "string" && isUserToken(said) ? signedOf(deps, widget, owner.publicId, said) : null;
  const known = await deps.store.findVisitor(widget.account, widget.channelId, signed?.customer ?? owner.customer);
  if (known === null) return refuse("unauthorized", "This visitor is not known.");
  const { files: takesFiles, file_kinds: fileKinds } = widget.settings;
  return { account: widget.account, visitorId: known.id, chatId: known.chat?.id ?? null, takesFiles, fileKinds };
}
