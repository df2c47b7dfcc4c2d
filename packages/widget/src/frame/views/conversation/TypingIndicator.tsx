// oxlint-disable jsx-a11y/prefer-tag-over-role -- WAI-ARIA pattern without an HTML element of its own.
import type { TextProps } from "../view-props.ts";
import { addStyles } from "../styles.ts";
import css from "./typing-indicator.css?inline";

addStyles(css);

export function TypingIndicator({ name, t }: { readonly name: string } & TextProps) {
  return (
    <div class="pw-grp__msgs">
      <div
        class="pw-typing pw-b"
        role="img"
        aria-label={name === "" ? t("someoneTyping") : t("typing", { name })}
      >
        <i />
        <i />
        <i />
      </div>
    </div>
  );
}
