import type { Channel } from "@parlour/protocol";
import { IconRefresh } from "@tabler/icons-react";
import { useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { CopyButton } from "../../ui/Copy.tsx";
import { clockTime } from "../../ui/Time.tsx";
import { toast } from "../../ui/toast.tsx";
import { ConfirmDeed } from "./ConfirmDeed.tsx";
import { curlOf } from "./first-message.ts";
import { Group } from "./Group.tsx";
import { CopyRow, DocsLink } from "./parts.tsx";
import { Secret } from "./Secret.tsx";
import { t } from "./text.ts";
import { rotate } from "./thing.ts";

/**
 * Shows the inbound URL and the signing secret, each with Rotate (CH-004, CORE-124). A new secret
 * is shown once.
 */
export function ChannelConnection({ channel }: { channel: Channel }) {
  const { id, inbound_url: url, secret_hint: hint, managed } = channel;
  return (
    <Group id="g-connection" title={t("channel.connection")}>
      {url === null ? <p className="hint">{t("channel.inbound.hidden")}</p> : <InboundUrl url={url} channel={channel} />}
      <Secret path={`channels/${id}`} hint={hint} managed={managed} rotate={() => rotate("channels", id, { what: "secret" })} />
      <DocsLink page="channel" />
    </Group>
  );
}

function InboundUrl({ url, channel: { id, managed } }: { url: string; channel: Channel }) {
  const [asking, setAsking] = useState(false);
  const renew = async () => {
    await rotate("channels", id, { what: "address" });
    toast(t("channel.rotated", { time: clockTime(Date.now() + 86_400_000) }));
  };
  const asked = { title: t("channel.rotate.address"), verb: t("channel.rotate.address.verb"), open: asking };
  return (
    <>
      <CopyRow label={t("channel.inbound")} value={url} hint={t("channel.inbound.hint")}>
        {!managed && (
          <Button icon={IconRefresh} onClick={() => setAsking(true)} aria-label={`${t("channel.rotate")}: ${t("channel.inbound")}`}>
            {t("channel.rotate")}
          </Button>
        )}
      </CopyRow>
      <div className="line">
        <CopyButton small text={curlOf(url)} label={t("channel.curl")} />
      </div>
      <ConfirmDeed {...asked} deed={renew} onClose={() => setAsking(false)}>
        <p>{t("channel.rotate.address.text")}</p>
      </ConfirmDeed>
    </>
  );
}
