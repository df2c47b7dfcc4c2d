import { IconCircleCheck } from "@tabler/icons-react";
import { Link, useRouter } from "@tanstack/react-router";
import { useState, type SubmitEvent } from "react";
import { api } from "../../state/api/api.ts";
import { Button } from "../../ui/Button.tsx";
import { ErrorMessage } from "../../ui/loading/ErrorMessage.tsx";
import { TextField } from "../../ui/Field.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { useApiMutation } from "../../ui/mutation.ts";
import { SignInLayout } from "../../ui/sign-in/SignInLayout.tsx";
import { t } from "../../ui/sign-in/text.ts";

/**
 * Requests an email with a link to reset the password. The response is the same for every email
 * address (API-017).
 */
export function ForgotPassword() {
  const router = useRouter();
  const [email, setEmail] = useState(
    (router.state.location.search as { email?: string }).email ?? "",
  );
  const [fault, setFault] = useState<string>();
  const [sent, setSent] = useState<string | null>(null);
  const { busy, failure, run, clearFailure } = useApiMutation();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    const to = email.trim();
    setFault(to.length < 3 ? t("signin.missing.email") : undefined);
    clearFailure();
    if (to.length < 3) return;
    void run(async () => {
      await api.post("/password-resets", { email: to });
      setSent(to);
    });
  };
  return (
    <SignInLayout title={t("forgot.title")}>
      <main className="narrow">
        <h1 className="t26">{t("forgot.title")}</h1>
        {sent === null ? (
          <form className="form" onSubmit={submit} noValidate aria-label={t("forgot.title")}>
            <p className="soft">{t("forgot.text")}</p>
            {failure !== null && <ErrorMessage error={failure} />}
            <TextField
              label={t("signin.email")}
              type="email"
              name="email"
              autoComplete="username"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
              error={fault}
              maxLength={254}
              spellCheck={false}
              autoCapitalize="off"
              required
            />
            <Button type="submit" wide variant="primary" unavailable={busy}>
              {t("forgot.go")}
            </Button>
          </form>
        ) : (
          <SentNote to={sent} />
        )}
        <Link className="btn quiet wide" to="/signin">
          {t("link.signin")}
        </Link>
      </main>
    </SignInLayout>
  );
}

function SentNote({ to }: { to: string }) {
  return (
    <div className="alert ok" aria-live="polite">
      <Icon of={IconCircleCheck} />
      <p className="medium">{t("forgot.sent")}</p>
      <p className="t13">{t("forgot.sent.do", { email: to })}</p>
    </div>
  );
}
