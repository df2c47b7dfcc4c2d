import type { Channel } from "@parlour/protocol";
import type { ChannelWithSecret } from "@parlour/protocol/api";
import { IconRefresh } from "@tabler/icons-react";
import { useState } from "react";
import { api } from "../../state/api.ts";
import { Button } from "../../ui/Button.tsx";
import { CopyButton } from "../../ui/Copy.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { wordsOf } from "../../ui/Failure.tsx";
import { clockTime } from "../../ui/Time.tsx";
import { toast } from "../../ui/toast.tsx";
import { curlOf } from "./first-message.ts";
import { CopyRow, DocsLink } from "./parts.tsx";
import { Secret } from "./Secret.tsx";
import { t } from "./text.ts";

/** Inbound URL and signing secret, each with Rotate (CH-004, CORE-124). A new secret is shown once. */
export function ChannelConnection({ channel, onChange }: { channel: Channel; onChange: (channel: Channel) => void }) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const rotate = async (what: "address" | "secret"): Promise<string | undefined> => {
    const { signing_secret: fresh, ...changed } = await api.post<ChannelWithSecret>(`/channels/${channel.id}/rotate`, { what });
    onChange(changed);
    return fresh;
  };
  const renewAddress = async () => {
    setBusy(true);
    try {
      await rotate("address");
      toast(t("channel.rotated", { time: clockTime(Date.now() + 86_400_000) }));
    } catch (error) {
      toast(wordsOf(error), { tone: "bad" });
    } finally {
      setAsking(false);
      setBusy(false);
    }
  };
  return (
    <section className="group" aria-labelledby="g-connection">
      <h2 id="g-connection">{t("channel.connection")}</h2>
      {channel.inbound_url === null ? (
        <p className="hint">{t("channel.inbound.hidden")}</p>
      ) : (
        <CopyRow label={t("channel.inbound")} value={channel.inbound_url} hint={t("channel.inbound.hint")}>
          {!channel.managed && (
            <Button icon={IconRefresh} onClick={() => setAsking(true)} aria-label={`${t("channel.rotate")}: ${t("channel.inbound")}`}>
              {t("channel.rotate")}
            </Button>
          )}
        </CopyRow>
      )}
      {channel.inbound_url !== null && (
        <div className="line">
          <CopyButton small text={curlOf(channel.inbound_url)} label={t("channel.curl")} />
        </div>
      )}
      <Secret path={`channels/${channel.id}`} hint={channel.secret_hint} managed={channel.managed} rotate={() => rotate("secret")} />
      <DocsLink page="channel" />
      <Confirm
        title={t("channel.rotate.address")}
        verb={t("channel.rotate.address.verb")}
        open={asking}
        busy={busy}
        onClose={() => setAsking(false)}
        onConfirm={() => void renewAddress()}
      >
        <p>{t("channel.rotate.address.text")}</p>
      </Confirm>
    </section>
  );
}
