import { ApiError } from "@parlour/client";
import type { Operator } from "@parlour/protocol";
import { useEffect, useRef, useState } from "react";
import { api } from "../../state/api.ts";
import { Button } from "../../ui/Button.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { toast } from "../../ui/toast.tsx";
import { useDeed } from "../../ui/deed.ts";
import { Password } from "../signin/Password.tsx";
import { strengthOf } from "../signin/strength.ts";
import { t as gate } from "../signin/text.ts";
import { t } from "./text.ts";

/** Changes the password, which ends all other sessions. */
export function PasswordCard({ me }: { me: Operator }) {
  const { old, setOld, fresh, setFresh, faults, deed, change } = useNewPassword();
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (Object.keys(faults).length > 0) card.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [faults]);
  if (me.managed) return null;
  const press = () => void change();
  return (
    <section className="card" aria-labelledby="s-password" ref={card}>
      <h2 id="s-password">{t("password.group")}</h2>
      {deed.failure !== null && <Failure error={deed.failure} />}
      <Password
        label={t("password.old")}
        name="old_password"
        value={old}
        onChange={setOld}
        autoComplete="current-password"
        error={faults.old}
        onEnter={press}
      />
      <Password
        label={gate("password.new")}
        name="new_password"
        value={fresh}
        onChange={setFresh}
        autoComplete="new-password"
        error={faults.fresh}
        avoid={[me.name, me.email]}
        onEnter={press}
      />
      <Button wide unavailable={deed.busy} onClick={press}>
        {t("password.go")}
      </Button>
    </section>
  );
}

interface Faults {
  old?: string;
  fresh?: string;
}

function useNewPassword() {
  const [old, setOld] = useState("");
  const [fresh, setFresh] = useState("");
  const [faults, setFaults] = useState<Faults>({});
  const deed = useDeed();
  const change = async () => {
    if (deed.busy) return;
    const found = faultsOf(old, fresh);
    setFaults(found);
    deed.forget();
    if (Object.keys(found).length > 0) return;
    await deed.run(async () => {
      const refused = await api.patch<Operator>("/me", { password: fresh, old_password: old }).then(() => null, refusalOf);
      if (refused !== null) return setFaults(refused);
      setOld("");
      setFresh("");
      toast(t("password.done"));
    });
  };
  return { old, setOld, fresh, setFresh, faults, deed, change };
}

function faultsOf(old: string, fresh: string): Faults {
  return {
    ...(old === "" && { old: t("password.old.missing") }),
    ...(strengthOf(fresh).length < 12 ? { fresh: gate("password.short") } : fresh === old && { fresh: t("password.same") }),
  };
}

/** Returns the error by field. Other errors are thrown again. */
function refusalOf(error: unknown): Faults {
  if (error instanceof ApiError && (error.field === "old_password" || error.code === "invalid_credentials"))
    return { old: t("password.wrong") };
  if (error instanceof ApiError && error.field === "password") return { fresh: error.message };
  throw error;
}
