import type { Article } from "@parlour/protocol/api";
import { useState, type ReactNode } from "react";
import { Confirm } from "../../../ui/dialog/dialog.tsx";
import { toast } from "../../../ui/dialog/toast.tsx";
import { t } from "../text.ts";
import type { TextSaver } from "./saving/text-saver.ts";
import type { BrokenLink } from "./links/use-broken-links.ts";

interface PublishOptions {
  article: Article;
  saver: TextSaver;
  broken: readonly BrokenLink[];
}

/** Publishes the written text. Asks once if a link leads nowhere. */
export function usePublish({ article, saver, broken }: PublishOptions): {
  readonly publish: () => void;
  readonly dialog: ReactNode;
} {
  const [isAsking, setAsking] = useState(false);
  const [isAllowed, setAllowed] = useState(false);
  const publish = async () => {
    const isSaved = saver.get().status === "saved";
    if (isSaved && article.state === "published" && !article.has_changes) return;
    if (await saver.save("published")) toast(t("articles.published"));
  };
  return {
    publish: () => {
      if (broken.length > 0 && !isAllowed) setAsking(true);
      else void publish();
    },
    dialog: isAsking && (
      <Confirm
        title={t("articles.publish.broken", { n: broken.length })}
        open
        button={t("articles.publish.anyway")}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          setAllowed(true);
          void publish();
        }}
      >
        <ul className="soft">
          {broken.map(({ target }) => (
            <li key={target} className="mono">
              {target}
            </li>
          ))}
        </ul>
      </Confirm>
    ),
  };
}
