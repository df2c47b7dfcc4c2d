import type { SignInMethods } from "@parlour/protocol/api/people/session";
import { IconAlertCircle, IconCircleCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useRouter } from "@tanstack/react-router";
import { api } from "../../state/api/api.ts";
import { Button } from "../../ui/Button.tsx";
import { ErrorMessage } from "../../ui/loading/ErrorMessage.tsx";
import { Field } from "../../ui/Field.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { formatDuration } from "../../ui/time.ts";
import { SignInLayout } from "../../ui/sign-in/SignInLayout.tsx";
import { PasswordField } from "../../ui/sign-in/PasswordField.tsx";
import { parseSignInSearch, type SignInSearch } from "./sign-in-search.ts";
import { SecondStep } from "./SecondStep.tsx";
import { t } from "../../ui/sign-in/text.ts";
import { useCompleteSignIn } from "./use-complete-sign-in.ts";
import { useSignIn, type SignInForm } from "./use-sign-in.ts";
import { OtherSignInMethods } from "./OtherSignInMethods.tsx";

/**
 * Form for sign-in with email and password. The error does not reveal which of the two is wrong.
 * After many failed attempts it shows a countdown (API-010).
 */
export function SignIn() {
  const router = useRouter();
  const search = parseSignInSearch(router.state.location.search);
  const completeSignIn = useCompleteSignIn(search);
  const form = useSignIn(search, completeSignIn);
  const { step, left, busy, failure } = form;
  if (step !== null)
    return (
      <SecondStep
        step={step}
        completeSignIn={completeSignIn}
        email={form.email.trim()}
        password={form.password}
        onBack={() => form.setStep(null)}
      />
    );
  return (
    <SignInLayout title={t("signin.title")}>
      <main className="narrow">
        <h1 className="t26">{t("signin.title")}</h1>
        <form
          className="form"
          onSubmit={(event) => void form.submit(event)}
          noValidate
          aria-label={t("signin.title")}
        >
          {search.email !== undefined && failure === null && <WelcomeNote />}
          {search.beside === true && <p className="soft">{t("signin.beside")}</p>}
          <SignInErrors form={form} />
          <CredentialFields form={form} />
          <Button
            type="submit"
            wide
            variant={left > 0 ? undefined : "primary"}
            unavailable={left > 0 || busy}
          >
            {left > 0 ? (
              <span className="num">
                {t("signin.wait.go", { time: formatDuration(left + 999) })}
              </span>
            ) : (
              t(busy ? "signin.busy" : "signin.go")
            )}
          </Button>
          <SignInAlternatives form={form} search={search} completeSignIn={completeSignIn} />
        </form>
      </main>
    </SignInLayout>
  );
}

function SignInErrors({ form: { noPasskey, wrong, left, failure } }: { form: SignInForm }) {
  return (
    <>
      {noPasskey && (
        <p className="err" role="alert">
          {t("signin.passkey.none")}
        </p>
      )}
      {wrong && <WrongCredentials leftMs={left} />}
      {failure !== null && !wrong && <ErrorMessage error={failure} />}
    </>
  );
}

function CredentialFields({ form }: { form: SignInForm }) {
  const { password, setPassword, missing, wrong, passwordField } = form;
  return (
    <>
      <EmailField form={form} />
      <PasswordField
        ref={passwordField}
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
        error={missing.password}
        invalid={wrong}
      />
    </>
  );
}

function EmailField({
  form: { email, setEmail, missing, wrong, emailField },
}: {
  form: SignInForm;
}) {
  return (
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
  );
}

interface SignInAlternativesProps {
  form: SignInForm;
  search: SignInSearch;
  completeSignIn: ReturnType<typeof useCompleteSignIn>;
}

/** Links to the password reset (if the server can send email) and to sign-in without a password. */
function SignInAlternatives({ form, search, completeSignIn }: SignInAlternativesProps) {
  const methods = useQuery({
    queryKey: ["sign-in"],
    queryFn: ({ signal }) => api.get<SignInMethods>("/sessions/ways", { signal }),
  }).data;
  const email = form.email.trim();
  return (
    <>
      {methods?.reset_by_mail === true ? (
        <p className="t13">
          <Link to="/forgot" search={email === "" ? {} : { email }}>
            {t("signin.forgot.link")}
          </Link>
        </p>
      ) : (
        <p className="t13 faint">{t("signin.forgot")}</p>
      )}
      <OtherSignInMethods
        {...{ methods, search, completeSignIn }}
        onFailure={form.fail}
        onNoPasskey={form.showNoPasskey}
      />
    </>
  );
}

/** Shown after an invitation was accepted or a new password was set. */
function WelcomeNote() {
  return (
    <div className="alert ok" aria-live="polite">
      <Icon of={IconCircleCheck} />
      <p className="medium">{t("signin.welcome")}</p>
      <p className="t13">{t("signin.welcome.do")}</p>
    </div>
  );
}

/**
 * Shown if the email address or the password is wrong. After several attempts the user must wait.
 */
function WrongCredentials({ leftMs }: { leftMs: number }) {
  return (
    <div className="alert" role="alert">
      <Icon of={IconAlertCircle} />
      <p className="medium">{t("signin.wrong")}</p>
      {/* Excludes the countdown from live announcements, so that screen readers do not
         announce every second. */}
      <p className="t13">
        {leftMs > 0 ? (
          <span aria-live="off">{t("signin.wait", { time: formatDuration(leftMs + 999) })}</span>
        ) : (
          t("signin.wrong.do")
        )}
      </p>
    </div>
  );
}
