import { ApiError } from "@parlour/client";
import type { AccountInvited } from "@parlour/protocol/api";
import { useState, type SubmitEvent } from "react";
import { api } from "../../../state/api.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Failure } from "../../../ui/Failure.tsx";
import { TextField } from "../../../ui/Field.tsx";
import { exactTime } from "../../../ui/Time.tsx";
import { stale } from "../data.ts";
import { CopyRow } from "../parts.tsx";
import { t as page } from "../text.ts";
import { t } from "./text.ts";

type Values = Record<"name" | "owner" | "email", string>;

/** A new account with its owner, whose link is shown once. */
export function NewAccountDialog({ onClose }: { onClose: () => void }) {
  const [values, setValues] = useState<Values>({ name: "", owner: "", email: "" });
  const [faults, setFaults] = useState<Partial<Values>>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [made, setMade] = useState<AccountInvited | null>(null);
  const [busy, setBusy] = useState(false);
  const field = (name: keyof Values) => ({
    name,
    value: values[name],
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
    error: faults[name],
    autoComplete: "off",
  });
  const submit = async (event?: SubmitEvent) => {
    event?.preventDefault();
    if (busy) return;
    const found: Partial<Values> = {
      ...(values.name.trim() === "" && { name: t("accounts.missing") }),
      ...(values.owner.trim() === "" && { owner: t("accounts.missing") }),
      ...(!/^\S+@\S+$/.test(values.email.trim()) && { email: t("accounts.email.missing") }),
    };
    setFaults(found);
    setFailure(null);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      const owner = { name: values.owner.trim(), email: values.email.trim() };
      setMade(await api.post<AccountInvited>("/accounts", { name: values.name.trim(), owner }));
      stale("accounts");
    } catch (error) {
      if (error instanceof ApiError && error.code === "name_taken") setFaults({ email: t("accounts.taken") });
      else setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={made?.name ?? t("accounts.add")}
      open
      onClose={onClose}
      actions={
        made === null ? (
          <>
            <Button onClick={onClose}>{page("page.cancel")}</Button>
            <Button variant="primary" unavailable={busy} onClick={() => void submit()}>
              {t("accounts.add")}
            </Button>
          </>
        ) : (
          <Button variant="primary" onClick={onClose}>
            {t("accounts.done")}
          </Button>
        )
      }
    >
      {made === null ? (
        <form className="form" onSubmit={(event) => void submit(event)} noValidate>
          {failure !== null && <Failure error={failure} />}
          <TextField label={t("accounts.name")} {...field("name")} maxLength={100} />
          <TextField label={t("accounts.owner.name")} {...field("owner")} maxLength={100} />
          <TextField label={t("accounts.owner.email")} {...field("email")} type="email" maxLength={254} />
        </form>
      ) : (
        <div className="shown-once" aria-live="polite">
          <CopyRow
            label={t("accounts.invite")}
            value={made.invite_url ?? ""}
            hint={t("accounts.invite.hint", { time: exactTime(made.invite_expires_at ?? made.created_at) })}
          />
        </div>
      )}
    </Dialog>
  );
}
