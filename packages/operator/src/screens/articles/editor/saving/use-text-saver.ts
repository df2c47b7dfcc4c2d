import type { Article } from "@parlour/protocol/api";
import { useEffect, useState, useSyncExternalStore } from "react";
import { browserClock } from "../../../../state/clock.ts";
import { getDraft, setDraft } from "../../../../state/drafts/drafts.ts";
import { useLiveState } from "../../../../state/live-context.tsx";
import { useCurrentOperator } from "../../../../state/session.tsx";
import { changeArticle, loadArticle } from "../../queries.ts";
import { TextSaver, type LocalText } from "./text-saver.ts";

/**
 * Stores what the operator writes in one text of an article. A text that could not be stored stays
 * on this device, and is stored when the connection is back.
 */
export function useTextSaver(article: Article) {
  const me = useCurrentOperator();
  const [saver] = useState(() => {
    const { id, language } = article;
    return new TextSaver({
      stored: article,
      local: readLocalTexts(me.id, id)[language] ?? null,
      clock: browserClock,
      writeLocal: (text) => writeLocalText(me.id, article, text),
      store: (change) => changeArticle(id, language, change),
      load: () => loadArticle(id, language),
    });
  });
  const state = useSyncExternalStore(saver.subscribe, saver.get);
  useEffect(() => saver.receive(article), [saver, article]);
  useEffect(() => () => saver.stop(), [saver]);
  const isLive = useLiveState(({ connection }) => connection.kind === "live");
  useEffect(() => {
    if (isLive && saver.get().status === "offline") void saver.save();
  }, [saver, isLive]);
  return { saver, state };
}

/** The texts of an article on this device, by language. */
type LocalTexts = Readonly<Partial<Record<string, LocalText>>>;

function readLocalTexts(operator: number, article: number): LocalTexts {
  const draft = getDraft(operator, article, "article");
  return draft === "" ? {} : (JSON.parse(draft) as LocalTexts);
}

function writeLocalText(operator: number, { id, language }: Article, text: LocalText | null): void {
  const texts = Object.entries({ ...readLocalTexts(operator, id), [language]: text });
  const unsaved = texts.filter(([, one]) => one !== null);
  const draft = unsaved.length === 0 ? "" : JSON.stringify(Object.fromEntries(unsaved));
  setDraft(operator, id, "article", draft);
}
