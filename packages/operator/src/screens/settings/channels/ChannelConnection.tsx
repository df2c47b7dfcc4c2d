import type { Channel } from "@parlour/protocol";
import { IconRefresh } from "@tabler/icons-react";
import { useState } from "react";
import { browserClock } from "../../../state/clock.ts";
import { Button } from "../../../ui/Button.tsx";
import { CopyButton } from "../../../ui/copy/CopyButton.tsx";
import { formatClock } from "../../../ui/time.ts";
import { toast } from "../../../ui/dialog/toast.tsx";
import { ConfirmDialog } from "../kit/resource/ConfirmDialog.tsx";
import { SettingsSection } from "../kit/form/SettingsSection.tsx";
import { CopyField, DocsLink } from "../kit/resource/parts.tsx";
import { SigningSecret } from "../kit/resource/SigningSecret.tsx";
import { t } from "../text.ts";
import { rotateCredential } from "../kit/resource/resource.ts";

/**
 * Shows the inbound URL and the signing secret, each with a Rotate button (CH-004, CORE-124). A new
 * secret is shown once.
 */
export function ChannelConnection({ channel }: { channel: Channel }) {
  const { id, inbound_url, secret_hint, managed } = channel;
  return (
    <SettingsSection id="g-connection" title={t("channel.connection")}>
      {inbound_url === null ? (
        <p className="hint">{t("channel.inbound.hidden")}</p>
      ) : (
        <InboundUrl url={inbound_url} channel={channel} />
      )}
      <SigningSecret
        path={`channels/${id}`}
        hint={secret_hint}
        managed={managed}
        rotate={() => rotateCredential("channels", id, { what: "secret" })}
      />
      <DocsLink page="channel" />
    </SettingsSection>
  );
}

function InboundUrl({ url, channel: { id, managed } }: { url: string; channel: Channel }) {
  const [isConfirming, setConfirming] = useState(false);
  const rotateUrl = async () => {
    await rotateCredential("channels", id, { what: "address" });
    toast(t("channel.rotated", { time: formatClock(browserClock.now() + 86_400_000) }));
  };
  const dialogProps = {
    title: t("channel.rotate.address"),
    button: t("channel.rotate.address.verb"),
    open: isConfirming,
  };
  return (
    <>
      <CopyField label={t("channel.inbound")} value={url} hint={t("channel.inbound.hint")}>
        {!managed && (
          <Button
            icon={IconRefresh}
            onClick={() => setConfirming(true)}
            aria-label={`${t("channel.rotate")}: ${t("channel.inbound")}`}
          >
            {t("channel.rotate")}
          </Button>
        )}
      </CopyField>
      <div className="line">
        <CopyButton small text={buildCurlCommand(url)} label={t("channel.curl")} />
      </div>
      <ConfirmDialog {...dialogProps} action={rotateUrl} onClose={() => setConfirming(false)}>
        <p>{t("channel.rotate.address.text")}</p>
      </ConfirmDialog>
    </>
  );
}

/** Returns a curl command that sends a visitor's message to a channel of the chat API (CH-031). */
function buildCurlCommand(inbound: string): string {
  const body = {
    sender: { id: "anna-1", name: "Anna Keller" },
    message: { type: "text", text: "Where is my order?" },
  };
  return `curl -X POST '${inbound}' -H 'content-type: application/json' -d '${JSON.stringify(body)}'`;
}
