import type { Chat } from "@parlour/protocol";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { findFileToken } from "../../../core/chat/message/file-attachment.ts";
import type { Message } from "../../../core/entity.ts";
import { describeVisitor } from "../../../core/visitor/resolve.ts";
import { findFileHashes } from "../../../store/chats/file.ts";
import {
  signedTranscriptFormat,
  type TranscriptHead,
} from "../../../transcript/check-transcript.ts";
import { createTranscriptSigner, deriveTranscriptKey } from "../../../transcript/sign.ts";
import type { RouteDeps } from "../../kit/route-deps.ts";

/** The chat of a signed transcript and its messages, as the reader may see them. */
export interface SignedContent {
  readonly chat: Chat;
  readonly notes: boolean;
  readonly pages: AsyncIterable<readonly Message[]>;
}

/** Returns the lines. `record` is called with the hash of all messages before it is signed. */
export async function* signTranscript(
  deps: RouteDeps,
  content: SignedContent & { readonly account: { readonly id: number; readonly name: string } },
  record: (hash: string) => Promise<void>,
): AsyncGenerator<string> {
  const { account, chat, notes, pages } = content;
  const signer = createTranscriptSigner();
  yield signer.addEntry(toTranscriptHead(account.name, chat, notes));
  for await (const messages of pages) {
    const hashes = await readFileHashes(deps.sql, account.id, messages);
    yield messages
      .map((message) =>
        signer.addEntry(
          toTranscriptEntry(message, hashes.get(findFileToken(message.media) ?? "") ?? null),
        ),
      )
      .join("");
  }
  await record(signer.hash());
  yield signer.finish(deriveTranscriptKey(deps.secrets.derive), deps.clock.now());
}

/** Returns the SHA-256 of stored files in hexadecimal, by the token of their address. */
async function readFileHashes(
  sql: RouteDeps["sql"],
  account: number,
  messages: readonly Message[],
): Promise<ReadonlyMap<string, string>> {
  const tokens = messages.flatMap(({ media }) => findFileToken(media) ?? []);
  if (tokens.length === 0) return new Map();
  const hashes = await findFileHashes(sql, account, tokens);
  return new Map(
    [...hashes].map(([token, hash]) => [token, Buffer.from(hash, "base64url").toString("hex")]),
  );
}

/** Returns the first entry of a signed transcript. */
const toTranscriptHead = (account: string, chat: Chat, notes: boolean): TranscriptHead => ({
  format: signedTranscriptFormat,
  account,
  chat: {
    id: chat.id,
    number: chat.number ?? null,
    channel: chat.channel.name,
    visitor: describeVisitor(chat.visitor, chat.session),
    created_at: chat.created_at,
    closed_at: chat.closed_at,
  },
  notes,
});

/** Returns the entry of a message. `sha256`: that of its file, if it is stored here. */
function toTranscriptEntry(message: Message, sha256: string | null): object {
  const { author, media } = message;
  return omitAbsent({
    seq: message.seq,
    at: message.created_at,
    author: { kind: author.kind, id: author.id, name: author.name },
    kind: message.kind,
    text: message.text,
    title: message.title,
    buttons: message.buttons?.map(({ text }) => text),
    file:
      media === undefined
        ? undefined
        : {
            type: media.type,
            name: media.file_name,
            size: media.file_size,
            address: media.file,
            sha256,
            latitude: media.latitude,
            longitude: media.longitude,
          },
    subject: message.email?.subject,
    original: message.original,
    hidden: message.hidden,
    edited_at: message.edited_at,
    earlier: message.earlier?.map(({ text, at }) => ({ text, at })),
    deleted_at: message.deleted_at,
    erased: message.erased,
  });
}
