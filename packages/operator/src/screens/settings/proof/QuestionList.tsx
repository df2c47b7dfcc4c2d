import type { ArticleSummary } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../state/api/api.ts";
import { Select, TextField } from "../../../ui/Field.tsx";
import { QueryList } from "../../../ui/loading/QueryList.tsx";
import { MutationButton } from "../../../ui/MutationButton.tsx";
import { ResourceTable } from "../kit/resource/ResourceTable.tsx";
import { t } from "./text.ts";
import { addQuestion, deleteQuestion, useQuestions } from "./use-replays.ts";

/** Lists the questions of an agent with the expected answer, and adds one (AGENT-080). */
export function QuestionList({ agent }: { readonly agent: number }) {
  const query = useQuestions(agent);
  return (
    <section className="group" aria-labelledby="s-questions">
      <h2 id="s-questions">{t("proof.questions")}</h2>
      <p className="t13 soft">{t("proof.questions.about")}</p>
      <QueryList
        query={query}
        items={query.data?.items}
        errorText={t("proof.failed")}
        emptyText={t("proof.questions.none")}
      >
        {(questions) => (
          <ResourceTable
            resources={questions}
            name={{ head: t("proof.question"), cell: ({ text }) => <bdi>{text}</bdi> }}
            columns={[
              {
                head: t("proof.expected"),
                dir: "auto",
                cell: ({ article }) => article?.title ?? t("proof.person.expected"),
              },
            ]}
            actions={{
              head: t("proof.delete"),
              cell: ({ id, text }) => (
                <MutationButton
                  small
                  variant="quiet"
                  aria-label={t("proof.delete.one", { text })}
                  mutate={() => deleteQuestion(agent, id)}
                >
                  {t("proof.delete")}
                </MutationButton>
              ),
            }}
          />
        )}
      </QueryList>
      <NewQuestion agent={agent} />
    </section>
  );
}

function NewQuestion({ agent }: { readonly agent: number }) {
  const [text, setText] = useState("");
  const [article, setArticle] = useState("");
  const { data = [] } = useQuery({
    queryKey: ["articles", "published"],
    queryFn: () => api.list<ArticleSummary>("/articles", { query: { state: "published" } }),
  });
  return (
    <div className="proofstart">
      <TextField
        label={t("proof.question.new")}
        value={text}
        maxLength={1_000}
        onChange={({ target }) => setText(target.value)}
      />
      <Select
        label={t("proof.expected")}
        value={article}
        options={[
          { value: "", label: t("proof.person.expected") },
          ...data.map(({ id, title }) => ({ value: String(id), label: title })),
        ]}
        onChange={({ target }) => setArticle(target.value)}
      />
      <MutationButton
        unavailable={text.trim() === "" ? t("proof.question.empty") : false}
        mutate={async () => {
          await addQuestion(agent, { text, article_id: article === "" ? null : Number(article) });
          setText("");
        }}
      >
        {t("proof.question.add")}
      </MutationButton>
    </div>
  );
}
