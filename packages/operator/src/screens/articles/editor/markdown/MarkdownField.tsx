import type { EditorView } from "@codemirror/view";
import { useEffect, useRef, useState } from "react";
import { useLatest } from "../../../../ui/keyboard/use-latest.ts";
import { t } from "../../text.ts";
import { BrokenLinksBar } from "../links/BrokenLinksBar.tsx";
import { EditorToolbar } from "./EditorToolbar.tsx";
import {
  createMarkdownView,
  replaceTarget,
  selectTarget,
  showBrokenLinks,
  type MarkdownViewOptions,
} from "./markdown-view.ts";
import type { BrokenLink } from "../links/use-broken-links.ts";

interface MarkdownFieldProps extends Omit<MarkdownViewOptions, "label" | "onCursor"> {
  broken: readonly BrokenLink[];
}

/** The editor of the text with its buttons. Later values of `text` do not change the field. */
export function MarkdownField({ broken, ...options }: MarkdownFieldProps) {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<EditorView | null>(null);
  const [cursor, setCursor] = useState({ line: 1, column: 1 });
  const latest = useLatest(options);
  useEffect(() => {
    if (box.current === null) return;
    const { text, language, isReadOnly } = latest.current;
    const created = createMarkdownView(box.current, {
      text,
      language,
      isReadOnly,
      label: t("articles.text.label"),
      onText: (next) => latest.current.onText(next),
      onCursor: (line, column) => setCursor({ line, column }),
      onPublish: () => latest.current.onPublish(),
      findTargets: (words) => latest.current.findTargets(words),
      upload: (file) => latest.current.upload(file),
    });
    setView(created);
    return () => created.destroy();
  }, [latest]);
  const targets = broken.map(({ target }) => target).join("\n");
  useEffect(() => {
    if (view !== null) showBrokenLinks(view, targets === "" ? [] : targets.split("\n"));
  }, [view, targets]);
  return (
    <>
      {view !== null && !options.isReadOnly && (
        <EditorToolbar view={view} upload={options.upload} />
      )}
      <div className="cm" ref={box} />
      {view !== null && broken[0] !== undefined && (
        <BrokenLinksBar
          link={broken[0]}
          count={broken.length}
          onShow={(target) => selectTarget(view, target)}
          onReplace={
            options.isReadOnly ? null : (target, path) => replaceTarget(view, target, path)
          }
        />
      )}
      <div className="statusbar">
        <span>{t("articles.words", { n: countWords(options.text) })}</span>
        <span>{t("articles.cursor", cursor)}</span>
      </div>
    </>
  );
}

const countWords = (text: string): number => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
