import { ApiError } from "@parlour/client";
import type { AccountInvited } from "@parlour/protocol/api";
import { useId, useState } from "react";
import { api } from "../../../state/api.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { TextField } from "../../../ui/Field.tsx";
import { fullTime } from "../../../ui/Time.tsx";
import { bind } from "../bound.tsx";
import { stale } from "../data.ts";
import { DialogForm, FormActions } from "../FormDialog.tsx";
import { ShownOnce } from "../parts.tsx";
import { reworded, useForm } from "../use-form.ts";
import { t } from "./text.ts";

type Values = Record<"name" | "owner" | "email", string>;

/** Creates an account with its owner. The owner's invitation link is shown once. */
export function NewAccountDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const [made, setMade] = useState<AccountInvited | null>(null);
  const form = useNewAccount(setMade);
  const done = (
    <Button variant="primary" onClick={onClose}>
      {t("accounts.done")}
    </Button>
  );
  return (
    <Dialog
      title={made?.name ?? t("accounts.add")}
      open
      onClose={onClose}
      actions={made === null ? <FormActions id={id} form={form} verb={t("accounts.add")} onClose={onClose} /> : done}
    >
      {made === null ? (
        <DialogForm id={id} form={form}>
          <TextField label={t("accounts.name")} {...bind(form, "name")} autoComplete="off" maxLength={100} />
          <TextField label={t("accounts.owner.name")} {...bind(form, "owner")} autoComplete="off" maxLength={100} />
          <TextField label={t("accounts.owner.email")} {...bind(form, "email")} autoComplete="off" type="email" maxLength={254} />
        </DialogForm>
      ) : (
        <Invitation made={made} />
      )}
    </Dialog>
  );
}

function useNewAccount(onMade: (made: AccountInvited) => void) {
  return useForm<Values>({
    saved: { name: "", owner: "", email: "" },
    check: ({ name, owner, email }) => ({
      ...(name.trim() === "" && { name: t("accounts.missing") }),
      ...(owner.trim() === "" && { owner: t("accounts.missing") }),
      ...(!/^\S+@\S+$/.test(email.trim()) && { email: t("accounts.email.missing") }),
    }),
    explain: (error) => (error instanceof ApiError && error.code === "name_taken" ? reworded(error, "email", t("accounts.taken")) : error),
    save: async ({ name, owner, email }) => {
      const body = { name: name.trim(), owner: { name: owner.trim(), email: email.trim() } };
      onMade(await api.post<AccountInvited>("/accounts", body));
      stale("accounts");
    },
  });
}

function Invitation({ made }: { made: AccountInvited }) {
  const time = fullTime(made.invite_expires_at ?? made.created_at);
  return <ShownOnce label={t("accounts.invite")} value={made.invite_url ?? ""} hint={t("accounts.invite.hint", { time })} />;
}
