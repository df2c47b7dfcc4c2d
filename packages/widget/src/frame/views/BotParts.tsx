import type { MarkdownNode } from "@parlour/protocol";
import { toLink } from "@parlour/protocol/links";
import type { WidgetMessage } from "@parlour/protocol/widget";
import css from "./bot.css?inline";
import { Icon } from "./Icon.tsx";
import { Out } from "./RichText.tsx";
import { addStyles } from "./styles.ts";
import type { View } from "./view.ts";

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
function BotLink({ url, nodes }: { readonly url: string; readonly nodes: readonly MarkdownNode[] }) {
  const link = toLink(url);
  const text = <BotText nodes={nodes} />;
  return link === null ? text : <Out href={link.href}>{text}</Out>;
}

/**
 * Buttons of a bot. After an answer they are disabled and the pressed one is marked. The visitor
 * can always type instead (BOT-046).
 */
export function Choices({ message, model, acts }: { readonly message: WidgetMessage } & View) {
  const waiting = model.outbox.find((one) => one.button?.message_id === message.id);
  const answer = model.messages.find((one) => one.seq > message.seq && one.from === "visitor");
  const pressed = waiting?.button?.id ?? answer?.button_id ?? null;
  const isOn = model.chat?.buttons === message.id && waiting === undefined && model.chat.state !== "closed";
  return (
    <ul class="pw-choices">
      {message.buttons?.map(({ id, text }) => (
        <li key={id}>
          <button
            type="button"
            class="pw-btn pw-btn--line"
            disabled={!isOn}
            {...(pressed === id ? { "aria-pressed": true } : {})}
            onClick={() => acts.say(text, { button: { message_id: message.id, id } })}
          >
            {pressed === id ? <Icon name="check" small /> : null}
            <span dir="auto">{text}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
