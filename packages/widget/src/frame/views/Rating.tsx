// oxlint-disable jsx-a11y/prefer-tag-over-role -- WAI-ARIA pattern without an HTML element of its own.
import "./forms.css";
import { useState } from "preact/hooks";
import { agentsOf } from "../model.ts";
import { FormProblem } from "./Field.tsx";
import { Icon, type IconName } from "./Icon.tsx";
import type { View } from "./view.ts";

/** How it was (WG-083): two thumbs and a word, until 24 h after the end; the last counts. */
export function Rating({ model, acts, t }: View) {
  const given = model.chat?.rating ?? null;
  const [choice, setChoice] = useState(given);
  const [comment, setComment] = useState("");
  const [isSent, setSent] = useState(false);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const name = (model.chat?.agents ?? agentsOf(model))[0]?.name ?? "";
  if (isSent)
    return (
      <p class="pw-card pw-thanks" role="status">
        <Icon name="check" />
        {t("thanks")}
      </p>
    );
  const send = async (): Promise<void> => {
    if (choice === null) return;
    setSending(true);
    const failure = await acts.rate(choice, comment.trim());
    setSending(false);
    setProblem(failure === null ? null : t("wentWrong"));
    setSent(failure === null);
  };
  const thumb = (of: "positive" | "negative", icon: IconName, text: string) => (
    <button type="button" aria-pressed={choice === of} onClick={() => setChoice(of)}>
      <Icon name={icon} />
      {text}
    </button>
  );
  return (
    <form
      class="pw-card"
      aria-labelledby="pw-r"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <h2 id="pw-r">{name === "" ? t("howWasIt") : t("howWasItWith", { name })}</h2>
      <div class="pw-thumbs">
        {thumb("positive", "like", t("good"))}
        {thumb("negative", "dislike", t("notGood"))}
      </div>
      {choice === null ? null : (
        <>
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
              value={comment}
              onInput={(event) => setComment(event.currentTarget.value)}
            />
          </div>
          <FormProblem text={problem} />
          <button type="submit" class="pw-btn pw-btn--main" disabled={isSending}>
            {t("sendRating")}
          </button>
        </>
      )}
    </form>
  );
}
