import { IconRefresh } from "@tabler/icons-react";
import { useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { ConfirmDeed } from "./ConfirmDeed.tsx";
import { dropSecret, freshSecret, keepSecret } from "./fresh-secret.ts";
import { At, ShownOnce } from "./parts.tsx";
import { t } from "./text.ts";

interface SecretProps {
  /** Path of the resource that has the secret: `bots/7`. */
  path: string;
  hint: string;
  /** Time of creation. null: unknown. */
  madeAt?: string | null;
  usedAt?: string | null;
  managed: boolean;
  /** Creates a new secret and returns it. Returns undefined if the response contains none. */
  rotate: () => Promise<string | undefined>;
}

/**
 * Shows the signing secret once, and rotates it. After a rotation both secrets are valid for 24 h
 * (CORE-124, CORE-125).
 */
export function Secret({ path, hint, madeAt, usedAt, managed, rotate }: SecretProps) {
  const [asking, setAsking] = useState(false);
  const [secret, setSecret] = useState(() => freshSecret(path));
  const put = (fresh: string | null) => {
    if (fresh === null) dropSecret(path);
    else keepSecret(path, fresh);
    setSecret(fresh);
  };
  const renew = async () => {
    const fresh = await rotate();
    if (fresh !== undefined) put(fresh);
  };
  const asked = { title: t("channel.rotate.secret"), verb: t("channel.rotate.secret.verb"), open: asking };
  return (
    <>
      {secret !== null && (
        <ShownOnce label={t("channel.secret.new")} value={secret} hint={t("channel.secret.once")} onClose={() => put(null)} />
      )}
      <Hidden hint={hint} onRotate={managed ? null : () => setAsking(true)} />
      {(madeAt !== undefined || usedAt !== undefined) && (
        <p className="t12 faint">
          {t("secret.made")} <At time={madeAt ?? null} /> · {t("secret.used")} <At time={usedAt ?? null} />
        </p>
      )}
      <ConfirmDeed {...asked} deed={renew} onClose={() => setAsking(false)}>
        <p>{t("channel.rotate.secret.text")}</p>
      </ConfirmDeed>
    </>
  );
}

/** Shows the last characters of the secret only. */
function Hidden({ hint, onRotate }: { hint: string; onRotate: (() => void) | null }) {
  return (
    <Field label={t("channel.secret")} hint={t("channel.secret.hint")}>
      {(ids) => (
        <div className="copyrow">
          <input {...ids} className="input" readOnly value={`whsec_${"•".repeat(28)}${hint}`} />
          {onRotate && (
            <Button icon={IconRefresh} onClick={onRotate} aria-label={`${t("channel.rotate")}: ${t("channel.secret")}`}>
              {t("channel.rotate")}
            </Button>
          )}
        </div>
      )}
    </Field>
  );
}
