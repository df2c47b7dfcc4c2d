import { ApiError } from "@parlour/client";
import type { Operator } from "@parlour/protocol";
import { useState } from "react";
import { api } from "../../state/api.ts";
import { Button } from "../../ui/Button.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { toast } from "../../ui/toast.tsx";
import { Password } from "../signin/Password.tsx";
import { strengthOf } from "../signin/strength.ts";
import { t as gate } from "../signin/text.ts";
import { t } from "./text.ts";

/** Another password, with the present one. It ends the other sessions. */
export function PasswordCard({ me }: { me: Operator }) {
  const [old, setOld] = useState("");
  const [fresh, setFresh] = useState("");
  const [faults, setFaults] = useState<{ old?: string; fresh?: string }>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  if (me.managed) return null;
  const change = async () => {
    if (busy) return;
    const found = {
      ...(old === "" && { old: t("password.old.missing") }),
      ...(strengthOf(fresh).length < 12 ? { fresh: gate("password.short") } : fresh === old && { fresh: t("password.same") }),
    };
    setFaults(found);
    setFailure(null);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await api.patch<Operator>("/me", { password: fresh, old_password: old });
      setOld("");
      setFresh("");
      toast(t("password.done"));
    } catch (error) {
      if (error instanceof ApiError && (error.field === "old_password" || error.code === "invalid_credentials"))
        setFaults({ old: t("password.wrong") });
      else if (error instanceof ApiError && error.field === "password") setFaults({ fresh: error.message });
      else setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="card" aria-labelledby="s-password">
      <h2 id="s-password">{t("password.group")}</h2>
      {failure !== null && <Failure error={failure} />}
      <Password
        label={t("password.old")}
        name="old_password"
        value={old}
        onChange={setOld}
        autoComplete="current-password"
        error={faults.old}
      />
      <Password
        label={gate("password.new")}
        name="new_password"
        value={fresh}
        onChange={setFresh}
        autoComplete="new-password"
        error={faults.fresh}
        avoid={[me.name, me.email]}
      />
      <Button wide unavailable={busy} onClick={() => void change()}>
        {t("password.go")}
      </Button>
    </section>
  );
}
