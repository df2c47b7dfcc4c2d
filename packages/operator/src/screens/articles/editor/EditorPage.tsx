import type { Article } from "@parlour/protocol/api";
import { useDeferredValue, useMemo } from "react";
import { useShortcuts } from "../../../ui/keyboard/shortcuts.ts";
import { useLoadedValue } from "../../../ui/loading/lazy-value.ts";
import { useTitle } from "../../../ui/title.ts";
import { lazyParser } from "../preview/parser.ts";
import { useArticle, useCanWrite } from "../queries.ts";
import { ArticleQuery } from "../ArticleQuery.tsx";
import { EditorBanner } from "./EditorBanner.tsx";
import { EditorHeader } from "./EditorHeader.tsx";
import { EditorMeta } from "./EditorMeta.tsx";
import { EditorPanes } from "./EditorPanes.tsx";
import { useBrokenLinks } from "./links/use-broken-links.ts";
import { usePublish } from "./use-publish.tsx";
import { useTextSaver } from "./saving/use-text-saver.ts";

interface EditorPageProps {
  id: number;
  /** Language of the text. Undefined: the first one of the article. */
  language: string | undefined;
}

/** Loads one text of an article into the editor. */
export function EditorPage({ id, language }: EditorPageProps) {
  const query = useArticle(id, language);
  return <ArticleQuery query={query}>{(article) => <Editor article={article} />}</ArticleQuery>;
}

const noNodes: readonly never[] = [];

function Editor({ article }: { article: Article }) {
  const { saver, state } = useTextSaver(article);
  const canWrite = useCanWrite();
  const { title, body } = state.text;
  const parser = useLoadedValue(lazyParser);
  // The field stays fast while a long text is parsed.
  const parsedBody = useDeferredValue(body);
  const nodes = useMemo(() => parser?.parseArticle(parsedBody) ?? noNodes, [parser, parsedBody]);
  const links = useMemo(() => parser?.articleLinks(nodes) ?? noNodes, [parser, nodes]);
  const broken = useBrokenLinks(article, links);
  const publishing = usePublish({ article, saver, broken });
  useTitle("page", title);
  useShortcuts(
    canWrite ? { "mod+enter": publishing.publish, "mod+s": () => void saver.save() } : {},
  );
  return (
    <main className="edpage">
      <EditorHeader
        article={article}
        title={title}
        status={state.status}
        publish={canWrite ? publishing.publish : null}
        saver={saver}
      />
      <EditorBanner state={state} saver={saver} canWrite={canWrite} />
      <EditorMeta article={article} saver={saver} canWrite={canWrite} />
      <EditorPanes
        key={state.revision}
        {...{ article, nodes, broken, canWrite, saver }}
        text={state.text}
        onPublish={publishing.publish}
      />
      {publishing.dialog}
    </main>
  );
}
