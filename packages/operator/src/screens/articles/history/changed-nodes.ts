import type { ArticleNode, ArticleParent } from "@parlour/protocol/article/markdown";
import { diffWordsWithSpace, type ChangeObject } from "diff";
import type { BodyNode, ChangedWords } from "../preview/ArticleBody.tsx";

/** A text with its changes. `changes` counts the places. */
export interface ChangedNodes {
  readonly nodes: readonly BodyNode[];
  readonly changes: number;
}

/** Time in milliseconds after which two texts count as too different. */
const timeoutMs = 2_000;

/**
 * Marks the words that differ between two texts. The result has the structure of `after`, with the
 * removed words where they were. Null: the texts are too different to be compared.
 */
export function markChanges(
  before: readonly ArticleNode[],
  after: readonly ArticleNode[],
): ChangedNodes | null {
  const parts = diffWordsWithSpace(joinText(before), joinText(after), { timeout: timeoutMs });
  if (parts === undefined) return null;
  const reader = createPartReader(parts);
  const nodes = [...markNodes(after, reader), ...reader.rest()];
  return { nodes, changes: countChanges(parts) };
}

const spans = new Set(["link", "strong", "emphasis", "deleted"]);
/** Blocks end with a line break, so that words of two blocks are never compared as one. */
const isBlock = (node: ArticleParent): boolean => !spans.has(node.type);

function joinText(nodes: readonly ArticleNode[]): string {
  return nodes
    .map((node) => {
      if (!("children" in node)) return getText(node);
      return `${joinText(node.children)}${isBlock(node) ? "\n" : ""}`;
    })
    .join("");
}

const getText = (node: Exclude<ArticleNode, ArticleParent>): string =>
  node.type === "code" ? `${node.text}\n` : "text" in node ? node.text : "";

type PartReader = ReturnType<typeof createPartReader>;
type Words = ChangedWords | { readonly type: "text"; readonly text: string };

/** Reads the changes in the order of the new text. */
function createPartReader(parts: readonly ChangeObject<string>[]) {
  let index = 0;
  let offset = 0;
  const readRemoved = (): Words[] => {
    const words: Words[] = [];
    for (let part = parts[index]; part?.removed === true; part = parts[++index])
      if (part.value.trim() !== "") words.push({ type: "removed", text: part.value.trim() });
    return words;
  };
  return {
    /** Returns the next `length` characters of the new text, with the words removed before them. */
    read(length: number): Words[] {
      const words: Words[] = [];
      let left = length;
      while (left > 0) {
        words.push(...readRemoved());
        const part = parts[index];
        if (part === undefined) break;
        const text = part.value.slice(offset, offset + left);
        words.push({ type: part.added && text.trim() !== "" ? "added" : "text", text });
        left -= text.length;
        offset += text.length;
        if (offset < part.value.length) continue;
        index += 1;
        offset = 0;
      }
      return words;
    },
    rest: readRemoved,
  };
}

function markNodes(nodes: readonly ArticleNode[], reader: PartReader): BodyNode[] {
  return nodes.flatMap((node): readonly BodyNode[] => {
    if (!("children" in node)) return markLeaf(node, reader);
    const children = markNodes(node.children, reader);
    // A line break has no words of its own: only what was removed before it.
    if (isBlock(node)) children.push(...reader.read(1).filter(({ type }) => type === "removed"));
    return [{ ...node, children } as ArticleParent];
  });
}

function markLeaf(
  node: Exclude<ArticleNode, ArticleParent>,
  reader: PartReader,
): readonly BodyNode[] {
  const words = reader.read(getText(node).length);
  return words.every(({ type }) => type === "text") ? [node] : words;
}

/** A removed part and the one that replaces it are one change. */
function countChanges(parts: readonly ChangeObject<string>[]): number {
  return parts.filter(
    ({ added, removed }, index) => removed || (added && parts[index - 1]?.removed !== true),
  ).length;
}
