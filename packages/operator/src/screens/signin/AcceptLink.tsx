import { ApiError } from "@parlour/client";
import { IconAlertCircle } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useRef, useState, type SubmitEvent } from "react";
import { api } from "../../state/api/api.ts";
import { Button } from "../../ui/Button.tsx";
import { ErrorMessage } from "../../ui/loading/ErrorMessage.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { useApiMutation, useNavigateIfStill } from "../../ui/mutation.ts";
import { SignInLayout } from "../../ui/sign-in/SignInLayout.tsx";
import { PasswordField } from "../../ui/sign-in/PasswordField.tsx";
import { measureStrength } from "../../ui/sign-in/PasswordField.tsx";
import { useCompleteSignIn } from "./use-complete-sign-in.ts";
import { t } from "../../ui/sign-in/text.ts";

/**
 * Renders the page of an invitation or reset link. The operator sets a password and is signed
 * in afterwards (CORE-324). The link is valid once.
 */
export function AcceptLink({ kind, token }: { kind: "invite" | "reset"; token: string }) {
  const field = useRef<HTMLInputElement>(null);
  const { password, setPassword, fault, mutation, submit } = useNewPassword(token, () =>
    field.current?.focus(),
  );
  return (
    <SignInLayout title={t(`${kind}.title`)}>
      <main className="narrow">
        <div>
          <h1 className="t26">{t(`${kind}.title`)}</h1>
          <p className="soft">{t(`${kind}.text`)}</p>
        </div>
        {isExpired(mutation.failure) ? (
          <ExpiredLink />
        ) : (
          <form className="form" onSubmit={submit} noValidate aria-label={t(`${kind}.title`)}>
            {mutation.failure !== null && <ErrorMessage error={mutation.failure} />}
            <PasswordField
              ref={field}
              label={t("password.new")}
              value={password}
              onChange={setPassword}
              autoComplete="new-password"
              error={fault}
            />
            <Button type="submit" wide variant="primary" unavailable={mutation.busy}>
              {t(`${kind}.go`)}
            </Button>
          </form>
        )}
      </main>
    </SignInLayout>
  );
}

/** Manages the form for the new password. `focusField` is called when the password is invalid. */
function useNewPassword(token: string, focusField: () => void) {
  const rememberPage = useNavigateIfStill();
  const completeSignIn = useCompleteSignIn({});
  /** Signs in. Returns false if a second step or another attempt is needed, on the sign-in page. */
  const canSignIn = (credentials: { email: string; password: string }): Promise<boolean> =>
    completeSignIn(credentials).then(
      (step) => step === null,
      () => false,
    );
  const [password, setPassword] = useState("");
  const [fault, setFault] = useState<string>();
  const mutation = useApiMutation();
  const showError = (message: string) => {
    setFault(message);
    focusField();
  };
  const accept = async () => {
    const navigateIfStill = rememberPage();
    try {
      const { email } = await api.post<{ email: string }>("/invitations/accept", {
        token,
        password,
      });
      if (await canSignIn({ email, password })) return;
      await navigateIfStill({ href: `/signin?email=${encodeURIComponent(email)}`, replace: true });
    } catch (error) {
      if (!(error instanceof ApiError && error.field === "password")) throw error;
      showError(error.message);
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (mutation.busy) return;
    setFault(undefined);
    if (measureStrength(password).length < 12) showError(t("password.short"));
    else void mutation.run(accept);
  };
  return { password, setPassword, fault, mutation, submit };
}

/** Returns whether the link was used or has expired. */
function isExpired(failure: unknown): boolean {
  return (
    failure instanceof ApiError &&
    (failure.code === "invalid_token" || failure.status === 401 || failure.status === 404)
  );
}

function ExpiredLink() {
  return (
    <>
      <div className="alert" role="alert">
        <Icon of={IconAlertCircle} />
        <p className="medium">{t("link.old")}</p>
        <p className="t13">{t("link.old.do")}</p>
      </div>
      <Link className="btn wide" to="/signin">
        {t("link.signin")}
      </Link>
    </>
  );
}
