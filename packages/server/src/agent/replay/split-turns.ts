import type { ChatLine, LineContent, ReplayLine } from "../../core/bot/agent-turn.ts";

/** A question of a closed chat, with the lines before it. */
export interface PastTurn {
  /** The chat up to the question. Replies of people count as those of the agent. */
  readonly lines: readonly ChatLine[];
  readonly askedAt: number;
  /** Number of the last message of the question. null: it is of the list. */
  readonly seq: number | null;
  readonly reply: {
    readonly text: string;
    readonly name: string;
    readonly afterMs: number;
  } | null;
}

/** Splits a chat into its questions: what the visitor wrote until somebody replied. */
export function splitTurns(lines: readonly ReplayLine[]): readonly PastTurn[] {
  const blocks = joinBlocks(lines);
  return blocks.flatMap((block, n): readonly PastTurn[] => {
    if (!block.isVisitor) return [];
    const reply = blocks[n + 1]?.lines.filter(({ author }) => author === "operator") ?? [];
    const [first] = reply;
    const askedAt = block.lines.at(-1)?.at ?? 0;
    return [
      {
        lines: blocks.slice(0, n + 1).map((part) => ({
          author: part.isVisitor ? "visitor" : "agent",
          ...joinLines(part.lines),
        })),
        askedAt,
        seq: block.lines.at(-1)?.seq ?? null,
        reply:
          first === undefined
            ? null
            : {
                text: joinTexts(reply),
                name: first.name,
                afterMs: Math.max(0, first.at - askedAt),
              },
      },
    ];
  });
}

interface Block {
  readonly isVisitor: boolean;
  readonly lines: ReplayLine[];
}
function joinBlocks(lines: readonly ReplayLine[]): readonly Block[] {
  const blocks: Block[] = [];
  for (const line of lines) {
    const isVisitor = line.author === "visitor";
    const last = blocks.at(-1);
    if (last?.isVisitor === isVisitor) last.lines.push(line);
    else blocks.push({ isVisitor, lines: [line] });
  }
  return blocks;
}
const joinTexts = (lines: readonly ReplayLine[]): string =>
  lines
    .map(({ text, file }) => text || (file?.name ?? ""))
    .filter((text) => text !== "")
    .join("\n");
/** Names of files are no words of a person, so they count only if there are no others. */
function joinLines(lines: readonly ReplayLine[]): LineContent {
  const text = joinTexts(lines.filter((line) => line.file === undefined));
  const file = lines.find((line) => line.file !== undefined)?.file;
  return text === "" && file !== undefined ? { text, file } : { text };
}
