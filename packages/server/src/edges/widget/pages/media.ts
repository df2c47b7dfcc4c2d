import type { FileKind } from "@parlour/protocol/entity/file-kinds";
import type { WidgetSettings } from "@parlour/protocol/settings/widget-settings";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Media } from "../../../core/entity.ts";
import { refuse } from "../../../core/failure.ts";
import { sendContent } from "../../../http/answers/send-content.ts";
import {
  receiveUpload,
  serializeUpload,
  registerUploadRoutes,
} from "../../../http/body/upload-form.ts";
import type { WidgetEdgeDeps, WidgetJournal } from "../deps.ts";
import { sha256, isUserToken, verifySignedIdentity } from "../session/identity.ts";

export interface MediaDeps extends Pick<
  WidgetEdgeDeps,
  "store" | "files" | "secrets" | "urls" | "limits" | "clock"
> {
  readonly config: WidgetJournal["config"];
}
interface AcceptedFiles {
  readonly takesFiles: boolean;
  readonly fileKinds: readonly FileKind[];
}
interface UploadingVisitor extends AcceptedFiles {
  readonly account: number;
  readonly visitorId: number;
  readonly chatId: number | null;
}
const mib = 1024 * 1024;

/**
 * Registers uploads and images of the chat window. The visitor's token is sent in `Authorization`,
 * a signed user token also in `Parlour-User-Token`, but never in a URL (WG-084). Uploads are files
 * for the visitor's messages. Images are loaded from integrators' URLs (CORE-063).
 */
export async function mediaRoutes(
  app: FastifyInstance,
  prefix: string,
  deps: MediaDeps,
): Promise<void> {
  await registerUploadRoutes(
    app,
    (forms) =>
      void forms.post(`${prefix}/uploads`, (request, reply) => handleUpload(deps, request, reply)),
  );
  app.get(`${prefix}/media`, (request, reply) => handlePicture(deps, request, reply));
}

/** Stores an upload and responds with 201 (CORE-060). A message may then refer to it. */
async function handleUpload(
  deps: MediaDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const visitor = await authenticateVisitor(deps, request);
  if (!visitor.takesFiles) refuse("forbidden", "This widget does not accept files.");
  const terms = {
    clock: deps.clock,
    maxFileBytes: deps.files.maxBytes(),
    admit: (announced: number) => consumeUploadQuota(deps, visitor.visitorId, announced),
  };
  const author = { kind: "visitor", id: visitor.visitorId } as const;
  const file = await receiveUpload(request, terms, (arriving) =>
    deps.files.store({
      account: visitor.account,
      author,
      kinds: visitor.fileKinds,
      isFromBrowser: true,
      ...arriving,
    }),
  );
  await reply.code(201).header("cache-control", "no-store").send(serializeUpload(file));
}

/** Limits uploads per minute and MiB per day (CFG-030). */
async function consumeUploadQuota(
  { limits }: MediaDeps,
  visitorId: number,
  bytes: number,
): Promise<void> {
  const countQuota = await limits.take("uploads", visitorId);
  if (!countQuota.ok)
    refuse("rate_limited", "Too many files at once.", { retryAfterMs: countQuota.retryAfterMs });
  const sizeQuota = await limits.take("upload_mib", visitorId, Math.max(1, Math.ceil(bytes / mib)));
  if (!sizeQuota.ok)
    refuse("rate_limited", "The daily upload limit is reached.", {
      retryAfterMs: sizeQuota.retryAfterMs,
    });
}

/**
 * Serves an image of one of the visitor's messages (`chat`, `seq`), or the photo of an operator or
 * bot. Rejects other URLs, because otherwise anyone could make the server request any URL.
 */
async function handlePicture(
  deps: MediaDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const visitor = await authenticateVisitor(deps, request);
  const { url = "", chat, seq } = request.query as Readonly<Partial<Record<string, string>>>;
  const kind =
    typeof url === "string" && /^https?:\/\//i.test(url)
      ? await findPictureKind(deps, visitor, { url, chat: Number(chat), seq: Number(seq) })
      : null;
  const content = kind === null ? null : await deps.files.picture(visitor.account, url, kind);
  if (content === null)
    return refuse("not_found", "There is no picture at this URL, or it cannot be shown.");
  await sendContent(request, reply, content, "private, max-age=3600");
}

async function findPictureKind(
  { store, config }: MediaDeps,
  { account, chatId }: UploadingVisitor,
  query: { readonly url: string; readonly chat: number; readonly seq: number },
): Promise<"image" | "photo" | null> {
  const { operators, bots } = await config(account);
  if ([...operators.values(), ...bots.values()].some(({ photo }) => photo === query.url))
    return "image";
  if (
    chatId === null ||
    query.chat !== chatId ||
    !Number.isSafeInteger(query.seq) ||
    query.seq < 1 ||
    query.seq > 2 ** 31
  )
    return null;
  const [message] = await store.messages(account, chatId, { after: query.seq - 1, limit: 1 });
  if (message?.seq !== query.seq || message.kind === "note" || message.hidden === true) return null;
  return message.media === undefined ? null : getMediaPictureKind(message.media, query.url);
}
function getMediaPictureKind({ type, file, thumb }: Media, url: string): "image" | "photo" | null {
  if (url === thumb) return "image";
  return url === file && (type === "photo" || type === "sticker") ? "photo" : null;
}

/** Identifies the visitor. 401: the token is invalid. 403: the page is no chat window. */
async function authenticateVisitor(
  deps: MediaDeps,
  request: FastifyRequest,
): Promise<UploadingVisitor> {
  const { origin, authorization = "" } = request.headers;
  if (origin !== undefined && origin !== new URL(deps.urls.widgetBase()).origin)
    refuse("forbidden", "Only the widget's own window may do this.");
  const [, token = ""] = /^Bearer ([A-Za-z0-9_-]{1,128})$/.exec(authorization) ?? [];
  const owner = token === "" ? null : await deps.store.findToken(sha256(token));
  const widget = owner === null ? null : await deps.store.findWidget(owner.publicId);
  if (owner === null || widget === null || !widget.enabled)
    return refuse("unauthorized", "Send the visitor's token as a bearer token.");
  const userToken = request.headers["parlour-user-token"];
  const signed =
    typeof userToken === "string" && isUserToken(userToken)
      ? verifySignedIdentity(deps, widget, owner.publicId, userToken)
      : null;
  const storedVisitor = await deps.store.findVisitor(
    widget.account,
    widget.channelId,
    signed?.customer ?? owner.customer,
  );
  if (storedVisitor === null) return refuse("unauthorized", "This visitor is unknown.");
  return {
    account: widget.account,
    visitorId: storedVisitor.id,
    chatId: storedVisitor.chat?.id ?? null,
    ...getAcceptedFiles(widget.settings),
  };
}

/** Returns which files the widget takes. Its setting for voice messages adds sound (VOICE-021). */
function getAcceptedFiles(settings: WidgetSettings): AcceptedFiles {
  const kinds = settings.files ? settings.file_kinds : [];
  const isLimited = !settings.files || kinds.length > 0;
  return {
    takesFiles: settings.files || settings.voice,
    fileKinds: settings.voice && isLimited ? [...kinds, "audio_video"] : kinds,
  };
}
