import { Link } from "@tanstack/react-router";
import { CopyButton } from "../../ui/Copy.tsx";
import type { Block, Inline, Line } from "./markdown.ts";
import { fill } from "./own.ts";

type Values = Readonly<Record<string, string>>;

/**
 * Renders a documentation page. Values replace placeholders in code only, so prose keeps the
 * general terms.
 */
export function Blocks({ blocks, values }: { blocks: readonly Block[]; values: Values }) {
  // A page never changes, so the position is a stable key.
  return blocks.map((block, n) => <One key={n} block={block} values={values} />);
}

function One({ block, values }: { block: Block; values: Values }) {
  switch (block.kind) {
    case "heading": {
      const Heading = `h${block.level}` as const;
      return (
        <Heading id={block.id}>
          <Words line={block.line} values={values} />
        </Heading>
      );
    }
    case "paragraph":
      return (
        <p>
          <Words line={block.line} values={values} />
        </p>
      );
    case "list":
      return <List block={block} values={values} />;
    case "table":
      return <Table block={block} values={values} />;
    case "code":
      return <Code text={fill(block.text, values)} />;
  }
}

type Of<Kind extends Block["kind"]> = { block: Extract<Block, { kind: Kind }>; values: Values };

function List({ block, values }: Of<"list">) {
  const Tag = block.isNumbered ? "ol" : "ul";
  return (
    <Tag className="points">
      {block.items.map((item, n) => (
        <li key={n}>
          <Words line={item} values={values} />
        </li>
      ))}
    </Tag>
  );
}

function Table({ block, values }: Of<"table">) {
  return (
    // The table scrolls, so it must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="tablebox" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {block.head.map((cell, n) => (
              <th key={n} scope="col">
                <Words line={cell} values={values} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {block.rows.map((row, n) => (
            <tr key={n}>
              {row.map((cell, column) => (
                <td key={column}>
                  <Words line={cell} values={values} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Code({ text }: { text: string }) {
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

function Words({ line, values }: { line: Line; values: Values }) {
  return line.map((part, n) => <Part key={n} part={part} values={values} />);
}

function Part({ part, values }: { part: Inline; values: Values }) {
  if (part.kind === "code") return <code>{fill(part.text, values)}</code>;
  if (part.kind === "strong") return <strong>{part.text}</strong>;
  const page = part.kind === "link" ? /^(\w+)\.md$/.exec(part.to)?.[1] : undefined;
  if (page === undefined) return part.text;
  return (
    <Link to="/docs/$" params={{ _splat: page === "README" ? "" : page }}>
      {part.text.replace(/\.md$/, "")}
    </Link>
  );
}
