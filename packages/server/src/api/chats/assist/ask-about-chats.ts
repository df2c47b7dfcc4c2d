import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { ArchiveSource } from "@parlour/protocol/api";
import type { FastifyReply } from "fastify";
import type { Failable, PastChat } from "../../../assist/index.ts";
import { createClientSignal } from "../../kit/open-stream.ts";
import type { SendPart } from "./answer-in-parts.ts";
import type { LoadedChat } from "./loaded-chat.ts";
import { requireAnswer } from "./require-answer.ts";

/** The part of a request to the model that is the same for all questions about chats. */
interface ChatsRequest {
  readonly chats: readonly PastChat[];
  readonly signal: AbortSignal;
  readonly onText?: (text: string) => void;
}

/**
 * Asks the model about chats. A client that gets parts of the answer gets the sources first
 * (ASSIST-012). Throws Refusal if the model fails.
 */
export async function askAboutChats<T extends { readonly kind: "answered" }>(
  chats: readonly LoadedChat[],
  { reply, send }: { readonly reply: FastifyReply; readonly send: SendPart | null },
  ask: (request: ChatsRequest) => Promise<Failable<T>>,
): Promise<{ readonly answer: T; readonly sources: readonly ArchiveSource[] }> {
  const sources = chats.map(({ source }) => source);
  send?.("sources", { sources });
  const answer = requireAnswer(
    await ask({
      chats: chats.map(({ source, lines }) => ({ number: source.number, lines })),
      signal: createClientSignal(reply),
      ...omitAbsent({ onText: send ? (text: string) => send("text", { text }) : undefined }),
    }),
  );
  return { answer, sources };
}
