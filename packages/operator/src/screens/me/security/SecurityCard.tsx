import type { MySecurity, PasskeyOptions, Secured, TotpSecret } from "@parlour/protocol/api-session";
import { useState } from "react";
import { api } from "../../../state/api.ts";
import { deviceName } from "../../../state/device.ts";
import { hasPasskeys, makePasskey } from "../../../state/passkey.ts";
import { Button } from "../../../ui/Button.tsx";
import { Confirm } from "../../../ui/dialog.tsx";
import { Failure, wordsOf } from "../../../ui/Failure.tsx";
import { exactTime } from "../../../ui/Time.tsx";
import { toast } from "../../../ui/toast.tsx";
import { CodesDialog } from "./CodesDialog.tsx";
import { keepSecurity, useSecurity } from "./data.ts";
import "../me.css";
import "./security.css";
import { t } from "./text.ts";
import { TotpDialog } from "./TotpDialog.tsx";

type Asked = { kind: "totp" } | { kind: "key"; id: number; name: string };

/** Second factors of one's own: an application with codes, passkeys, recovery codes (CORE-013). */
export function SecurityCard() {
  const { data, error, isPending, refetch } = useSecurity();
  const [making, setMaking] = useState<TotpSecret | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [busy, setBusy] = useState(false);
  const attempt = async (run: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    try {
      await run();
    } catch (fault) {
      toast(wordsOf(fault), { tone: "bad" });
    } finally {
      setBusy(false);
    }
  };
  const done = ({ security, recovery_codes: fresh }: Secured) => {
    keepSecurity(security);
    if (fresh !== undefined) setCodes(fresh);
    toast(t("factors.added"));
  };
  const addKey = () =>
    attempt(async () => {
      const { options } = await api.post<{ options: PasskeyOptions }>("/me/passkeys/options");
      const credential = await makePasskey(options);
      if (credential === null) toast(t("factors.key.none"), { tone: "bad" });
      else done(await api.post<Secured>("/me/passkeys", { credential, name: deviceName() }));
    });
  const remove = (what: Asked) =>
    attempt(async () => {
      keepSecurity(await api.delete<MySecurity>(what.kind === "totp" ? "/me/totp" : `/me/passkeys/${what.id}`));
      setAsked(null);
      toast(t("factors.removed"));
    });
  return (
    <section className="card" aria-labelledby="s-factors" aria-busy={isPending}>
      <h2 id="s-factors">{t("factors.group")}</h2>
      <p className="t13 soft">{t("factors.hint")}</p>
      {error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {data !== undefined && (
        <>
          {data.required_from !== null && <p className="t13">{t("factors.required", { time: exactTime(data.required_from) })}</p>}
          <Factors security={data} onRemove={setAsked} />
          {!data.totp && (
            <Button wide unavailable={busy} onClick={() => void attempt(async () => setMaking(await api.post<TotpSecret>("/me/totp")))}>
              {t("factors.app.add")}
            </Button>
          )}
          <Button wide unavailable={hasPasskeys() ? busy : t("factors.key.unable")} onClick={() => void addKey()}>
            {t("factors.key.add")}
          </Button>
          {!hasPasskeys() && <p className="hint">{t("factors.key.unable")}</p>}
          {(data.totp || data.passkeys.length > 0) && (
            <div className="line">
              <span className="t13 grow">{t("factors.codes", { n: data.recovery_codes })}</span>
              <Button
                small
                unavailable={busy}
                onClick={() => void attempt(async () => done(await api.post<Secured>("/me/recovery-codes")))}
              >
                {t("factors.codes.new")}
              </Button>
            </div>
          )}
        </>
      )}
      {making !== null && (
        <TotpDialog
          made={making}
          onClose={() => setMaking(null)}
          onDone={(secured) => {
            setMaking(null);
            done(secured);
          }}
        />
      )}
      {codes !== null && <CodesDialog codes={codes} onClose={() => setCodes(null)} />}
      {asked !== null && (
        <Confirm
          title={asked.kind === "totp" ? t("factors.app.off.title") : t("factors.key.remove.title", { name: asked.name })}
          verb={t("factors.app.off")}
          danger
          open
          busy={busy}
          onClose={() => setAsked(null)}
          onConfirm={() => void remove(asked)}
        >
          <p>{t(asked.kind === "totp" ? "factors.app.off.text" : "factors.key.remove.text")}</p>
        </Confirm>
      )}
    </section>
  );
}

function Factors({ security, onRemove }: { security: MySecurity; onRemove: (what: Asked) => void }) {
  if (!security.totp && security.passkeys.length === 0) return <p className="t13">{t("factors.none")}</p>;
  return (
    <ul className="devices">
      {security.totp && (
        <li>
          <span className="grow">
            {t("factors.app")}
            <small className="faint">{t("factors.app.on")}</small>
          </span>
          <Button small aria-label={`${t("factors.app.off")}: ${t("factors.app")}`} onClick={() => onRemove({ kind: "totp" })}>
            {t("factors.app.off")}
          </Button>
        </li>
      )}
      {security.passkeys.map(({ id, name, last_used_at: used }) => (
        <li key={id}>
          <span className="grow">
            {t("factors.key")}: <bdi>{name}</bdi>
            <small className="faint">{used === null ? t("factors.key.never") : t("factors.key.used", { time: exactTime(used) })}</small>
          </span>
          <Button small aria-label={`${t("factors.key.remove")}: ${name}`} onClick={() => onRemove({ kind: "key", id, name })}>
            {t("factors.key.remove")}
          </Button>
        </li>
      ))}
    </ul>
  );
}
