import type { Channel } from "@parlour/protocol";
import type { IdentitySecret } from "@parlour/protocol/api";
import { IconKey, IconRefresh } from "@tabler/icons-react";
import { useState } from "react";
import { api, queries } from "../../../state/api.ts";
import { Button } from "../../../ui/Button.tsx";
import { Confirm } from "../../../ui/dialog.tsx";
import { wordsOf } from "../../../ui/Failure.tsx";
import { Tag } from "../../../ui/marks.tsx";
import { toast } from "../../../ui/toast.tsx";
import { stale } from "../data.ts";
import { CopyRow } from "../parts.tsx";
import { t } from "./text.ts";

/** Signed identity (WG-047): its secret is made, shown once, made anew, switched off; each at once, beside the form. */
export function Identity({ channel }: { channel: Channel }) {
  const [asking, setAsking] = useState<"rotate" | "end" | null>(null);
  const [busy, setBusy] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const isOn = channel.has_identity_secret === true;
  const put = (has: boolean): void => {
    queries.setQueryData<Channel>(["channels", channel.id], (before) => before && { ...before, has_identity_secret: has });
    stale("channels");
  };
  const run = async (what: "make" | "end") => {
    setBusy(true);
    try {
      if (what === "make") setSecret((await api.post<IdentitySecret>(`/channels/${channel.id}/identity-secret`, {})).identity_secret);
      else {
        await api.delete(`/channels/${channel.id}/identity-secret`);
        setSecret(null);
      }
      put(what === "make");
    } catch (error) {
      toast(wordsOf(error), { tone: "bad" });
    } finally {
      setAsking(null);
      setBusy(false);
    }
  };
  return (
    <section className="group" aria-labelledby="g-identity">
      <h2 id="g-identity">
        {t("identity.group")}
        {isOn && <Tag tone="ok">HS256</Tag>}
      </h2>
      <p className="hint">{t("identity.about")}</p>
      <p className="t13">{t(isOn ? "identity.on" : "identity.off")}</p>
      {secret !== null && (
        <div className="shown-once" aria-live="polite">
          <CopyRow label={t("identity.secret")} value={secret} hint={t("identity.once")}>
            <Button variant="quiet" onClick={() => setSecret(null)}>
              {t("identity.close")}
            </Button>
          </CopyRow>
        </div>
      )}
      {!channel.managed && (
        <p className="line">
          {isOn ? (
            <>
              <Button icon={IconRefresh} unavailable={busy} onClick={() => setAsking("rotate")}>
                {t("identity.rotate")}
              </Button>
              <Button variant="quiet" unavailable={busy} onClick={() => setAsking("end")}>
                {t("identity.end")}
              </Button>
            </>
          ) : (
            <Button icon={IconKey} unavailable={busy} onClick={() => void run("make")}>
              {t("identity.make")}
            </Button>
          )}
        </p>
      )}
      <Confirm
        title={t(asking === "end" ? "identity.end.title" : "identity.rotate.title")}
        verb={t(asking === "end" ? "identity.end" : "identity.rotate")}
        open={asking !== null}
        busy={busy}
        onClose={() => setAsking(null)}
        onConfirm={() => void run(asking === "end" ? "end" : "make")}
      >
        <p>{t(asking === "end" ? "identity.end.text" : "identity.rotate.text")}</p>
      </Confirm>
    </section>
  );
}
