import { ApiError } from "@parlour/client";
import type { SecondStep as Step, SignIn } from "@parlour/protocol/api-session";
import { IconFingerprint } from "@tabler/icons-react";
import { useRef, useState, type RefObject, type SubmitEvent } from "react";
import { askPasskey, hasPasskeys } from "../../state/passkey.ts";
import { Button } from "../../ui/Button.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { TextField } from "../../ui/Field.tsx";
import { useDeed } from "../../ui/deed.ts";
import { Gate } from "./Gate.tsx";
import { t } from "./text.ts";

interface SecondStepProps {
  step: Step["second_step"];
  enter: (by: SignIn) => Promise<Step["second_step"] | null>;
  email: string;
  password: string;
  onBack: () => void;
}

/**
 * The step after the password: a code of the authenticator app, a recovery code or a passkey
 * (API-013).
 */
export function SecondStep(props: SecondStepProps) {
  const { step, onBack } = props;
  const field = useRef<HTMLInputElement>(null);
  const { code, setCode, fault, failure, busy, canKey, submit, byPasskey } = useSecondStep(props, field);
  const types = typesCode(step);
  return (
    <Gate title={t("second.title")}>
      <main className="narrow">
        <h1 className="t26">{t("second.title")}</h1>
        <form className="form" onSubmit={submit} noValidate aria-label={t("second.title")}>
          {failure !== null && <Failure error={failure} />}
          {types && (
            <>
              <TextField
                ref={field}
                label={t("second.code")}
                hint={t(step.methods.includes("totp") ? "second.code.hint" : "second.recovery.hint")}
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
          {canKey && (
            <Button wide icon={IconFingerprint} variant={types ? undefined : "primary"} unavailable={busy} onClick={() => void byPasskey()}>
              {t("second.passkey")}
            </Button>
          )}
          <Button wide variant="quiet" onClick={onBack}>
            {t("second.back")}
          </Button>
        </form>
      </main>
    </Gate>
  );
}

const typesCode = ({ methods }: Step["second_step"]): boolean => methods.includes("totp") || methods.includes("recovery");

/** State of the proof, typed or from a passkey. `field` gets the focus when a code is wrong. */
function useSecondStep({ step, enter, email, password }: SecondStepProps, field: RefObject<HTMLInputElement | null>) {
  const [code, setCode] = useState("");
  const [fault, setFault] = useState<string>();
  const [failure, setFailure] = useState<unknown>(null);
  const [question, setQuestion] = useState(step);
  const { busy, run } = useDeed();
  const refuse = (error: unknown) => {
    if (!(error instanceof ApiError && error.status === 401 && typesCode(step))) return setFailure(error);
    setFault(t("second.wrong"));
    field.current?.focus();
    field.current?.select();
  };
  const attempt = async (by: SignIn) => {
    setFault(undefined);
    setFailure(null);
    try {
      await enter(by);
    } catch (error) {
      refuse(error);
      // A passkey challenge is valid once, so the next attempt needs a new one.
      if (by.passkey !== undefined) await enter({ email, password }).then((next) => next && setQuestion(next), setFailure);
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
    if (busy || question.passkey === null) return;
    const passkey = await askPasskey(question.passkey).catch((error: unknown) => {
      setFailure(error);
      return null;
    });
    if (passkey !== null) await run(() => attempt({ email, password, passkey }));
  };
  return { code, setCode, fault, failure, busy, canKey: question.passkey !== null && hasPasskeys(), submit, byPasskey };
}
