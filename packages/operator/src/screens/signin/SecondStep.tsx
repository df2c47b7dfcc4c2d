import { ApiError } from "@parlour/client";
import type { SecondStep as Step, SignIn } from "@parlour/protocol/api-session";
import { IconFingerprint } from "@tabler/icons-react";
import { useEffect, useRef, useState, type SubmitEvent } from "react";
import { askPasskey, hasPasskeys } from "../../state/passkey.ts";
import { Button } from "../../ui/Button.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { TextField } from "../../ui/Field.tsx";
import { Gate } from "./Gate.tsx";
import { t } from "./text.ts";

interface SecondStepProps {
  step: Step["second_step"];
  enter: (by: SignIn) => Promise<Step["second_step"] | null>;
  email: string;
  password: string;
  onBack: () => void;
}

/** After the password: a code of the application, a recovery code or a passkey (API-013). */
export function SecondStep({ step, enter, email, password, onBack }: SecondStepProps) {
  const [code, setCode] = useState("");
  const [fault, setFault] = useState<string>();
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const [question, setQuestion] = useState(step);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const types = step.methods.includes("totp") || step.methods.includes("recovery");

  const attempt = async (by: SignIn) => {
    setBusy(true);
    setFault(undefined);
    setFailure(null);
    try {
      await enter(by);
    } catch (error) {
      if (error instanceof ApiError && error.status === 401 && types) {
        setFault(t("second.wrong"));
        field.current?.focus();
        field.current?.select();
      } else setFailure(error);
      // A question to a passkey is answered once: another one for the next try.
      if (by.passkey !== undefined) await enter({ email, password }).then((next) => next && setQuestion(next), setFailure);
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    if (code.trim() === "") {
      setFault(t("second.missing"));
      field.current?.focus();
    } else void attempt({ email, password, code: code.trim() });
  };
  const byPasskey = async () => {
    if (busy || question.passkey === null) return;
    const passkey = await askPasskey(question.passkey).catch((error: unknown) => {
      setFailure(error);
      return null;
    });
    if (passkey === null) return;
    await attempt({ email, password, passkey });
  };
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
          {question.passkey !== null && hasPasskeys() && (
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
