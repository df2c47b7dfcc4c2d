import css from "./ended.css?inline";
import { saveTranscript } from "./save-transcript.ts";
import { Outline } from "./Icon.tsx";
import { later } from "./later.tsx";
import { addStyles } from "./styles.ts";
import type { View } from "./view.ts";

addStyles(css);

const MailMe = later(async () => (await import("./MailMe.tsx")).MailMe);

/** After the end of a chat: the transcript and the button for a new conversation. */
export function Ended(view: View) {
  const { model, acts, t } = view;
  return (
    <div class="pw-foot pw-foot--line">
      {model.face.transcript && model.chat?.mail === true ? <MailMe {...view} /> : null}
      {model.face.transcript ? (
        <button type="button" class="pw-btn pw-btn--quiet" onClick={() => void saveTranscript(model, t)}>
          <Outline path={loadPath} />
          {t("download")}
        </button>
      ) : null}
      <button type="button" class="pw-btn pw-btn--line pw-btn--wide" onClick={acts.beginAnew}>
        {t("newConversation")}
      </button>
    </div>
  );
}

const loadPath = "M10 3.5v9M6.2 9l3.8 3.8L13.8 9M4 16.5h12";
