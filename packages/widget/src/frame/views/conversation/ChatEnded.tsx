import css from "./chat-ended.css?inline";
import { downloadTranscript } from "./save-transcript.ts";
import { OutlineIcon } from "../Icon.tsx";
import { lazyView } from "../lazy-view.tsx";
import { addStyles } from "../styles.ts";
import type { ViewProps } from "../view-props.ts";
import "../button-styles.ts";

addStyles(css);

const MailTranscript = lazyView(async () => (await import("./MailTranscript.tsx")).MailTranscript);

/** After the end of a chat: the transcript and the button for a new conversation. */
export function ChatEnded(view: ViewProps) {
  const { model, actions, t } = view;
  return (
    <div class="pw-foot pw-foot--line">
      {model.face.transcript && model.chat?.mail === true ? <MailTranscript {...view} /> : null}
      {model.face.transcript ? (
        <button
          type="button"
          class="pw-btn pw-btn--quiet"
          onClick={() => void downloadTranscript(model, t)}
        >
          <OutlineIcon path={downloadIcon} />
          {t("download")}
        </button>
      ) : null}
      <button type="button" class="pw-btn pw-btn--line pw-btn--wide" onClick={actions.startNewChat}>
        {t("newConversation")}
      </button>
    </div>
  );
}

const downloadIcon = "M10 3.5v9M6.2 9l3.8 3.8L13.8 9M4 16.5h12";
