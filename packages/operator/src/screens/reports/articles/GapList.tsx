import type { ArticleGaps } from "@parlour/protocol/api";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChatLink } from "../../../ui/open-chat/parts.tsx";
import { api } from "../../../state/api/api.ts";
import { can, useCurrentOperator } from "../../../state/session.tsx";
import { getLanguageName } from "../../../text/language-name.ts";
import { useHasModel } from "../../../ui/assist/use-has-model.ts";
import { setGapState } from "../../../ui/gaps/note-gap.ts";
import { MutationButton } from "../../../ui/MutationButton.tsx";
import { ChartCard } from "../charts/ChartCard.tsx";
import { ChartDataTable } from "../charts/ChartDataTable.tsx";
import { formatNumber } from "../figures.ts";
import { pickPeriod, toReportQuery, type ReportUrlParams } from "../report-url.ts";
import { t } from "../text.ts";

type Gap = ArticleGaps["gaps"][number];

/** Lists questions and searches that no article answers. A press begins the missing article. */
export function GapList({ address }: { readonly address: ReportUrlParams }) {
  const period = toReportQuery(pickPeriod(address));
  const { data } = useQuery({
    queryKey: ["/reports/articles/gaps", period],
    queryFn: ({ signal }) =>
      api.get<ArticleGaps>("/reports/articles/gaps", { query: period, signal }),
    placeholderData: keepPreviousData,
    staleTime: 15_000,
  });
  const me = useCurrentOperator();
  const canWrite = can(me, "articles.manage");
  const hasModel = useHasModel(me);
  if (data === undefined || data.gaps.length === 0) return null;
  return (
    <ChartCard
      title={t("articlereport.gaps")}
      definition={t("articlereport.gaps.hint")}
      table={
        <ChartDataTable
          first={t("articlereport.question")}
          columns={[
            t("articlereport.language"),
            t("articlereport.asked"),
            t("articlereport.searched"),
            ...(canWrite ? [t("articlereport.gap")] : []),
          ]}
        >
          {data.gaps.map((gap) => (
            <tr key={`${gap.language} ${gap.title}`}>
              <th scope="row">
                <bdi className="cut" title={gap.searches.join(", ")}>
                  {gap.title}
                </bdi>
                <ChatLinks gap={gap} />
              </th>
              <td className="end">{getLanguageName(gap.language)}</td>
              <td className="end num">{formatNumber(gap.asked)}</td>
              <td className="end num">{formatNumber(gap.searched)}</td>
              {canWrite && (
                <td className="end">
                  <DismissButton gap={gap} />
                  <WriteLink gap={gap} isDrafted={false} />
                  {hasModel && gap.questions.some(({ reply }) => reply !== null) && (
                    <WriteLink gap={gap} isDrafted />
                  )}
                </td>
              )}
            </tr>
          ))}
        </ChartDataTable>
      }
    />
  );
}

const maxLinks = 3;
const ChatLinks = ({ gap: { questions } }: { readonly gap: Gap }) =>
  questions.length > 0 && (
    <span className="t12 line">
      {questions.slice(0, maxLinks).map(({ chat, seq, text, noted_by }) => (
        <span key={`${chat.id} ${seq}`}>
          <ChatLink chatId={chat.id} view="closed" title={text}>
            #{chat.number ?? chat.id}
          </ChatLink>
          {noted_by !== null && ` ${t("articlereport.noted", { name: noted_by.name })}`}
        </span>
      ))}
    </span>
  );

/** Dismisses the questions of a gap. Its searches stay, because nobody asked them in a chat. */
function DismissButton({ gap: { title, questions } }: { readonly gap: Gap }) {
  if (questions.length === 0) return null;
  const dismiss = async () => {
    for (const { chat, seq } of questions) await setGapState({ chatId: chat.id, seq }, "dismissed");
  };
  return (
    <MutationButton
      variant="quiet"
      small
      mutate={dismiss}
      aria-label={t("articlereport.dismiss.of", { query: title })}
    >
      {t("articlereport.dismiss")}
    </MutationButton>
  );
}

/** Begins the article with the replies of people, or with a draft of the model from them. */
const WriteLink = ({ gap, isDrafted }: { readonly gap: Gap; readonly isDrafted: boolean }) => (
  <Link
    className="btn small"
    to="/articles/$"
    params={{ _splat: "" }}
    search={{ state: "all", language: gap.language, title: gap.title }}
    state={{
      articleBody: createBody(gap),
      ...omitAbsent({ draftQuestions: isDrafted ? listQuestions(gap) : undefined }),
    }}
    aria-label={t(isDrafted ? "articlereport.draft.of" : "articlereport.write.of", {
      query: gap.title,
    })}
  >
    {t(isDrafted ? "articlereport.draft" : "articlereport.write")}
  </Link>
);
const listQuestions = ({ questions }: Gap) =>
  questions.map(({ chat, seq }) => ({ chat_id: chat.id, seq }));

/** Returns what people answered, below each question, for the author of the article. */
const createBody = ({ questions }: Gap): string =>
  questions
    .flatMap(({ text, reply }) =>
      reply === null ? [] : [`## ${text.replace(/\s+/gu, " ").trim()}\n\n${reply.text.trim()}`],
    )
    .join("\n\n");
