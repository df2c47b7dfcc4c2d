import type { MessageReference } from "@parlour/protocol";
import { IconMoodSmile, IconArrowBackUp, IconShoppingBag } from "@tabler/icons-react";
import { use } from "react";
import { Icon } from "../../Icon.tsx";
import { quoteText as t } from "./quote-text.ts";
import { JumpContext } from "./jump-context.ts";

const icons = { message: IconArrowBackUp, reaction: IconMoodSmile, product: IconShoppingBag };

/** Shows what a message answers, or is about (CON-070). A loaded one can be scrolled to. */
export function MessageQuote({ reference }: { reference: MessageReference }) {
  const { canJump, jump } = use(JumpContext);
  const { kind, seq, text } = reference;
  const content = (
    <>
      <span className="quote-title">
        <Icon of={icons[kind]} small flip={kind === "message"} />
        <bdi>{formatTitle(reference)}</bdi>
      </span>
      {text !== undefined && (
        <span className="quote-text" dir="auto">
          {text}
        </span>
      )}
    </>
  );
  return seq !== undefined && canJump(seq) ? (
    <button type="button" className="quote" title={t("quote.jump")} onClick={() => jump(seq)}>
      {content}
    </button>
  ) : (
    <div className="quote">{content}</div>
  );
}

function formatTitle({ kind, author, product }: MessageReference): string {
  if (kind === "product") return t("quote.product", { name: product?.title ?? product?.id ?? "" });
  return author === undefined ? t(`quote.${kind}.plain`) : t(`quote.${kind}`, { name: author });
}
