import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { IdParams, TranscriptQuery, type TranscriptQuery as Wanted } from "@parlour/protocol/api";
import type { Message } from "../../core/entity.ts";
import { readChat, shown, type ChatReads } from "./chat-wire.ts";
import { idOf } from "./ids.ts";
import { bytesResponses } from "./route.ts";
import { htmlForm, textForm, type TranscriptForm } from "./transcript-form.ts";

const page = 200;

/**
 * Registers the transcript of a chat as a file (API-047). Notes are included on request. Texts are
 * masked as in the message list.
 */
export function transcriptRoute(app: FastifyInstance, deps: ChatReads): void {
  app.get(
    "/chats/:id/transcript",
    {
      onRequest: deps.auth.guard("chats.read"),
      schema: {
        summary: "The chat as a file, times in the account's zone; `notes`: with what only the team sees",
        tags: ["chats"],
        operationId: "get_chats_id_transcript",
        ...({ "x-action": "chats.read" } as object),
        params: IdParams,
        querystring: TranscriptQuery,
        response: bytesResponses("The file."),
      },
    },
    async (request, reply) => {
      const principal = deps.auth.principalOf(request);
      const id = idOf((request.params as { id: string }).id, "chat");
      const { format, notes } = request.query as Wanted;
      const chat = await readChat(deps, principal, id);
      const zone = (await deps.config(principal.accountId)).hours?.timezone ?? "UTC";
      const form = format === "html" ? htmlForm(chat, zone) : textForm(chat, zone);
      const messages = messagesOf(deps, principal.accountId, id, chat.seq);
      const wanted = (message: Message): boolean => notes === true || !isForTeam(message);
      await reply
        .header("content-type", `${form.type}; charset=utf-8`)
        .header("content-disposition", `attachment; filename="chat-${id}.${format}"`)
        .header("content-security-policy", "sandbox; default-src 'none'; style-src 'unsafe-inline'")
        .send(Readable.from(written(form, messages, (message) => (wanted(message) ? shown(deps, principal, message) : null))));
    },
  );
}

/**
 * Returns whether only operators may see the message: notes, and system messages about offers,
 * transfers, tags and blocks (CORE-040).
 */
function isForTeam({ kind, author, line }: Message): boolean {
  return kind === "note" || (author.kind === "system" && !shared.has(line?.code ?? ""));
}
const shared: ReadonlySet<string> = new Set(["accepted", "joined", "left", "closed", "continued", "rating_asked"]);

/**
 * Reads the messages page by page, so that a long chat needs no more memory. Messages that arrive
 * meanwhile are left out.
 */
async function* messagesOf(deps: Pick<ChatReads, "chats">, account: number, chatId: number, last: number): AsyncGenerator<Message> {
  for (let after = 0; after < last;) {
    const messages = await deps.chats.messages(account, chatId, { after, limit: page });
    for (const message of messages) if (message.seq <= last) yield message;
    after = messages.at(-1)?.seq ?? last;
  }
}

async function* written(
  form: TranscriptForm,
  messages: AsyncIterable<Message>,
  read: (message: Message) => Message | null,
): AsyncGenerator<string> {
  yield form.head;
  for await (const message of messages) {
    const line = read(message);
    if (line !== null) yield form.line(line);
  }
  yield form.foot;
}
