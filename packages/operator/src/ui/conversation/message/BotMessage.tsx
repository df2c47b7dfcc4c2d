import type { MarkdownNode, Message } from "@parlour/protocol";
import { IconCheck } from "@tabler/icons-react";
import { Fragment, type ReactNode } from "react";
import { Icon } from "../../Icon.tsx";
import { toLink } from "@parlour/protocol/widget/links";
import { SafeLink } from "../../chat/SafeLink.tsx";
import { t } from "../text.ts";

/** Renders a bot's Markdown from its parsed nodes, never from text or HTML (BOT-045, CORE-126). */
export function BotMarkdown({ nodes }: { nodes: readonly MarkdownNode[] }) {
  return (
    <span className="freetext" dir="auto">
      {nodes.map(renderNode)}
    </span>
  );
}

/** Deeper nesting is rendered without formatting. */
const maxNestingDepth = 20;

function renderNode(node: MarkdownNode, index: number, _all?: unknown, depth = 0): ReactNode {
  if (node.type === "text") return <Fragment key={index}>{node.text}</Fragment>;
  const inner = node.nodes.map((child, at) => renderNode(child, at, null, depth + 1));
  if (depth > maxNestingDepth) return <Fragment key={index}>{inner}</Fragment>;
  if (node.type !== "link")
    return node.type === "bold" ? (
      <strong key={index}>{inner}</strong>
    ) : (
      <em key={index}>{inner}</em>
    );
  const link = toLink(node.url);
  return link ? (
    <SafeLink key={index} href={link.href} title={link.text}>
      {inner}
    </SafeLink>
  ) : (
    <Fragment key={index}>{inner}</Fragment>
  );
}

/** Shows the buttons of a message and marks the one that the visitor pressed (BOT-042, BOT-046). */
export function BotButtons({ message, pressed }: { message: Message; pressed: string | null }) {
  const { title, text, buttons = [] } = message;
  const heading = title !== undefined && title !== "" ? title : text;
  return (
    <>
      {heading !== "" && (
        <span className="freetext" dir="auto">
          {heading}
        </span>
      )}
      <ul className="picks" aria-label={t("buttons.label")}>
        {buttons.map((button) => (
          <li key={button.id} className={button.id === pressed ? "pick on" : "pick"} dir="auto">
            {button.id === pressed && <Icon of={IconCheck} small />}
            {button.id === pressed ? (
              <PressedButtonText text={truncate(button.text)} />
            ) : (
              truncate(button.text)
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function PressedButtonText({ text }: { text: string }) {
  return (
    <>
      <span aria-hidden="true">{text}</span>
      <span className="vh">{t("buttons.pressed", { text })}</span>
    </>
  );
}

/** Truncates a button text to 80 code points (BOT-042). */
function truncate(text: string): string {
  const points = Array.from(text);
  return points.length > 80 ? `${points.slice(0, 79).join("")}…` : text;
}
