import type { Article } from "@parlour/protocol/api";
import { IconEye, IconGitCompare, IconWifiOff } from "@tabler/icons-react";
import { useState } from "react";
import { Banner } from "../../../ui/badges.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { formatClock } from "../../../ui/time.ts";
import { ChangedBody } from "../history/ChangedBody.tsx";
import { t } from "../text.ts";
import type { SaverState, TextSaver } from "./saving/text-saver.ts";

interface EditorBannerProps {
  state: SaverState;
  saver: TextSaver;
  canWrite: boolean;
}

/** Says why the text is not stored, and what the operator can do. */
export function EditorBanner({ state, saver, canWrite }: EditorBannerProps) {
  if (!canWrite)
    return (
      <Banner tone="info" icon={IconEye}>
        {t("articles.readonly")}
      </Banner>
    );
  if (state.status === "offline")
    return (
      <Banner tone="warn" icon={IconWifiOff} live>
        {t("articles.unsaved.offline")}
      </Banner>
    );
  if (state.status === "failed")
    return (
      <ErrorMessage error={state.error} onRetry={() => void saver.save()}>
        {t("articles.unsaved.failed")}
      </ErrorMessage>
    );
  return state.newer === null ? null : (
    <ConflictBanner newer={state.newer} state={state} saver={saver} />
  );
}

interface ConflictProps {
  newer: Article;
  state: SaverState;
  saver: TextSaver;
}

/** Somebody else has stored another text. Neither is lost: the other one stays in the history. */
function ConflictBanner({ newer, state, saver }: ConflictProps) {
  const [isComparing, setComparing] = useState(false);
  const close = () => setComparing(false);
  const time = formatClock(newer.updated_at);
  const name = newer.updated_by?.name ?? t("articles.author.unknown");
  return (
    <>
      <Banner
        tone="warn"
        icon={IconGitCompare}
        live
        action={
          <>
            <Button small onClick={() => setComparing(true)}>
              {t("articles.compare")}
            </Button>
            <Button small variant="quiet" onClick={() => void saver.storeMine()}>
              {t("articles.keep_mine")}
            </Button>
          </>
        }
      >
        <b className="medium">{t("articles.newer", { name, time })}</b> {t("articles.newer.kept")}
      </Banner>
      <Dialog
        title={t("articles.compare.title", { name, time })}
        open={isComparing}
        onClose={close}
        wide
        actions={
          <>
            <Button
              onClick={() => {
                close();
                saver.takeTheirs();
              }}
            >
              {t("articles.take_theirs")}
            </Button>
            <Button
              variant="primary"
              onClick={() => {
                close();
                void saver.storeMine();
              }}
            >
              {t("articles.keep_mine")}
            </Button>
          </>
        }
      >
        <p className="soft">{t("articles.compare.about")}</p>
        <ChangedBody before={newer} after={state.text} />
      </Dialog>
    </>
  );
}
