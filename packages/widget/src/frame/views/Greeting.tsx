// oxlint-disable jsx-a11y/prefer-tag-over-role -- WAI-ARIA pattern without an HTML element of its own.
import { departmentOf } from "../model.ts";
import { ownText } from "../own-texts.ts";
import { openingWords } from "../time.ts";
import { Icon } from "./Icon.tsx";
import { Avatar } from "./Avatar.tsx";
import { RichText } from "./RichText.tsx";
import type { View } from "./view.ts";

/** Before the first message: a word of welcome or the invitation, whom to ask, and the way to a call. */
export function Greeting(view: View) {
  const { model, acts, t } = view;
  const { face, situation } = model;
  const own = ownText(face, t.language, "greeting");
  const isClosed = situation?.mode === "offline" && !situation.bot;
  return (
    <div class="pw-body">
      {model.invitation === null ? (
        <div class="pw-title">
          <h2 dir="auto">{own === "" ? t("hello") : own}</h2>
          {isClosed ? <p>{t("nobodyHere")}</p> : null}
        </div>
      ) : (
        <Invited model={model} acts={acts} />
      )}
      {isClosed && situation.opens_at !== null ? <Opening at={situation.opens_at} t={t} /> : null}
      <Departments {...view} />
      {face.calls && situation?.call === "ok" ? (
        <div class="pw-note">
          <Icon name="phone" />
          <p>
            <b>{t("ratherTalk")}</b>
            {t("callYouBack")}{" "}
            <button type="button" class="pw-link" onClick={() => acts.move("call")}>
              {t("askForCall")}
            </button>
          </p>
        </div>
      ) : null}
    </div>
  );
}

/** An invitation as a message of the service (WG-060): plain text, announced once, takes no focus. */
export function Invited({ model, acts }: Pick<View, "model" | "acts">) {
  const { invitation, face } = model;
  if (invitation === null) return null;
  const name = invitation.agent?.name ?? face.name;
  return (
    <div role="status">
      <ol class="pw-log pw-invited">
        <li class="pw-grp">
          <Avatar name={name} photo={invitation.agent?.photo ?? ""} acts={acts} />
          <p class="pw-grp__by">
            <b>
              <bdi>{name}</bdi>
            </b>
          </p>
          <div class="pw-grp__msgs">
            <div class="pw-b" dir="auto">
              <RichText text={invitation.text} />
            </div>
          </div>
        </li>
      </ol>
    </div>
  );
}

/** Whom to ask; the first one who is there is chosen until the visitor chooses. */
export function Departments({ model, acts, t }: View) {
  const departments = model.situation?.departments ?? [];
  if (departments.length === 0) return null;
  return (
    <fieldset class="pw-opts">
      <legend>{t("whoAnswers")}</legend>
      {departments.map(({ id, name, online }) => (
        <label key={id} class="pw-opt">
          <input type="radio" name="pw-department" checked={departmentOf(model) === id} onChange={() => acts.choose(id)} />
          <span dir="auto">{name}</span>
          <small>
            <span class={online ? "pw-dot" : "pw-dot pw-dot--off"} />
            {t(online ? "online" : "offlineShort")}
          </small>
        </label>
      ))}
    </fieldset>
  );
}

/** The next opening, in the visitor's own zone. */
export function Opening({ at, t }: { readonly at: string } & Pick<View, "t">) {
  const words = openingWords(at, t);
  return (
    <div class="pw-note">
      <Icon name="clock" />
      <p class="pw-num">
        <b>{t("opens", { when: words.when })}</b>
        {words.in}
      </p>
    </div>
  );
}
