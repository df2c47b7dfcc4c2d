import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { IdParams, TranscriptQuery, type TranscriptQuery as Wanted } from "@parlour/protocol/api";
import type { Message } from "../../../core/entity.ts";
import { loadChat, maskForPrincipal, type ChatDeps } from "../chat-serializer.ts";
import { parseId } from "../../kit/ids.ts";
import { buildFileResponses, fileContent } from "../../kit/declare-route.ts";
import { createHtmlFormat, createTextFormat, type TranscriptFormat } from "./transcript-format.ts";
import { listMessages } from "../../../store/chats/message.ts";
import type { RouteDeps } from "../../kit/route-deps.ts";

const pageSize = 200;

/** Writes a chat as a file (API-047), on request with notes, masked as the message list. */
export function transcriptRoute(app: FastifyInstance, deps: ChatDeps): void {
  app.get(
    "/chats/:id/transcript",
    {
      onRequest: deps.auth.guard("chats.read"),
      schema: {
        summary: "Download the transcript of a chat",
        tags: ["chats"],
        ...({ "x-action": "chats.read" } as object),
        params: IdParams,
        querystring: TranscriptQuery,
        response: buildFileResponses("The file.", {
          ...fileContent.html,
          ...fileContent.text,
        }),
      },
    },
    async (request, reply) => {
      const principal = deps.auth.principalOf(request);
      const id = parseId((request.params as { id: string }).id, "chat");
      const { format, notes } = request.query as Wanted;
      const chat = await loadChat(deps, principal, id);
      const zone = (await deps.config(principal.accountId)).hours?.timezone ?? "UTC";
      const transcriptFormat =
        format === "html" ? createHtmlFormat(chat, zone) : createTextFormat(chat, zone);
      const messages = readMessages(deps, principal.accountId, id, chat.seq);
      const isIncluded = (message: Message): boolean =>
        notes === true || !isForOperatorsOnly(message);
      await reply
        .header("content-type", `${transcriptFormat.type}; charset=utf-8`)
        .header("content-disposition", `attachment; filename="chat-${id}.${format}"`)
        .header("content-security-policy", "sandbox; default-src 'none'; style-src 'unsafe-inline'")
        .send(
          Readable.from(
            formatTranscript(transcriptFormat, messages, (message) =>
              isIncluded(message) ? maskForPrincipal(principal, message) : null,
            ),
          ),
        );
    },
  );
}

/** Notes, and system messages on offers, transfers, tags and blocks (CORE-040). */
function isForOperatorsOnly({ kind, author, line }: Message): boolean {
  return kind === "note" || (author.kind === "system" && !sharedCodes.has(line?.code ?? ""));
}
const sharedCodes: ReadonlySet<string> = new Set([
  "accepted",
  "joined",
  "left",
  "closed",
  "continued",
  "rating_asked",
]);

/** Reads by page, because a chat may be long. Omits messages that arrive meanwhile. */
async function* readMessages(
  deps: RouteDeps,
  account: number,
  chatId: number,
  lastSeq: number,
): AsyncGenerator<Message> {
  for (let after = 0; after < lastSeq;) {
    const messages = await listMessages(deps.reader, account, chatId, { after, limit: pageSize });
    for (const message of messages) if (message.seq <= lastSeq) yield message;
    after = messages.at(-1)?.seq ?? lastSeq;
  }
}

async function* formatTranscript(
  format: TranscriptFormat,
  messages: AsyncIterable<Message>,
  mask: (message: Message) => Message | null,
): AsyncGenerator<string> {
  yield format.head;
  for await (const message of messages) {
    const line = mask(message);
    if (line !== null) yield format.formatMessage(line);
  }
  yield format.foot;
}
