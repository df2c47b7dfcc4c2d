import type { Tool } from "../../packages/server/src/edges/mcp/tools/define-tool.ts";
import { tools } from "../../packages/server/src/edges/mcp/tools/index.ts";
import { renderMarkdownTable } from "./table.ts";

/** Renders the tools of the MCP server with what they need (MCP-020). */
export function renderTools(): string {
  return renderMarkdownTable(
    ["Tool", "Effect", "Arguments", "Needs"],
    tools.map((tool) => [
      `\`${tool.name}\``,
      effectTexts[tool.effect],
      describeArguments(tool),
      [...tool.actions, ...(tool.explicitScope === undefined ? [] : [tool.explicitScope])]
        .map((scope) => `\`${scope}\``)
        .join(", "),
    ]),
  );
}

const effectTexts: Readonly<Record<Tool["effect"], string>> = {
  read: "reads",
  change: "changes",
  destructive: "changes, cannot be undone",
};

/** Lists the arguments. Optional ones have a question mark. */
const describeArguments = ({ input }: Tool): string => {
  const required = new Set(input.required ?? []);
  return Object.keys(input.properties)
    .map((name) => `\`${name}${required.has(name) ? "" : "?"}\``)
    .join(", ");
};
