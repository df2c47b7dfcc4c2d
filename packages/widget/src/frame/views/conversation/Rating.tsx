// oxlint-disable jsx-a11y/prefer-tag-over-role -- WAI-ARIA pattern without an HTML element of its own.
import { useState } from "preact/hooks";
import { listOperators } from "../../state/reducer.ts";
import { FormError } from "../forms/Field.tsx";
import { Icon, OutlineIcon } from "../Icon.tsx";
import type { TextProps, ViewProps } from "../view-props.ts";
import "../button-styles.ts";

/**
 * The rating of the chat, possible until 24 h after its end (WG-083). The press of a thumb stores
 * it. The visitor can then add a comment. The last rating counts.
 */
export function Rating({ model, actions, t }: ViewProps) {
  const savedRating = model.chat?.rating ?? null;
  const [pressed, setPressed] = useState<Thumb | null>(null);
  const choice = pressed ?? savedRating;
  const [comment, setComment] = useState("");
  const [step, setStep] = useState<"asked" | "sending" | "failed" | "commented">("asked");
  const name = (model.chat?.agents ?? listOperators(model))[0]?.name ?? "";
  const send = async (rating: Thumb, next: "asked" | "commented"): Promise<void> => {
    setPressed(rating);
    setStep("sending");
    const failure = await actions.submit(({ rate }) => rate(rating, comment.trim()));
    setStep(failure === null ? next : "failed");
    // A rating that was not stored must not look stored.
    if (failure !== null && next === "asked") setPressed(null);
  };
  if (step === "commented") return <Thanks t={t} />;
  // The list of messages may be built anew after the press, so the chat tells what is stored.
  const isStored = step === "asked" && choice !== null && choice === savedRating;
  const sendComment = (event: Event): void => {
    event.preventDefault();
    if (choice !== null) void send(choice, "commented");
  };
  return (
    <form class="pw-card" aria-labelledby="pw-r" onSubmit={sendComment}>
      <h2 id="pw-r">{name === "" ? t("howWasIt") : t("howWasItWith", { name })}</h2>
      <Thumbs choice={choice} choose={(rating) => void send(rating, "asked")} t={t} />
      <p role="status" class="pw-hint">
        {isStored ? t("thanks") : ""}
      </p>
      <FormError text={step === "failed" ? t("wentWrong") : null} />
      {choice === null ? null : (
        <>
          <Comment text={comment} change={setComment} t={t} />
          <button type="submit" class="pw-btn pw-btn--main" disabled={step === "sending"}>
            {t("sendComment")}
          </button>
        </>
      )}
    </form>
  );
}

function Thanks({ t }: TextProps) {
  return (
    <p class="pw-card pw-thanks" role="status">
      <Icon name="check" />
      {t("thanks")}
    </p>
  );
}

type Thumb = "positive" | "negative";
interface ThumbsProps extends TextProps {
  readonly choice: Thumb | null;
  readonly choose: (choice: Thumb) => void;
}
function Thumbs({ choice, choose, t }: ThumbsProps) {
  const thumb = (value: Thumb, path: string, text: string) => (
    <button type="button" aria-pressed={choice === value} onClick={() => choose(value)}>
      <OutlineIcon path={path} />
      {text}
    </button>
  );
  return (
    <div class="pw-thumbs">
      {thumb("positive", likeIcon, t("good"))}
      {thumb("negative", dislikeIcon, t("notGood"))}
    </div>
  );
}

function Comment({
  text,
  change,
  t,
}: { readonly text: string; readonly change: (text: string) => void } & TextProps) {
  return (
    <div class="pw-field">
      <label for="pw-r-c">
        {t("tellUs")} <span>{t("optional")}</span>
      </label>
      <textarea
        class="pw-in"
        id="pw-r-c"
        rows={2}
        maxLength={1000}
        dir="auto"
        value={text}
        onInput={(event) => change(event.currentTarget.value)}
      />
    </div>
  );
}

const likeIcon =
  "M6.5 9l3-6c1.3 0 2.3 1 2.3 2.3V8h3.7c1 0 1.7.9 1.5 1.9l-1 5.4c-.2.7-.8 1.2-1.5 1.2H6.5zM6.5 9H4.3c-.7 0-1.3.6-1.3 1.3v4.9c0 .7.6 1.3 1.3 1.3h2.2";
const dislikeIcon =
  "M13.5 11l-3 6c-1.3 0-2.3-1-2.3-2.3V12H4.5c-1 0-1.7-.9-1.5-1.9l1-5.4c.2-.7.8-1.2 1.5-1.2h8zM13.5 11h2.2c.7 0 1.3-.6 1.3-1.3V4.8c0-.7-.6-1.3-1.3-1.3h-2.2";
