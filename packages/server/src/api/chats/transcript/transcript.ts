import { Readable } from "node:stream";
import type { Chat } from "@parlour/protocol";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { IdParams, TranscriptQuery, type TranscriptQuery as Wanted } from "@parlour/protocol/api";
import { mustMaskText, type Principal } from "../../../auth/index.ts";
import type { Message } from "../../../core/entity.ts";
import { refuse } from "../../../core/failure.ts";
import { loadChat, maskForPrincipal, type ChatDeps } from "../chat-serializer.ts";
import { parseId } from "../../kit/ids.ts";
import { buildFileResponses, fileContent } from "../../kit/declare-route.ts";
import { changeSettings } from "../../kit/change-settings.ts";
import {
  createHtmlFormat,
  createPrintFormat,
  createTextFormat,
  type TranscriptFormat,
} from "./transcript-format.ts";
import { type SignedContent, signTranscript } from "./sign-transcript.ts";
import { listMessages } from "../../../store/chats/message.ts";
import { findAccount } from "../../../store/settings/account/account.ts";

const pageSize = 200;

/** A transcript as it is sent. `type`: with the character set. */
interface TranscriptFile {
  readonly name: string;
  readonly type: string;
  readonly isShown?: boolean;
  readonly policy?: string;
  readonly parts: AsyncIterable<string>;
}

/** Sends the transcript of a chat (API-047, API-550), masked as the list of messages. */
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
          ...fileContent.jsonl,
          ...fileContent.text,
        }),
      },
    },
    async (request, reply) => {
      const principal = deps.auth.principalOf(request);
      const id = parseId((request.params as { id: string }).id, "chat");
      const { format, notes = false } = request.query as Wanted;
      const chat = await loadChat(deps, principal, id);
      const pages = readPages(deps, principal, chat, notes);
      const file =
        format === "signed"
          ? await createSignedFile(deps, request, { chat, notes, pages })
          : await createReadableFile(deps, format, { account: principal.accountId, chat, pages });
      await reply
        .header("content-type", file.type)
        .header(
          "content-disposition",
          file.isShown === true ? "inline" : `attachment; filename="${file.name}"`,
        )
        .header("content-security-policy", file.policy ?? "sandbox; default-src 'none'")
        .send(Readable.from(file.parts));
    },
  );
}

/** Returns a transcript for people. Scripts of a page cannot read anything of this origin. */
async function createReadableFile(
  deps: ChatDeps,
  format: "txt" | "html" | "print",
  content: {
    readonly account: number;
    readonly chat: Chat;
    readonly pages: AsyncIterable<readonly Message[]>;
  },
): Promise<TranscriptFile> {
  const { account, chat, pages } = content;
  const zone = (await deps.config(account)).hours?.timezone ?? "UTC";
  const layout = createFormat[format](chat, zone);
  const { type, scripts } = layout;
  return {
    name: `chat-${chat.id}.${format}`,
    type: `${type}; charset=utf-8`,
    isShown: format === "print",
    policy: `sandbox${scripts === undefined ? "" : " allow-scripts allow-modals"}; default-src 'none'; style-src 'unsafe-inline'${scripts === undefined ? "" : `; script-src ${scripts}`}`,
    parts: formatTranscript(layout, pages),
  };
}
const createFormat = { txt: createTextFormat, html: createHtmlFormat, print: createPrintFormat };

/** Returns a transcript that proves itself. The audit log has its hash (API-550). */
async function createSignedFile(
  deps: ChatDeps,
  request: FastifyRequest,
  content: SignedContent,
): Promise<TranscriptFile> {
  const principal = deps.auth.principalOf(request);
  if (mustMaskText(principal))
    refuse("forbidden", "Your role does not read texts of chats, so it cannot sign them.");
  const account = await findAccount(deps.reader, principal.accountId);
  return {
    name: `chat-${content.chat.id}.signed.jsonl`,
    type: "application/jsonl; charset=utf-8",
    parts: signTranscript(
      deps,
      { ...content, account: { id: principal.accountId, name: account?.name ?? "" } },
      (hash) =>
        changeSettings(deps, { principal, request, key: null }, "transcript.sign", () =>
          Promise.resolve({
            result: undefined,
            changed: [],
            target: `chat ${content.chat.id}, hash ${hash}`,
          }),
        ),
    ),
  };
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

/**
 * Reads by page, because a chat may be long. Leaves out messages that arrive meanwhile, and notes
 * unless they are wanted.
 */
async function* readPages(
  deps: ChatDeps,
  principal: Principal,
  chat: Chat,
  notes: boolean,
): AsyncGenerator<readonly Message[]> {
  for (let after = 0; after < chat.seq;) {
    const page = { after, limit: pageSize };
    const messages = await listMessages(deps.reader, principal.accountId, chat.id, page);
    yield messages
      .filter((message) => message.seq <= chat.seq && (notes || !isForOperatorsOnly(message)))
      .map((message) => maskForPrincipal(principal, message));
    after = messages.at(-1)?.seq ?? chat.seq;
  }
}

async function* formatTranscript(
  format: TranscriptFormat,
  pages: AsyncIterable<readonly Message[]>,
): AsyncGenerator<string> {
  yield format.head;
  for await (const messages of pages) yield messages.map(format.formatMessage).join("");
  yield format.foot;
}
