import { useMemo } from "react";
import { createLazyValue, useLoadedValue } from "../../../ui/loading/lazy-value.ts";
import { ArticleBody } from "../preview/ArticleBody.tsx";
import { lazyParser } from "../preview/parser.ts";
import { t } from "../text.ts";

interface WrittenText {
  readonly title: string;
  readonly body: string;
}

const lazyMarker = createLazyValue(() =>
  import("./changed-nodes.ts").then((module) => module.markChanges),
);

interface ChangedBodyProps {
  /** Null: there is no earlier text, so nothing is marked. */
  before: WrittenText | null;
  after: WrittenText;
}

/** Shows a text with the words that differ from another one. */
export function ChangedBody({ before, after }: ChangedBodyProps) {
  const parser = useLoadedValue(lazyParser);
  const markChanges = useLoadedValue(lazyMarker);
  const content = useMemo(() => {
    if (parser === null || markChanges === null) return null;
    const parse = ({ title, body }: WrittenText) => parser.parseArticle(`## ${title}\n\n${body}`);
    const nodes = parse(after);
    if (before === null) return { nodes, changes: 0 };
    return markChanges(parse(before), nodes) ?? { nodes, changes: null };
  }, [parser, markChanges, before, after]);
  if (content === null) return null;
  const { nodes, changes } = content;
  return (
    <>
      {before !== null && (
        <p className="t12 faint">
          {changes === null ? t("articles.changes.toomany") : t("articles.changes", { n: changes })}
        </p>
      )}
      <article className="md" dir="auto">
        <ArticleBody nodes={nodes} />
      </article>
    </>
  );
}
