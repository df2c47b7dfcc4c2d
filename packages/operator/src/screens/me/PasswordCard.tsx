import { ApiError } from "@parlour/client";
import type { Operator } from "@parlour/protocol";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { useEffect, useRef, useState } from "react";
import { api } from "../../state/api/api.ts";
import { Button } from "../../ui/Button.tsx";
import { ErrorMessage } from "../../ui/loading/ErrorMessage.tsx";
import { toast } from "../../ui/dialog/toast.tsx";
import { useApiMutation } from "../../ui/mutation.ts";
import { PasswordField } from "../../ui/sign-in/PasswordField.tsx";
import { measureStrength } from "../../ui/sign-in/PasswordField.tsx";
import { t as gate } from "../../ui/sign-in/text.ts";
import { t } from "./text.ts";

/** Form that changes the password. A change ends all other sessions. */
export function PasswordCard({ me }: { me: Operator }) {
  const { old, setOld, fresh, setFresh, faults, mutation, change } = useNewPassword();
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (Object.keys(faults).length > 0)
      card.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [faults]);
  if (me.managed) return null;
  const press = () => void change();
  return (
    <section className="card" aria-labelledby="s-password" ref={card}>
      <h2 id="s-password">{t("password.group")}</h2>
      {mutation.failure !== null && <ErrorMessage error={mutation.failure} />}
      <PasswordField
        label={t("password.old")}
        name="old_password"
        value={old}
        onChange={setOld}
        autoComplete="current-password"
        error={faults.old}
        onEnter={press}
      />
      <PasswordField
        label={gate("password.new")}
        name="new_password"
        value={fresh}
        onChange={setFresh}
        autoComplete="new-password"
        error={faults.fresh}
        avoid={[me.name, me.email]}
        onEnter={press}
      />
      <Button wide unavailable={mutation.busy} onClick={press}>
        {t("password.go")}
      </Button>
    </section>
  );
}

interface PasswordErrors {
  old?: string;
  fresh?: string;
}

function useNewPassword() {
  const [old, setOld] = useState("");
  const [fresh, setFresh] = useState("");
  const [faults, setFaults] = useState<PasswordErrors>({});
  const mutation = useApiMutation();
  const change = async () => {
    if (mutation.busy) return;
    const errors = validatePasswords(old, fresh);
    setFaults(errors);
    mutation.clearFailure();
    if (Object.keys(errors).length > 0) return;
    await mutation.run(async () => {
      const serverErrors = await api
        .patch<Operator>("/me", { password: fresh, old_password: old })
        .then(() => null, toFieldErrors);
      if (serverErrors !== null) return setFaults(serverErrors);
      setOld("");
      setFresh("");
      toast(t("password.done"));
    });
  };
  return { old, setOld, fresh, setFresh, faults, mutation, change };
}

function validatePasswords(old: string, fresh: string): PasswordErrors {
  return omitAbsent({
    old: old === "" ? t("password.old.missing") : undefined,
    fresh:
      measureStrength(fresh).length < 12
        ? gate("password.short")
        : fresh === old
          ? t("password.same")
          : undefined,
  });
}

/** Returns the error by field. Rethrows all other errors. */
function toFieldErrors(error: unknown): PasswordErrors {
  if (
    error instanceof ApiError &&
    (error.field === "old_password" || error.code === "invalid_credentials")
  )
    return { old: t("password.wrong") };
  if (error instanceof ApiError && error.field === "password") return { fresh: error.message };
  throw error;
}
