// oxlint-disable jsx-a11y/prefer-tag-over-role -- a live region is a role, not an <output> of a form.
import "./replies.css";
import type { CannedReply } from "@parlour/protocol/api";
import { IconBook2 } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo, useState } from "react";
import { api, queryClient } from "../../../state/api/api.ts";
import { usePreferences } from "../../../state/browser/preferences.ts";
import { Icon } from "../../../ui/Icon.tsx";
import { getErrorText } from "../../../ui/loading/ErrorMessage.tsx";
import { SuggestionList } from "../picker/SuggestionList.tsx";
import type { PickerProps } from "../picker/use-picker.ts";
import { filledText, fillVariables, getReplyVariables } from "@parlour/protocol/reply-text";
import { findQuickReplies } from "../../../ui/replies/use-quick-replies.ts";
import { t } from "./text.ts";
import { insertArticleLink, useArticleLinks, type ArticleLink } from "./use-article-links.ts";
import { useQuickReplies } from "../../../ui/replies/use-quick-replies.ts";

const maxSuggestions = 50;
const noReplies: readonly never[] = [];

/**
 * Picker that `/ref` opens: quick replies, with a preview filled in for this chat, and published
 * articles, whose address it inserts (ART-068).
 */
export function QuickReplySuggestions(props: PickerProps) {
  const { composer, trigger, onActive, ...rest } = props;
  const { locale } = usePreferences();
  const replies = useQuickReplies();
  const matches = useMemo(
    () =>
      replies.data
        ? findQuickReplies(replies.data, trigger.query, locale, maxSuggestions)
        : noReplies,
    [replies.data, trigger.query, locale],
  );
  const [activeId, setActiveId] = useState<string | null>(null);
  const handleActive = useCallback(
    (optionId: string | null) => {
      setActiveId(optionId);
      onActive(optionId);
    },
    [onActive],
  );
  const articles = useArticleLinks(trigger.query, composer.chat.session?.language?.toLowerCase());
  const article = articles.find(({ id }) => activeId?.endsWith(`-article${id}`));
  const previewed =
    article === undefined
      ? (matches.find((reply) => activeId?.endsWith(`-${reply.id}`)) ?? matches[0])
      : undefined;
  const pieces = useMemo(
    () =>
      previewed
        ? fillVariables(previewed.text, getReplyVariables(composer.chat, composer.me.name))
        : noReplies,
    [previewed, composer.chat, composer.me.name],
  );
  const pick = (id: string) => {
    const link = articles.find((one) => `article${one.id}` === id);
    if (link) return insertArticleLink(props, link);
    const picked = matches.find((reply) => String(reply.id) === id);
    if (!picked) return;
    composer.replace(
      trigger.from,
      trigger.to,
      filledText(fillVariables(picked.text, getReplyVariables(composer.chat, composer.me.name))),
    );
    countUse(picked);
  };
  if (!replies.data && !replies.error) return <LoadingNotice />;
  if (!replies.data || (replies.data.length === 0 && trigger.query === ""))
    return <WithoutList onKeyHandler={rest.onKeyHandler} failure={replies.error} />;
  return (
    <SuggestionList
      {...rest}
      className="replies"
      label={t("replies.list")}
      onActive={handleActive}
      onPick={pick}
      items={[
        ...matches.map((reply) => ({
          id: String(reply.id),
          node: <ReplyOption reply={reply} />,
        })),
        ...articles.map((one) => ({
          id: `article${one.id}`,
          node: <ArticleOption article={one} />,
        })),
      ]}
    >
      {article === undefined && <ReplyPreview pieces={pieces} />}
      <ManageLink text={t("replies.manage")} />
    </SuggestionList>
  );
}

/** Previews the selected reply. Variables are filled in, and missing values are listed. */
function ReplyPreview({ pieces }: { pieces: ReturnType<typeof fillVariables> }) {
  return (
    <section className="replypreview" aria-label={t("replies.preview")}>
      <p dir="auto">
        {pieces.map((piece, index) =>
          piece.kind === "text" ? (
            <span key={index}>{piece.text}</span>
          ) : (
            <span key={index} className={piece.kind === "value" ? "filled" : "missing"}>
              {piece.kind === "value" ? piece.text : t("replies.missing", { name: piece.text })}
            </span>
          ),
        )}
      </p>
    </section>
  );
}

function ReplyOption({ reply }: { reply: CannedReply }) {
  return (
    <>
      <span className="medium" dir="auto">
        /{reply.shortcut}
      </span>
      <span className="grow cut soft" dir="auto">
        {reply.text.replaceAll(/\s+/gu, " ")}
      </span>
      {reply.folder !== "" && (
        <span className="faint cut where" dir="auto">
          {reply.folder}
        </span>
      )}
      {reply.language !== "" && <span className="faint">{reply.language}</span>}
      {reply.scope === "own" && <span className="faint">{t("replies.own")}</span>}
    </>
  );
}

function ArticleOption({ article: { text } }: { article: ArticleLink }) {
  return (
    <>
      <Icon of={IconBook2} small />
      <span className="grow cut" dir="auto" lang={text.language}>
        {text.title}
      </span>
      <span className="faint">{t("replies.article")}</span>
    </>
  );
}

function LoadingNotice() {
  return (
    <div className="suggest float">
      <p className="t13 soft pad" role="status">
        {t("replies.loading")}
      </p>
    </div>
  );
}

/** Says why there is no list. Takes no key, so that Enter does not wait (CORE-474). */
function WithoutList({
  onKeyHandler,
  failure,
}: {
  onKeyHandler: PickerProps["onKeyHandler"];
  failure: unknown;
}) {
  useEffect(() => {
    onKeyHandler(() => false);
    return () => onKeyHandler(null);
  }, [onKeyHandler]);
  return (
    <div className="suggest float">
      <p className="t13 soft pad" role="status">
        {failure ? (
          t("replies.failed", { why: getErrorText(failure) })
        ) : (
          <>
            {t("replies.none")} <ManageLink text={t("replies.make")} />
          </>
        )}
      </p>
    </div>
  );
}

/** Link for the mouse. `preventDefault` keeps the focus, whose loss would close the list. */
function ManageLink({ text }: { text: string }) {
  return (
    <Link
      className="manage t12"
      to="/settings/$"
      params={{ _splat: "replies" }}
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()}
    >
      {text}
    </Link>
  );
}

/** Counts the use of a reply, by which they are sorted. A failure is not shown. */
function countUse(reply: CannedReply): void {
  queryClient.setQueryData<CannedReply[]>(["canned-replies"], (list) =>
    list?.map((cached) => (cached.id === reply.id ? { ...cached, uses: cached.uses + 1 } : cached)),
  );
  api
    .post(`/canned-replies/${reply.id}/use`)
    .catch((error: unknown) => console.warn("a use of a quick reply was not counted", error));
}
