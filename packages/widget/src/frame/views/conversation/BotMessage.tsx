import type { MarkdownNode } from "@parlour/protocol";
import { toLink } from "@parlour/protocol/widget/links";
import type { WidgetMessage } from "@parlour/protocol/widget";
import css from "./bot-message.css?inline";
import { Icon } from "../Icon.tsx";
import { ExternalLink } from "../links/ExternalLink.tsx";
import { addStyles } from "../styles.ts";
import type { ViewProps } from "../view-props.ts";
import "../button-styles.ts";

addStyles(css);

/** Bold, italic and links of a bot's message, as parsed by the server (BOT-045). */
export function BotText({ nodes }: { readonly nodes: readonly MarkdownNode[] }) {
  return (
    <>
      {nodes.map((node, at) => {
        switch (node.type) {
          case "text":
            return node.text;
          case "bold":
            return (
              <b key={at}>
                <BotText nodes={node.nodes} />
              </b>
            );
          case "italic":
            return (
              <i key={at}>
                <BotText nodes={node.nodes} />
              </i>
            );
          case "link":
            return <BotLink key={at} url={node.url} nodes={node.nodes} />;
        }
      })}
    </>
  );
}

/** A link with a disallowed address is shown as text. */
function BotLink({
  url,
  nodes,
}: {
  readonly url: string;
  readonly nodes: readonly MarkdownNode[];
}) {
  const link = toLink(url);
  const text = <BotText nodes={nodes} />;
  return link === null ? text : <ExternalLink href={link.href}>{text}</ExternalLink>;
}

/**
 * Buttons of a bot's message. After the visitor's answer, the buttons are disabled and the pressed
 * one is marked. The visitor can always type an answer instead (BOT-046).
 */
export function BotButtons({
  message,
  model,
  actions,
}: { readonly message: WidgetMessage } & ViewProps) {
  const pending = model.outbox.find((one) => one.button?.message_id === message.id);
  const answer = model.messages.find((one) => one.seq > message.seq && one.from === "visitor");
  const pressed = pending?.button?.id ?? answer?.button_id ?? null;
  const isEnabled =
    model.chat?.buttons === message.id && pending === undefined && model.chat.state !== "closed";
  return (
    <ul class="pw-choices">
      {message.buttons?.map(({ id, text }) => (
        <li key={id}>
          <button
            type="button"
            class="pw-btn pw-btn--line"
            disabled={!isEnabled}
            aria-pressed={pressed === id ? true : undefined}
            onClick={() =>
              actions.sendMessage(text, {
                button: { message_id: message.id, id },
                quotes: undefined,
              })
            }
          >
            {pressed === id ? <Icon name="check" small /> : null}
            <span dir="auto">{text}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
