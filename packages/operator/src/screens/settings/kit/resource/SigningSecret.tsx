import { IconRefresh } from "@tabler/icons-react";
import { useState } from "react";
import { Button } from "../../../../ui/Button.tsx";
import { Field } from "../../../../ui/Field.tsx";
import { ConfirmDialog } from "./ConfirmDialog.tsx";
import { clearSecret, getSecret, storeSecret } from "./one-time-secret.ts";
import { Timestamp, OneTimeSecret } from "./parts.tsx";
import { t } from "../../text.ts";

interface SigningSecretProps {
  /** Path of the resource that has the secret, such as `bots/7`. */
  path: string;
  hint: string;
  /** Time when the secret was created. Null if it is unknown. */
  createdAt?: string | null;
  lastUsedAt?: string | null;
  managed: boolean;
  /**
   * Creates a new secret and returns it. Resolves with undefined if the response contains no
   * secret.
   */
  rotate: () => Promise<string | undefined>;
}

/**
 * Shows the signing secret once, with a button to rotate it. After a rotation both secrets are
 * valid for 24 h (CORE-124, CORE-125).
 */
export function SigningSecret({
  path,
  hint,
  createdAt,
  lastUsedAt,
  managed,
  rotate,
}: SigningSecretProps) {
  const [isConfirming, setConfirming] = useState(false);
  const [secret, setSecret] = useState(() => getSecret(path));
  const showSecret = (newSecret: string | null) => {
    if (newSecret === null) clearSecret(path);
    else storeSecret(path, newSecret);
    setSecret(newSecret);
  };
  const rotateAndShow = async () => {
    const newSecret = await rotate();
    if (newSecret !== undefined) showSecret(newSecret);
  };
  const dialogProps = {
    title: t("channel.rotate.secret"),
    button: t("channel.rotate.secret.verb"),
    open: isConfirming,
  };
  return (
    <>
      {secret !== null && (
        <OneTimeSecret
          label={t("channel.secret.new")}
          value={secret}
          hint={t("channel.secret.once")}
          onClose={() => showSecret(null)}
        />
      )}
      <MaskedSecret hint={hint} onRotate={managed ? null : () => setConfirming(true)} />
      {(createdAt !== undefined || lastUsedAt !== undefined) && (
        <p className="t12 faint">
          {t("secret.made")} <Timestamp time={createdAt ?? null} /> · {t("secret.used")}{" "}
          <Timestamp time={lastUsedAt ?? null} />
        </p>
      )}
      <ConfirmDialog {...dialogProps} action={rotateAndShow} onClose={() => setConfirming(false)}>
        <p>{t("channel.rotate.secret.text")}</p>
      </ConfirmDialog>
    </>
  );
}

/** Shows only the last characters of the secret. */
function MaskedSecret({ hint, onRotate }: { hint: string; onRotate: (() => void) | null }) {
  return (
    <Field label={t("channel.secret")} hint={t("channel.secret.hint")}>
      {(ids) => (
        <div className="copyrow">
          <input {...ids} className="input" readOnly value={`whsec_${"•".repeat(28)}${hint}`} />
          {onRotate && (
            <Button
              icon={IconRefresh}
              onClick={onRotate}
              aria-label={`${t("channel.rotate")}: ${t("channel.secret")}`}
            >
              {t("channel.rotate")}
            </Button>
          )}
        </div>
      )}
    </Field>
  );
}
