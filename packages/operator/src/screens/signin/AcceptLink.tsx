import { ApiError } from "@parlour/client";
import { IconAlertCircle } from "@tabler/icons-react";
import { Link, useRouter } from "@tanstack/react-router";
import { useRef, useState, type SubmitEvent } from "react";
import { api } from "../../state/api.ts";
import { Button } from "../../ui/Button.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Gate } from "./Gate.tsx";
import { Password } from "./Password.tsx";
import { strengthOf } from "./strength.ts";
import { t } from "./text.ts";

/** An invitation or a reset link: sets the password once, then leads to the sign-in. */
export function AcceptLink({ kind, token }: { kind: "invite" | "reset"; token: string }) {
  const router = useRouter();
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const old = failure instanceof ApiError && (failure.code === "invalid_token" || failure.status === 401 || failure.status === 404);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    const short = strengthOf(password).length < 12;
    setError(short ? t("password.short") : undefined);
    if (short) {
      field.current?.focus();
      return;
    }
    setBusy(true);
    setFailure(null);
    try {
      const { email } = await api.post<{ email: string }>("/invitations/accept", { token, password });
      await router.navigate({ href: `/signin?email=${encodeURIComponent(email)}`, replace: true });
    } catch (caught) {
      if (caught instanceof ApiError && caught.field === "password") {
        setError(caught.message);
        field.current?.focus();
      } else setFailure(caught);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Gate title={t(`${kind}.title`)}>
      <main className="narrow">
        <div>
          <h1 className="t26">{t(`${kind}.title`)}</h1>
          <p className="soft">{t(`${kind}.text`)}</p>
        </div>
        {old ? (
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
        ) : (
          <form className="form" onSubmit={(event) => void submit(event)} noValidate aria-label={t(`${kind}.title`)}>
            {failure !== null && <Failure error={failure} />}
            <Password
              ref={field}
              label={t("password.new")}
              value={password}
              onChange={setPassword}
              autoComplete="new-password"
              error={error}
            />
            <Button type="submit" wide variant="primary" unavailable={busy}>
              {t(`${kind}.go`)}
            </Button>
          </form>
        )}
      </main>
    </Gate>
  );
}
