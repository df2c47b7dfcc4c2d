import type { MySecurity, PasskeyOptions, Secured, TotpSecret } from "@parlour/protocol/api-session";
import { useState } from "react";
import { api } from "../../../state/api.ts";
import { deviceName } from "../../../state/device.ts";
import { hasPasskeys, makePasskey } from "../../../state/passkey.ts";
import { Button } from "../../../ui/Button.tsx";
import { Confirm } from "../../../ui/dialog.tsx";
import { Failure, wordsOf } from "../../../ui/Failure.tsx";
import { fullTime } from "../../../ui/Time.tsx";
import { toast } from "../../../ui/toast.tsx";
import { useDeed } from "../../../ui/deed.ts";
import { CodesDialog } from "./CodesDialog.tsx";
import { keepSecurity, useSecurity } from "./data.ts";
import "../me.css";
import "./security.css";
import { t } from "./text.ts";
import { TotpDialog } from "./TotpDialog.tsx";

type Asked = { kind: "totp" } | { kind: "key"; id: number; name: string };

/** The operator's second factors: authenticator app, passkeys, recovery codes (CORE-013). */
export function SecurityCard() {
  const { data, error, isPending, refetch } = useSecurity();
  const factors = useFactors();
  const { busy, making, codes, asked } = factors;
  return (
    <section className="card" aria-labelledby="s-factors" aria-busy={isPending}>
      <h2 id="s-factors">{t("factors.group")}</h2>
      <p className="t13 soft">{t("factors.hint")}</p>
      {error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {data !== undefined && <Present security={data} factors={factors} />}
      {making !== null && <TotpDialog made={making} onClose={factors.endMaking} onDone={factors.made} />}
      {codes !== null && <CodesDialog codes={codes} onClose={factors.hideCodes} />}
      {asked !== null && (
        <Confirm
          title={asked.kind === "totp" ? t("factors.app.off.title") : t("factors.key.remove.title", { name: asked.name })}
          verb={t("factors.app.off")}
          danger
          open
          busy={busy}
          onClose={() => factors.ask(null)}
          onConfirm={() => factors.remove(asked)}
        >
          <p>{t(asked.kind === "totp" ? "factors.app.off.text" : "factors.key.remove.text")}</p>
        </Confirm>
      )}
    </section>
  );
}

/** Actions on second factors, one at a time, with the state of their dialogs. */
function useFactors() {
  const [making, setMaking] = useState<TotpSecret | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const { busy, run } = useDeed();
  const attempt = (work: () => Promise<void>) => void run(work, (fault) => toast(wordsOf(fault), { tone: "bad" }));
  const done = ({ security, recovery_codes: fresh }: Secured) => {
    setMaking(null);
    keepSecurity(security);
    if (fresh !== undefined) setCodes(fresh);
    toast(t("factors.added"));
  };
  const remove = async (what: Asked) => {
    keepSecurity(await api.delete<MySecurity>(what.kind === "totp" ? "/me/totp" : `/me/passkeys/${what.id}`));
    setAsked(null);
    toast(t("factors.removed"));
  };
  return {
    busy,
    making,
    codes,
    asked,
    ask: setAsked,
    endMaking: () => setMaking(null),
    made: done,
    hideCodes: () => setCodes(null),
    addApp: () => attempt(async () => setMaking(await api.post<TotpSecret>("/me/totp"))),
    addKey: () => attempt(() => addKey(done)),
    renewCodes: () => attempt(async () => done(await api.post<Secured>("/me/recovery-codes"))),
    remove: (what: Asked) => attempt(() => remove(what)),
  };
}

async function addKey(done: (secured: Secured) => void): Promise<void> {
  const { options } = await api.post<{ options: PasskeyOptions }>("/me/passkeys/options");
  const credential = await makePasskey(options);
  if (credential === null) toast(t("factors.key.none"), { tone: "bad" });
  else done(await api.post<Secured>("/me/passkeys", { credential, name: deviceName() }));
}

/** The current second factors, and buttons to add others. */
function Present({ security, factors }: { security: MySecurity; factors: ReturnType<typeof useFactors> }) {
  const { busy } = factors;
  const unable = hasPasskeys() ? null : t("factors.key.unable");
  return (
    <>
      {security.required_from !== null && <p className="t13">{t("factors.required", { time: fullTime(security.required_from) })}</p>}
      <Factors security={security} onRemove={factors.ask} />
      {!security.totp && (
        <Button wide unavailable={busy} onClick={factors.addApp}>
          {t("factors.app.add")}
        </Button>
      )}
      <Button wide unavailable={unable ?? busy} onClick={factors.addKey}>
        {t("factors.key.add")}
      </Button>
      {unable !== null && <p className="hint">{unable}</p>}
      {(security.totp || security.passkeys.length > 0) && (
        <div className="line">
          <span className="t13 grow">{t("factors.codes", { n: security.recovery_codes })}</span>
          <Button small unavailable={busy} onClick={factors.renewCodes}>
            {t("factors.codes.new")}
          </Button>
        </div>
      )}
    </>
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
            <small className="faint">{used === null ? t("factors.key.never") : t("factors.key.used", { time: fullTime(used) })}</small>
          </span>
          <Button small aria-label={`${t("factors.key.remove")}: ${name}`} onClick={() => onRemove({ kind: "key", id, name })}>
            {t("factors.key.remove")}
          </Button>
        </li>
      ))}
    </ul>
  );
}
