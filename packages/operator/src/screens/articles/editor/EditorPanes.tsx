import type { Article } from "@parlour/protocol/api";
import { maxArticleTitle } from "@parlour/protocol/article/facts";
import type { ArticleNode } from "@parlour/protocol/article/markdown";
import { createElement, useState } from "react";
import { api } from "../../../state/api/api.ts";
import { toast } from "../../../ui/dialog/toast.tsx";
import { getErrorText } from "../../../ui/loading/ErrorMessage.tsx";
import { createLazyValue, useLoadedValue } from "../../../ui/loading/lazy-value.ts";
import { LineSkeleton, useDelayedLoading } from "../../../ui/loading/Skeleton.tsx";
import { SegmentedControl } from "../../../ui/choice/SegmentedControl.tsx";
import { ArticleBody } from "../preview/ArticleBody.tsx";
import { t } from "../text.ts";
import type { TextSaver, WrittenText } from "./saving/text-saver.ts";
import { findTargets, type BrokenLink } from "./links/use-broken-links.ts";

interface EditorPanesProps {
  article: Article;
  text: WrittenText;
  nodes: readonly ArticleNode[];
  broken: readonly BrokenLink[];
  canWrite: boolean;
  saver: TextSaver;
  onPublish: () => void;
}

const lazyField = createLazyValue(() =>
  import("./markdown/MarkdownField.tsx").then((module) => module.MarkdownField),
);

/** The text as it is written and, beside it, as readers see it. Narrow screens show one of both. */
export function EditorPanes(props: EditorPanesProps) {
  const [pane, setPane] = useState<"text" | "preview">("text");
  const { article, text, nodes, canWrite, saver } = props;
  return (
    <div className="ed" data-pane={pane}>
      <div className="panechoice">
        <SegmentedControl
          label={t("articles.pane")}
          value={pane}
          options={[
            { value: "text", label: t("articles.pane.text") },
            { value: "preview", label: t("articles.pane.preview") },
          ]}
          onChange={setPane}
        />
      </div>
      <section className="source" aria-label={t("articles.pane.text")}>
        <input
          className="titlefield"
          aria-label={t("articles.title.label")}
          placeholder={t("articles.title.label")}
          value={text.title}
          maxLength={maxArticleTitle}
          readOnly={!canWrite}
          dir="auto"
          lang={article.language}
          onChange={(event) => saver.write({ title: event.target.value })}
        />
        <LoadedField {...props} />
      </section>
      <section
        className="articletext"
        aria-label={t("articles.pane.preview")}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
        tabIndex={0}
      >
        <article className="md" dir="auto" lang={article.language}>
          <h2 className="name">{text.title}</h2>
          <ArticleBody nodes={nodes} />
        </article>
      </section>
    </div>
  );
}

function LoadedField({ article, text, broken, canWrite, saver, onPublish }: EditorPanesProps) {
  const field = useLoadedValue(lazyField);
  const isDelayed = useDelayedLoading(field === null);
  if (field === null) return isDelayed && <LineSkeleton lines={8} />;
  return createElement(field, {
    text: text.body,
    language: article.language,
    isReadOnly: !canWrite,
    broken,
    onText: (body) => saver.write({ body }),
    onPublish,
    findTargets: (words) => findTargets(words, article.language),
    upload: uploadFile,
  });
}

/** Stores a file and returns its Markdown: a picture, or a link. */
async function uploadFile(file: File): Promise<string | null> {
  try {
    const { url, name, type } = await api.upload(file, { name: file.name });
    const { pathname } = new URL(url, location.href);
    const words = name.replaceAll(/[[\]\\]/g, "\\$&");
    return type.startsWith("image/") ? `![${words}](${pathname})` : `[${words}](${pathname})`;
  } catch (error) {
    toast(`${t("articles.upload.failed", { name: file.name })} ${getErrorText(error)}`, {
      tone: "bad",
    });
    return null;
  }
}
