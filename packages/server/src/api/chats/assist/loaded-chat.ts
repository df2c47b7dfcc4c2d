import type { ArchiveSource } from "@parlour/protocol/api";
import type { AssistLine } from "../../../assist/index.ts";
import type { ChatEntity } from "../../../core/entity.ts";

const maxExcerptLength = 200;

/** A chat that the model gets, and how the answer names it. */
export interface LoadedChat {
  readonly source: ArchiveSource;
  readonly lines: readonly AssistLine[];
  readonly visitorName: string | null;
}

/** Numbers the chats in which a person answered. Others show no solution. */
export const numberChats = (
  chats: readonly { readonly chat: ChatEntity; readonly lines: readonly AssistLine[] }[],
): readonly LoadedChat[] =>
  chats
    .filter(({ lines }) => lines.some(({ author }) => author === "operator"))
    .map(({ chat, lines }, n) => {
      const visitorName = chat.visitor.name?.value ?? null;
      const asked = lines.find(({ author }) => author === "customer")?.text ?? "";
      return {
        lines,
        visitorName,
        source: {
          number: n + 1,
          chat: { id: chat.id, number: chat.number ?? null },
          visitor_name: visitorName,
          closed_at: chat.closed_at ?? null,
          excerpt: asked.slice(0, maxExcerptLength),
        },
      };
    });

/** Returns the names of the visitors of chats, for the mask. */
export const listLoadedNames = (chats: readonly LoadedChat[]): readonly string[] => [
  ...new Set(chats.flatMap(({ visitorName }) => visitorName ?? [])),
];
