import { ApiError } from "@parlour/client";
import type { SecondStep as SecondStepOf, SignInWays } from "@parlour/protocol/api-session";
import { IconAlertCircle, IconCircleCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useRouter } from "@tanstack/react-router";
import { useRef, useState, type SubmitEvent } from "react";
import { api } from "../../state/api.ts";
import { Button } from "../../ui/Button.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { Field } from "../../ui/Field.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { duration, useNow } from "../../ui/Time.tsx";
import { Gate } from "./Gate.tsx";
import { Password } from "./Password.tsx";
import { SecondStep } from "./SecondStep.tsx";
import { t } from "./text.ts";
import { useEnter, type SignInSearch } from "./use-enter.ts";
import { Ways } from "./Ways.tsx";

/** E-mail and password; one message for both wrong fields; the wait after many failures counts down (API-010). */
export function SignIn() {
  const router = useRouter();
  const search = router.state.location.search as SignInSearch;
  const enter = useEnter(search);
  const { data: ways } = useQuery({ queryKey: ["sign-in"], queryFn: ({ signal }) => api.get<SignInWays>("/sessions/ways", { signal }) });
  const [step, setStep] = useState<SecondStepOf["second_step"] | null>(null);
  const [noPasskey, setNoPasskey] = useState(false);
  const [email, setEmail] = useState(search.email ?? "");
  const [password, setPassword] = useState("");
  const [missing, setMissing] = useState<{ email?: string; password?: string }>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const [waitUntil, setWaitUntil] = useState(0);
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const left = Math.max(0, waitUntil - useNow(250, waitUntil > 0));
  const wrong =
    failure instanceof ApiError &&
    ((failure.status === 401 && failure.field === null) ||
      failure.status === 429 ||
      (failure.status === 400 && failure.field === "password"));

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy || left > 0) return;
    const lacks = {
      ...(email.trim() === "" && { email: t("signin.missing.email") }),
      ...(password === "" && { password: t("signin.missing.password") }),
    };
    setMissing(lacks);
    if (lacks.email) {
      emailField.current?.focus();
      return;
    }
    if (lacks.password) {
      passwordField.current?.focus();
      return;
    }
    setBusy(true);
    try {
      setStep(await enter({ email: email.trim(), password }));
    } catch (error) {
      setFailure(error);
      if (error instanceof ApiError && error.status === 429) setWaitUntil(Date.now() + (error.retryAfterMs ?? 1000));
      passwordField.current?.focus();
      passwordField.current?.select();
    } finally {
      setBusy(false);
    }
  };

  if (step !== null) return <SecondStep step={step} enter={enter} email={email.trim()} password={password} onBack={() => setStep(null)} />;
  return (
    <Gate title={t("signin.title")}>
      <main className="narrow">
        <h1 className="t26">{t("signin.title")}</h1>
        <form className="form" onSubmit={(event) => void submit(event)} noValidate aria-label={t("signin.title")}>
          {search.email !== undefined && failure === null && <Welcome />}
          {search.beside === true && <p className="soft">{t("signin.beside")}</p>}
          {noPasskey && (
            <p className="err" role="alert">
              {t("signin.passkey.none")}
            </p>
          )}
          {wrong && <Wrong leftMs={left} />}
          {failure !== null && !wrong && <Failure error={failure} />}
          <Field label={t("signin.email")} error={missing.email}>
            {(ids) => (
              <input
                {...ids}
                aria-invalid={wrong || ids["aria-invalid"]}
                ref={emailField}
                className="input"
                type="email"
                name="email"
                autoComplete="username"
                value={email}
                onChange={(event) => setEmail(event.target.value)}
                maxLength={254}
                spellCheck={false}
                autoCapitalize="off"
                required
              />
            )}
          </Field>
          <Password
            ref={passwordField}
            value={password}
            onChange={setPassword}
            autoComplete="current-password"
            error={missing.password}
            invalid={wrong}
          />
          <Button type="submit" wide variant={left > 0 ? undefined : "primary"} unavailable={left > 0 || busy}>
            {left > 0 ? (
              <span className="num">{t("signin.wait.go", { time: duration(left + 999) })}</span>
            ) : busy ? (
              t("signin.busy")
            ) : (
              t("signin.go")
            )}
          </Button>
          {ways?.reset_by_mail === true ? (
            <p className="t13">
              <Link to="/forgot" search={email.trim() === "" ? {} : { email: email.trim() }}>
                {t("signin.forgot.link")}
              </Link>
            </p>
          ) : (
            <p className="t13 faint">{t("signin.forgot")}</p>
          )}
          <Ways
            ways={ways}
            search={search}
            enter={enter}
            onFailure={(error) => {
              setNoPasskey(false);
              setFailure(error);
            }}
            onNone={() => setNoPasskey(true)}
          />
        </form>
      </main>
    </Gate>
  );
}

/** After an invitation or a new password: the way in. */
function Welcome() {
  return (
    <div className="alert ok" aria-live="polite">
      <Icon of={IconCircleCheck} />
      <p className="medium">{t("signin.welcome")}</p>
      <p className="t13">{t("signin.welcome.do")}</p>
    </div>
  );
}

/** E-mail or password is wrong; after several tries one waits. */
function Wrong({ leftMs }: { leftMs: number }) {
  return (
    <div className="alert" role="alert">
      <Icon of={IconAlertCircle} />
      <p className="medium">{t("signin.wrong")}</p>
      {/* The count itself is not announced each second. */}
      <p className="t13">
        {leftMs > 0 ? <span aria-live="off">{t("signin.wait", { time: duration(leftMs + 999) })}</span> : t("signin.wrong.do")}
      </p>
    </div>
  );
}
