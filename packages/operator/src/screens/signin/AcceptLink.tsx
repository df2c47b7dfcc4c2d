import { ApiError } from "@parlour/client";
import { IconAlertCircle } from "@tabler/icons-react";
import { Link, useRouter } from "@tanstack/react-router";
import { useRef, useState, type SubmitEvent } from "react";
import { api } from "../../state/api.ts";
import { Button } from "../../ui/Button.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { useDeed } from "../../ui/deed.ts";
import { Gate } from "./Gate.tsx";
import { Password } from "./Password.tsx";
import { strengthOf } from "./strength.ts";
import { t } from "./text.ts";

/** An invitation or reset link: sets the password once, then opens the sign-in. */
export function AcceptLink({ kind, token }: { kind: "invite" | "reset"; token: string }) {
  const field = useRef<HTMLInputElement>(null);
  const { password, setPassword, fault, deed, submit } = useFirstPassword(token, () => field.current?.focus());
  return (
    <Gate title={t(`${kind}.title`)}>
      <main className="narrow">
        <div>
          <h1 className="t26">{t(`${kind}.title`)}</h1>
          <p className="soft">{t(`${kind}.text`)}</p>
        </div>
        {isOld(deed.failure) ? (
          <OldLink />
        ) : (
          <form className="form" onSubmit={submit} noValidate aria-label={t(`${kind}.title`)}>
            {deed.failure !== null && <Failure error={deed.failure} />}
            <Password
              ref={field}
              label={t("password.new")}
              value={password}
              onChange={setPassword}
              autoComplete="new-password"
              error={fault}
            />
            <Button type="submit" wide variant="primary" unavailable={deed.busy}>
              {t(`${kind}.go`)}
            </Button>
          </form>
        )}
      </main>
    </Gate>
  );
}

/** `focusField`: called when the password is invalid. */
function useFirstPassword(token: string, toField: () => void) {
  const router = useRouter();
  const [password, setPassword] = useState("");
  const [fault, setFault] = useState<string>();
  const deed = useDeed();
  const refuse = (why: string) => {
    setFault(why);
    toField();
  };
  const accept = async () => {
    try {
      const { email } = await api.post<{ email: string }>("/invitations/accept", { token, password });
      await router.navigate({ href: `/signin?email=${encodeURIComponent(email)}`, replace: true });
    } catch (error) {
      if (!(error instanceof ApiError && error.field === "password")) throw error;
      refuse(error.message);
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (deed.busy) return;
    setFault(undefined);
    if (strengthOf(password).length < 12) refuse(t("password.short"));
    else void deed.run(accept);
  };
  return { password, setPassword, fault, deed, submit };
}

/** Returns whether the link was used or has expired. */
function isOld(failure: unknown): boolean {
  return failure instanceof ApiError && (failure.code === "invalid_token" || failure.status === 401 || failure.status === 404);
}

function OldLink() {
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
