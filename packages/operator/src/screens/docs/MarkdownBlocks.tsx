import { omitAbsent } from "@parlour/protocol/omit-absent";
import { Link } from "@tanstack/react-router";
import { CopyButton } from "../../ui/copy/CopyButton.tsx";
import type { MarkdownBlock, Inline, InlineContent } from "./markdown.ts";
import { fillPlaceholders } from "./account-values.ts";
import { resolveDocLink } from "./doc-pages.ts";

type PlaceholderValues = Readonly<Record<string, string>>;

/** Renders a documentation page. Replaces placeholders only in code, not in prose. */
export function MarkdownBlocks({ blocks, values }: { blocks: readonly MarkdownBlock[]; values: PlaceholderValues }) {
  // The blocks of a page never change, so the index is a stable key.
  return blocks.map((block, n) => <BlockView key={n} block={block} values={values} />);
}

function BlockView({ block, values }: { block: MarkdownBlock; values: PlaceholderValues }) {
  switch (block.kind) {
    case "heading": {
      const Heading = `h${block.level}` as const;
      return (
        <Heading id={block.id}>
          <LineView line={block.line} values={values} />
        </Heading>
      );
    }
    case "paragraph":
      return (
        <p>
          <LineView line={block.line} values={values} />
        </p>
      );
    case "list":
      return <ListBlock block={block} values={values} />;
    case "table":
      return <TableBlock block={block} values={values} />;
    case "code":
      return <CodeBlock text={fillPlaceholders(block.text, values)} />;
  }
}

type BlockProps<Kind extends MarkdownBlock["kind"]> = { block: Extract<MarkdownBlock, { kind: Kind }>; values: PlaceholderValues };

function ListBlock({ block, values }: BlockProps<"list">) {
  const Tag = block.isNumbered ? "ol" : "ul";
  return (
    <Tag className="points">
      {block.items.map((item, n) => (
        <li key={n}>
          <LineView line={item} values={values} />
        </li>
      ))}
    </Tag>
  );
}

function TableBlock({ block, values }: BlockProps<"table">) {
  return (
    // The table scrolls, so it must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="tablebox" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {block.head.map((cell, n) => (
              <th key={n} scope="col">
                <LineView line={cell} values={values} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {block.rows.map((row, n) => (
            <tr key={n}>
              {row.map((cell, column) => (
                <td key={column}>
                  <LineView line={cell} values={values} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function CodeBlock({ text }: { text: string }) {
  return (
    <div className="codebox">
      <CopyButton small variant="quiet" text={text} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className="code" tabIndex={0}>
        {text}
      </pre>
    </div>
  );
}

function LineView({ line, values }: { line: InlineContent; values: PlaceholderValues }) {
  return line.map((part, n) => <InlineView key={n} part={part} values={values} />);
}

function InlineView({ part, values }: { part: Inline; values: PlaceholderValues }) {
  if (part.kind === "code") return <code>{fillPlaceholders(part.text, values)}</code>;
  if (part.kind === "strong") return <strong>{part.text}</strong>;
  const link = part.kind === "link" ? resolveDocLink(part.to) : null;
  if (link === null) return part.text;
  if (link.kind === "address")
    return (
      <a href={link.url} target="_blank" rel="noreferrer">
        {part.text}
      </a>
    );
  return (
    <Link to="/docs/$" params={{ _splat: link.page === "README" ? "" : link.page }} {...omitAbsent({ hash: link.heading })}>
      {part.text.replace(/\.md$/, "")}
    </Link>
  );
}
