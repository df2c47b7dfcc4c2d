// oxlint-disable jsx-a11y/prefer-tag-over-role -- a live region is a role, not an <output> of a form.
import "./replies.css";
import type { CannedReply } from "@parlour/protocol/api";
import { Link } from "@tanstack/react-router";
import { useCallback, useMemo, useState } from "react";
import { api, queries } from "../../../state/api.ts";
import { usePreferences } from "../../../state/preferences.ts";
import { wordsOf } from "../../../ui/Failure.tsx";
import { SuggestList } from "../composer/SuggestList.tsx";
import type { PickerProps } from "../composer/use-picker.ts";
import { filledText, fillReply, valuesOf } from "./fill.ts";
import { findReplies } from "./find.ts";
import { t } from "./text.ts";
import { useReplies } from "./use-replies.ts";

const most = 50;
const none: readonly never[] = [];

/**
 * Picker opened by `/ref`: quick replies, and beside the list a preview of the selected one filled
 * for this chat.
 */
export function ReplySuggest({ writing, trigger, onActive, ...rest }: PickerProps) {
  const { locale } = usePreferences();
  const replies = useReplies();
  const found = useMemo(
    () => (replies.data ? findReplies(replies.data, trigger.query, locale, most) : none),
    [replies.data, trigger.query, locale],
  );
  const [activeId, setActiveId] = useState<string | null>(null);
  const active = useCallback(
    (optionId: string | null) => {
      setActiveId(optionId);
      onActive(optionId);
    },
    [onActive],
  );
  const shown = found.find((reply) => activeId?.endsWith(`-${reply.id}`)) ?? found[0];
  const pieces = useMemo(
    () => (shown ? fillReply(shown.text, valuesOf(writing.chat, writing.me.name)) : none),
    [shown, writing.chat, writing.me.name],
  );
  const pick = (id: string) => {
    const picked = found.find((reply) => String(reply.id) === id);
    if (!picked) return;
    writing.replace(trigger.from, trigger.to, filledText(fillReply(picked.text, valuesOf(writing.chat, writing.me.name))));
    counted(picked);
  };
  if (!replies.data) return <Waiting failure={replies.error} />;
  if (replies.data.length === 0 && trigger.query === "") return <Nothing />;
  return (
    <SuggestList
      {...rest}
      className="replies"
      label={t("replies.list")}
      onActive={active}
      onPick={pick}
      items={found.map((reply) => ({ id: String(reply.id), node: <Line reply={reply} /> }))}
    >
      <ReplyPreview pieces={pieces} />
      <ManageLink words={t("replies.manage")} />
    </SuggestList>
  );
}

/** Preview of the selected reply: values are filled in, missing ones are named. */
function ReplyPreview({ pieces }: { pieces: ReturnType<typeof fillReply> }) {
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

function Line({ reply }: { reply: CannedReply }) {
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

function Waiting({ failure }: { failure: unknown }) {
  return (
    <div className="suggest float">
      <p className="t13 soft pad" role="status">
        {failure ? t("replies.failed", { why: wordsOf(failure) }) : t("replies.loading")}
      </p>
    </div>
  );
}

function Nothing() {
  return (
    <div className="suggest float">
      <p className="t13 soft pad" role="status">
        {t("replies.none")} <ManageLink words={t("replies.make")} />
      </p>
    </div>
  );
}

/**
 * Link for the mouse. With the keyboard, use the palette. `preventDefault` keeps the focus in the
 * field, which would otherwise close the list before the click.
 */
function ManageLink({ words }: { words: string }) {
  return (
    <Link
      className="manage t12"
      to="/settings/$"
      params={{ _splat: "replies" }}
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()}
    >
      {words}
    </Link>
  );
}

/** Counts a use, which sorts the list. A failure is not shown to the operator. */
function counted(reply: CannedReply): void {
  queries.setQueryData<CannedReply[]>(["canned-replies"], (list) =>
    list?.map((one) => (one.id === reply.id ? { ...one, uses: one.uses + 1 } : one)),
  );
  api.post(`/canned-replies/${reply.id}/use`).catch((error: unknown) => console.warn("a use of a quick reply was not counted", error));
}
