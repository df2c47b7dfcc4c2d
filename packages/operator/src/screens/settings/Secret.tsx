import { IconRefresh } from "@tabler/icons-react";
import { useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { wordsOf } from "../../ui/Failure.tsx";
import { Field } from "../../ui/Field.tsx";
import { toast } from "../../ui/toast.tsx";
import { dropSecret, freshSecret, keepSecret } from "./fresh-secret.ts";
import { At, CopyRow } from "./parts.tsx";
import { t } from "./text.ts";

interface SecretProps {
  /** `bots/7`: what the secret belongs to. */
  path: string;
  hint: string;
  /** null: not known. */
  madeAt?: string | null;
  usedAt?: string | null;
  managed: boolean;
  /** Makes a new secret and gives it, undefined when the answer held none. */
  rotate: () => Promise<string | undefined>;
}

/** The signing secret: shown once, rotated with both valid for 24 h (CORE-124, CORE-125). */
export function Secret({ path, hint, madeAt, usedAt, managed, rotate }: SecretProps) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [secret, setSecret] = useState(() => freshSecret(path));
  const renew = async () => {
    setBusy(true);
    try {
      const fresh = await rotate();
      if (fresh !== undefined) {
        keepSecret(path, fresh);
        setSecret(fresh);
      }
    } catch (error) {
      toast(wordsOf(error), { tone: "bad" });
    } finally {
      setAsking(false);
      setBusy(false);
    }
  };
  return (
    <>
      {secret !== null && (
        <div className="shown-once" aria-live="polite">
          <CopyRow label={t("channel.secret.new")} value={secret} hint={t("channel.secret.once")}>
            <Button
              variant="quiet"
              onClick={() => {
                dropSecret(path);
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
            <input {...ids} className="input" readOnly value={`whsec_${"•".repeat(28)}${hint}`} />
            {!managed && (
              <Button icon={IconRefresh} onClick={() => setAsking(true)} aria-label={`${t("channel.rotate")}: ${t("channel.secret")}`}>
                {t("channel.rotate")}
              </Button>
            )}
          </div>
        )}
      </Field>
      {(madeAt !== undefined || usedAt !== undefined) && (
        <p className="t12 faint">
          {t("secret.made")} <At time={madeAt ?? null} /> · {t("secret.used")} <At time={usedAt ?? null} />
        </p>
      )}
      <Confirm
        title={t("channel.rotate.secret")}
        verb={t("channel.rotate.secret.verb")}
        open={asking}
        busy={busy}
        onClose={() => setAsking(false)}
        onConfirm={() => void renew()}
      >
        <p>{t("channel.rotate.secret.text")}</p>
      </Confirm>
    </>
  );
}
