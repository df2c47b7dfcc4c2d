import type { Channel } from "@parlour/protocol";
import type { ChannelWithSecret } from "@parlour/protocol/api";
import { IconRefresh } from "@tabler/icons-react";
import { useState } from "react";
import { api } from "../../state/api.ts";
import { Button } from "../../ui/Button.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { wordsOf } from "../../ui/Failure.tsx";
import { Field } from "../../ui/Field.tsx";
import { clockTime } from "../../ui/Time.tsx";
import { toast } from "../../ui/toast.tsx";
import { dropSecret, freshSecret, keepSecret } from "./fresh-secret.ts";
import { CopyRow } from "./parts.tsx";
import { t } from "./text.ts";

/** Inbound URL and signing secret, each with Rotate (CH-004, CORE-124). A new secret is shown once. */
export function ChannelConnection({ channel, onChange }: { channel: Channel; onChange: (channel: Channel) => void }) {
  const [asking, setAsking] = useState<"address" | "secret" | null>(null);
  const [busy, setBusy] = useState(false);
  const [secret, setSecret] = useState(() => freshSecret(channel.id));
  const rotate = async (what: "address" | "secret") => {
    setBusy(true);
    try {
      const { signing_secret: fresh, ...changed } = await api.post<ChannelWithSecret>(`/channels/${channel.id}/rotate`, { what });
      onChange(changed);
      if (fresh !== undefined) {
        keepSecret(channel.id, fresh);
        setSecret(fresh);
      }
      if (what === "address") toast(t("channel.rotated", { time: clockTime(Date.now() + 86_400_000) }));
      setAsking(null);
    } catch (error) {
      setAsking(null);
      toast(wordsOf(error), { tone: "bad" });
    } finally {
      setBusy(false);
    }
  };
  const button = (what: "address" | "secret") =>
    !channel.managed && (
      <Button
        icon={IconRefresh}
        onClick={() => setAsking(what)}
        aria-label={`${t("channel.rotate")}: ${t(what === "address" ? "channel.inbound" : "channel.secret")}`}
      >
        {t("channel.rotate")}
      </Button>
    );
  return (
    <section className="group" aria-labelledby="g-connection">
      <h2 id="g-connection">{t("channel.connection")}</h2>
      {channel.inbound_url === null ? (
        <p className="hint">{t("channel.inbound.hidden")}</p>
      ) : (
        <CopyRow label={t("channel.inbound")} value={channel.inbound_url} hint={t("channel.inbound.hint")}>
          {button("address")}
        </CopyRow>
      )}
      {secret !== null && (
        <div className="shown-once" aria-live="polite">
          <CopyRow label={t("channel.secret.new")} value={secret} hint={t("channel.secret.once")}>
            <Button
              variant="quiet"
              onClick={() => {
                dropSecret(channel.id);
                setSecret(null);
              }}
            >
              {t("apikeys.close")}
            </Button>
          </CopyRow>
        </div>
      )}
      <Field label={t("channel.secret")} hint={t("channel.secret.hint")}>
        {(ids) => (
          <div className="copyrow">
            <input {...ids} className="input" readOnly value={`whsec_${"•".repeat(28)}${channel.secret_hint}`} />
            {button("secret")}
          </div>
        )}
      </Field>
      <Confirm
        title={t("channel.rotate.address")}
        verb={t("channel.rotate.address.verb")}
        open={asking === "address"}
        busy={busy}
        onClose={() => setAsking(null)}
        onConfirm={() => void rotate("address")}
      >
        <p>{t("channel.rotate.address.text")}</p>
      </Confirm>
      <Confirm
        title={t("channel.rotate.secret")}
        verb={t("channel.rotate.secret.verb")}
        open={asking === "secret"}
        busy={busy}
        onClose={() => setAsking(null)}
        onConfirm={() => void rotate("secret")}
      >
        <p>{t("channel.rotate.secret.text")}</p>
      </Confirm>
    </section>
  );
}
