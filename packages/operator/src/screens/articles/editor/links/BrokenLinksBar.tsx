import { IconUnlink } from "@tabler/icons-react";
import { Button } from "../../../../ui/Button.tsx";
import { Icon } from "../../../../ui/Icon.tsx";
import { t } from "../../text.ts";
import type { BrokenLink } from "./use-broken-links.ts";

interface BrokenLinksBarProps {
  /** The first of `count` links. */
  link: BrokenLink;
  count: number;
  onShow: (target: string) => void;
  /** Null: the role may only read. */
  onReplace: ((target: string, path: string) => void) | null;
}

/** Names a link that leads nowhere, and the article that it probably means. */
export function BrokenLinksBar({ link, count, onShow, onReplace }: BrokenLinksBarProps) {
  const { target, line, guess } = link;
  return (
    <div className="probs">
      <Icon of={IconUnlink} />
      <output className="grow">
        <b className="medium">{t("articles.broken", { n: count })}</b>{" "}
        {t("articles.broken.where", { line })} <code dir="ltr">{target}</code>{" "}
        {guess !== null && t("articles.broken.guess", { title: guess.title })}
      </output>
      <Button small variant="quiet" onClick={() => onShow(target)}>
        {t("articles.broken.show")}
      </Button>
      {guess !== null && onReplace !== null && (
        <Button small onClick={() => onReplace(target, guess.path)}>
          {t("articles.broken.replace")}
        </Button>
      )}
    </div>
  );
}
