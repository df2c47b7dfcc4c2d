import type { Article, ArticleSection } from "@parlour/protocol/api";
import { maxArticleTitle } from "@parlour/protocol/article/facts";
import { useState } from "react";
import { api } from "../../../state/api/api.ts";
import { invalidateLists } from "../../../state/api/queries.ts";
import { i18n } from "../../../text/index.ts";
import { Select, TextField } from "../../../ui/Field.tsx";
import { FormDialog } from "../FormDialog.tsx";
import { LanguageSelect } from "../LanguageSelect.tsx";
import { t } from "../text.ts";
import { DraftField } from "./DraftField.tsx";
import { useArticleDraft, type DraftQuestions } from "./use-article-draft.ts";
import { useNavigateIfStill } from "../../../ui/mutation.ts";

interface NewArticleDialogProps {
  sections: readonly ArticleSection[];
  /** Id of the open section. */
  sectionId: number | null;
  /** Title and language that the address names. */
  given: {
    readonly title: string | null;
    readonly language: string | null;
    readonly body: string;
    /** Questions from whose chats the model drafts the text. Null: none. */
    readonly questions: DraftQuestions | null;
  };
  onClose: () => void;
}

/**
 * Asks for what an article needs before it can be stored: title, section and language. Creates it
 * as a draft and opens the editor. The first article also makes its section. From a gap, the model
 * drafts its text.
 */
export function NewArticleDialog({ sections, sectionId, given, onClose }: NewArticleDialogProps) {
  const rememberPage = useNavigateIfStill();
  const [title, setTitle] = useState(given.title ?? "");
  const [language, setLanguage] = useState<string>(given.language ?? i18n.locale);
  const [body, setBody] = useState(given.body);
  const draft = useArticleDraft(given.questions, language, setBody);
  const [chosen, setSection] = useState<string | null>(null);
  // The sections may load after the dialog has opened.
  const section = chosen ?? String(sectionId ?? sections[0]?.id ?? "");
  const [sectionName, setSectionName] = useState("");
  const isNewSection = section === "";
  const create = async () => {
    const navigateIfStill = rememberPage();
    const section_id = isNewSection
      ? (await api.post<ArticleSection>("/article-sections", { name: sectionName.trim() })).id
      : Number(section);
    // A second press after a failure must not create the section again.
    setSection(String(section_id));
    const content = { section_id, language, title: title.trim(), body };
    const article = await api.post<Article>("/articles", content);
    // The editor replaces the page with this dialog.
    await navigateIfStill({
      to: "/articles/$",
      params: { _splat: String(article.id) },
      search: { language },
    });
    invalidateLists("articles", "article-sections");
  };
  const missing =
    title.trim() === ""
      ? t("articles.new.title.missing")
      : draft?.phase === "working"
        ? t("articles.draft.wait")
        : isNewSection && sectionName.trim() === "" && t("articles.new.section.missing");
  return (
    <FormDialog
      title={t("articles.new")}
      button={t("articles.create")}
      missing={missing}
      send={create}
      onClose={onClose}
    >
      <TextField
        label={t("articles.title.label")}
        value={title}
        maxLength={maxArticleTitle}
        dir="auto"
        onChange={(event) => setTitle(event.target.value)}
      />
      {sections.length > 0 && (
        <Select
          label={t("articles.section")}
          value={section}
          options={[
            ...sections.map((one) => ({ value: String(one.id), label: one.name })),
            { value: "", label: t("articles.section.new") },
          ]}
          onChange={(event) => setSection(event.target.value)}
        />
      )}
      {isNewSection && (
        <TextField
          label={t("articles.section.name")}
          value={sectionName}
          maxLength={100}
          dir="auto"
          onChange={(event) => setSectionName(event.target.value)}
        />
      )}
      <LanguageSelect value={language} onChange={setLanguage} />
      {draft !== null && <DraftField draft={draft} text={body} onText={setBody} />}
    </FormDialog>
  );
}
