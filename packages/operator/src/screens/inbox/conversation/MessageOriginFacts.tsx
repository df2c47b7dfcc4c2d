import type { MessageOrigin } from "@parlour/protocol";
import {
  IconMailForward,
  IconRobot,
  IconShieldCheck,
  IconShieldQuestion,
  IconSpeakerphone,
} from "@tabler/icons-react";
import { useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { RichText } from "../RichText.tsx";
import { t } from "../text.ts";

/** Shows what a service says about a message above its text: subject and sender (CON-032). */
export function MessageOriginHeader({ origin }: { origin: MessageOrigin }) {
  const { subject, from, verified, automatic, forwarded, referral } = origin;
  return (
    <span className="origin">
      {subject !== undefined && <b dir="auto">{subject}</b>}
      {from !== undefined && <Sender from={from} verified={verified === true} />}
      {automatic === true && (
        <small>
          <Icon of={IconRobot} small /> {t("origin.automatic")}
        </small>
      )}
      {forwarded === true && (
        <small>
          <Icon of={IconMailForward} small /> {t("origin.forwarded")}
        </small>
      )}
      {referral !== undefined && (
        <small>
          <Icon of={IconSpeakerphone} small />{" "}
          <span dir="auto">{t("origin.referral", { text: referral })}</span>
        </small>
      )}
    </span>
  );
}

function Sender({ from, verified }: { from: string; verified: boolean }) {
  return (
    <small title={t(verified ? "origin.verified.hint" : "origin.claimed.hint")}>
      <Icon of={verified ? IconShieldCheck : IconShieldQuestion} small />{" "}
      {t(verified ? "origin.verified" : "origin.claimed", { from })}
    </small>
  );
}

/** Shows the folded quote and signature of a message below its text. */
export function MessageOriginRest({ origin }: { origin: MessageOrigin }) {
  const { quote = "", signature = "", original_path: path } = origin;
  return (
    <>
      {signature !== "" && <Folded title={t("origin.signature")} text={signature} />}
      {quote !== "" && <Folded title={t("origin.quote")} text={quote} />}
      {path !== undefined && <Original path={path} />}
    </>
  );
}

function Folded({ title, text }: { title: string; text: string }) {
  return (
    <details className="origin-rest">
      <summary>{title}</summary>
      <RichText text={text} />
    </details>
  );
}

/**
 * Loads the original when it is opened, in a frame without scripts. Pictures of other servers are
 * loaded on demand, because they tell the sender that it was opened (CON-037, MAIL-028).
 */
function Original({ path }: { path: string }) {
  const [isOpen, setOpen] = useState(false);
  const [showsPictures, setShowsPictures] = useState(false);
  const source = showsPictures ? `${path}?images=show` : path;
  return (
    <details className="origin-rest" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t("origin.original")}</summary>
      {isOpen && (
        <>
          <iframe sandbox="" src={source} title={t("origin.original")} loading="lazy" />
          {!showsPictures && (
            <p className="t12 soft">
              {t("origin.pictures.hint")}{" "}
              <Button variant="text" small onClick={() => setShowsPictures(true)}>
                {t("origin.pictures")}
              </Button>
            </p>
          )}
        </>
      )}
    </details>
  );
}
