import type {
  MySecurity,
  PasskeyOptions,
  SecurityWithCodes,
  TotpSecret,
} from "@parlour/protocol/api/people/session";
import { useState } from "react";
import { api } from "../../state/api/api.ts";
import { describeDevice } from "../../state/browser/device.ts";
import { findPasskeyProblem, createPasskey } from "../../state/browser/passkey.ts";
import { Button } from "../Button.tsx";
import { Confirm } from "../dialog/dialog.tsx";
import { ErrorMessage, getErrorText } from "../loading/ErrorMessage.tsx";
import { formatFullTime } from "../time.ts";
import { toast } from "../dialog/toast.tsx";
import { useApiMutation } from "../mutation.ts";
import { RecoveryCodesDialog } from "./RecoveryCodesDialog.tsx";
import { cacheSecurity, useSecurity } from "./data.ts";
import "../device-list.css";
import "./security.css";
import { t } from "./text.ts";
import { TotpDialog } from "./TotpDialog.tsx";

type FactorToRemove = { kind: "totp" } | { kind: "key"; id: number; name: string };

/** Shows the operator's second factors: authenticator app, passkeys, recovery codes (CORE-013). */
export function SecurityCard() {
  const { data, error, isPending, refetch } = useSecurity();
  const factors = useSecondFactors();
  const { totpSecret, codes, toRemove } = factors;
  return (
    <section className="card" aria-labelledby="s-factors" aria-busy={isPending}>
      <h2 id="s-factors">{t("factors.group")}</h2>
      <p className="t13 soft">{t("factors.hint")}</p>
      {error !== null && <ErrorMessage error={error} onRetry={() => void refetch()} />}
      {data !== undefined && <CurrentFactors security={data} factors={factors} />}
      {totpSecret !== null && (
        <TotpDialog totp={totpSecret} onClose={factors.closeTotp} onDone={factors.onTotpDone} />
      )}
      {codes !== null && <RecoveryCodesDialog codes={codes} onClose={factors.hideCodes} />}
      {toRemove !== null && <RemoveDialog toRemove={toRemove} factors={factors} />}
    </section>
  );
}

interface RemoveDialogProps {
  toRemove: FactorToRemove;
  factors: ReturnType<typeof useSecondFactors>;
}

function RemoveDialog({ toRemove, factors }: RemoveDialogProps) {
  return (
    <Confirm
      title={
        toRemove.kind === "totp"
          ? t("factors.app.off.title")
          : t("factors.key.remove.title", { name: toRemove.name })
      }
      button={t("factors.app.off")}
      danger
      open
      busy={factors.busy}
      onClose={() => factors.setToRemove(null)}
      onConfirm={() => factors.remove(toRemove)}
    >
      <p>{t(toRemove.kind === "totp" ? "factors.app.off.text" : "factors.key.remove.text")}</p>
    </Confirm>
  );
}

/** Returns the actions on second factors, one at a time, and the state of their dialogs. */
function useSecondFactors() {
  const [totpSecret, setTotpSecret] = useState<TotpSecret | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [toRemove, setToRemove] = useState<FactorToRemove | null>(null);
  const { busy, run } = useApiMutation();
  const attempt = (work: () => Promise<void>) =>
    void run(work, (fault) => toast(getErrorText(fault), { tone: "bad" }));
  const onSecured = ({ security, recovery_codes }: SecurityWithCodes) => {
    setTotpSecret(null);
    cacheSecurity(security);
    if (recovery_codes !== undefined) setCodes(recovery_codes);
    toast(t("factors.added"));
  };
  const remove = async (factor: FactorToRemove) => {
    cacheSecurity(
      await api.delete<MySecurity>(
        factor.kind === "totp" ? "/me/totp" : `/me/passkeys/${factor.id}`,
      ),
    );
    setToRemove(null);
    toast(t("factors.removed"));
  };
  return {
    busy,
    totpSecret,
    codes,
    toRemove,
    setToRemove: setToRemove,
    closeTotp: () => setTotpSecret(null),
    onTotpDone: onSecured,
    hideCodes: () => setCodes(null),
    addApp: () => attempt(async () => setTotpSecret(await api.post<TotpSecret>("/me/totp"))),
    addKey: () => attempt(() => addPasskey(onSecured)),
    renewCodes: () =>
      attempt(async () => onSecured(await api.post<SecurityWithCodes>("/me/recovery-codes"))),
    remove: (factor: FactorToRemove) => attempt(() => remove(factor)),
  };
}

async function addPasskey(onSecured: (secured: SecurityWithCodes) => void): Promise<void> {
  const { options } = await api.post<{ options: PasskeyOptions }>("/me/passkeys/options");
  const credential = await createPasskey(options);
  if (credential === null) toast(t("factors.key.none"), { tone: "bad" });
  else
    onSecured(
      await api.post<SecurityWithCodes>("/me/passkeys", { credential, name: describeDevice() }),
    );
}

interface CurrentFactorsProps {
  security: MySecurity;
  factors: ReturnType<typeof useSecondFactors>;
}

/** Lists the current second factors, with buttons to add others. */
function CurrentFactors({ security, factors }: CurrentFactorsProps) {
  const { busy } = factors;
  const problem = findPasskeyProblem();
  const unavailableText =
    problem === null
      ? null
      : t(problem === "browser" ? "factors.key.unsupported" : "factors.key.unable");
  return (
    <>
      {security.required_from !== null && (
        <p className="t13">
          {t("factors.required", { time: formatFullTime(security.required_from) })}
        </p>
      )}
      <FactorList security={security} onRemove={factors.setToRemove} />
      {!security.totp && (
        <Button wide unavailable={busy} onClick={factors.addApp}>
          {t("factors.app.add")}
        </Button>
      )}
      <Button wide unavailable={unavailableText ?? busy} onClick={factors.addKey}>
        {t("factors.key.add")}
      </Button>
      {unavailableText !== null && <p className="hint">{unavailableText}</p>}
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

interface FactorListProps {
  security: MySecurity;
  onRemove: (what: FactorToRemove) => void;
}

function FactorList({ security, onRemove }: FactorListProps) {
  if (!security.totp && security.passkeys.length === 0)
    return <p className="t13">{t("factors.none")}</p>;
  return (
    <ul className="devices">
      {security.totp && (
        <li>
          <span className="grow">
            {t("factors.app")}
            <small className="faint">{t("factors.app.on")}</small>
          </span>
          <Button
            small
            aria-label={`${t("factors.app.off")}: ${t("factors.app")}`}
            onClick={() => onRemove({ kind: "totp" })}
          >
            {t("factors.app.off")}
          </Button>
        </li>
      )}
      {security.passkeys.map(({ id, name, last_used_at }) => (
        <li key={id}>
          <span className="grow">
            {t("factors.key")}: <bdi>{name}</bdi>
            <small className="faint">
              {last_used_at === null
                ? t("factors.key.never")
                : t("factors.key.used", { time: formatFullTime(last_used_at) })}
            </small>
          </span>
          <Button
            small
            aria-label={`${t("factors.key.remove")}: ${name}`}
            onClick={() => onRemove({ kind: "key", id, name })}
          >
            {t("factors.key.remove")}
          </Button>
        </li>
      ))}
    </ul>
  );
}
