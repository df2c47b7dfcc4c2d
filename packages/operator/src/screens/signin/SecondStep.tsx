import { ApiError } from "@parlour/client";
import type { SecondFactorRequired as Step, SignIn } from "@parlour/protocol/api/people/session";
import { IconFingerprint } from "@tabler/icons-react";
import { useRef, useState, type RefObject, type SubmitEvent } from "react";
import { requestPasskey, supportsPasskeys } from "../../state/browser/passkey.ts";
import { Button } from "../../ui/Button.tsx";
import { ErrorMessage } from "../../ui/loading/ErrorMessage.tsx";
import { TextField } from "../../ui/Field.tsx";
import { useApiMutation } from "../../ui/mutation.ts";
import { SignInLayout } from "../../ui/sign-in/SignInLayout.tsx";
import { t } from "../../ui/sign-in/text.ts";

interface SecondStepProps {
  step: Step["second_step"];
  completeSignIn: (by: SignIn) => Promise<Step["second_step"] | null>;
  email: string;
  password: string;
  onBack: () => void;
}

/**
 * Renders the step after the password: a code from the authenticator app, a recovery code or a
 * passkey (API-205).
 */
export function SecondStep(props: SecondStepProps) {
  const { step, onBack } = props;
  const field = useRef<HTMLInputElement>(null);
  const { code, setCode, fault, failure, busy, canUsePasskey, submit, byPasskey } = useSecondStep(
    props,
    field,
  );
  const canType = acceptsCode(step);
  return (
    <SignInLayout title={t("second.title")}>
      <main className="narrow">
        <h1 className="t26">{t("second.title")}</h1>
        <form className="form" onSubmit={submit} noValidate aria-label={t("second.title")}>
          {failure !== null && <ErrorMessage error={failure} />}
          {canType && (
            <>
              <TextField
                ref={field}
                label={t("second.code")}
                hint={t(
                  step.methods.includes("totp") ? "second.code.hint" : "second.recovery.hint",
                )}
                name="code"
                autoComplete="one-time-code"
                autoCapitalize="off"
                spellCheck={false}
                value={code}
                onChange={(event) => setCode(event.target.value)}
                error={fault}
                maxLength={40}
              />
              <Button type="submit" wide variant="primary" unavailable={busy}>
                {t("second.go")}
              </Button>
            </>
          )}
          {canUsePasskey && (
            <Button
              wide
              icon={IconFingerprint}
              variant={canType ? undefined : "primary"}
              unavailable={busy}
              onClick={() => void byPasskey()}
            >
              {t("second.passkey")}
            </Button>
          )}
          <Button wide variant="quiet" onClick={onBack}>
            {t("second.back")}
          </Button>
        </form>
      </main>
    </SignInLayout>
  );
}

const acceptsCode = ({ methods }: Step["second_step"]): boolean =>
  methods.includes("totp") || methods.includes("recovery");

/** Manages the proof, a typed code or a passkey. `field` gets the focus if a code is wrong. */
function useSecondStep(
  { step, completeSignIn, email, password }: SecondStepProps,
  field: RefObject<HTMLInputElement | null>,
) {
  const [code, setCode] = useState("");
  const [fault, setFault] = useState<string>();
  const [failure, setFailure] = useState<unknown>(null);
  const [challenge, setChallenge] = useState(step);
  const { busy, run } = useApiMutation();
  const showError = (error: unknown) => {
    if (!(error instanceof ApiError && error.status === 401 && acceptsCode(step)))
      return setFailure(error);
    setFault(t("second.wrong"));
    field.current?.focus();
    field.current?.select();
  };
  const attempt = async (credentials: SignIn) => {
    setFault(undefined);
    setFailure(null);
    try {
      await completeSignIn(credentials);
    } catch (error) {
      showError(error);
      // Each passkey challenge is valid once, so the next attempt needs a new one.
      if (credentials.passkey !== undefined)
        await completeSignIn({ email, password }).then(
          (next) => next && setChallenge(next),
          setFailure,
        );
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    if (code.trim() !== "") return void run(() => attempt({ email, password, code: code.trim() }));
    setFault(t("second.missing"));
    field.current?.focus();
  };
  const byPasskey = async () => {
    if (busy || challenge.passkey === null) return;
    const passkey = await requestPasskey(challenge.passkey).catch((error: unknown) => {
      setFailure(error);
      return null;
    });
    if (passkey !== null) await run(() => attempt({ email, password, passkey }));
  };
  return {
    code,
    setCode,
    fault,
    failure,
    busy,
    canUsePasskey: challenge.passkey !== null && supportsPasskeys(),
    submit,
    byPasskey,
  };
}
