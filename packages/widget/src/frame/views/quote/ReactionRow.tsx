// oxlint-disable jsx-a11y/prefer-tag-over-role -- a group of buttons is no <fieldset> of a form.
import type { WidgetMessage } from "@parlour/protocol/widget";
import { commonReactions } from "@parlour/protocol/entity/channel-kinds/reactions";
import type { ControlProps } from "../view-props.ts";

interface ReactionRowProps extends ControlProps {
  readonly message: WidgetMessage;
  readonly then: () => void;
}
/** Buttons that add a reaction to a message, or remove the chosen one (WG-286). */
export function ReactionRow({ message, actions, t, then }: ReactionRowProps) {
  const react = (emoji: string): void => {
    const next = emoji === message.reaction ? "" : emoji;
    void actions.submit((requests) => requests.react(message, next));
    then();
  };
  return (
    <div class="pw-reactions" role="group" aria-label={t("reactions")}>
      {commonReactions.map((emoji) => (
        <button
          key={emoji}
          type="button"
          class="pw-icon"
          aria-pressed={emoji === message.reaction}
          onClick={() => react(emoji)}
        >
          {emoji}
        </button>
      ))}
    </div>
  );
}
