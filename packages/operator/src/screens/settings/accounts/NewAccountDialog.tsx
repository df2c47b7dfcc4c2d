import { ApiError } from "@parlour/client";
import type { AccountInvited } from "@parlour/protocol/api";
import { useId, useState } from "react";
import { api } from "../../../state/api/api.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { TextField } from "../../../ui/Field.tsx";
import { formatFullTime } from "../../../ui/time.ts";
import { bindField } from "../kit/form/form-fields.tsx";
import { invalidateLists } from "../../../state/api/queries.ts";
import { DialogForm, FormActions } from "../kit/form/FormDialog.tsx";
import { OneTimeSecret } from "../kit/resource/parts.tsx";
import { withMessage, useForm } from "../../../ui/form/use-form.ts";
import { t } from "./text.ts";

type NewAccountValues = Record<"name" | "owner" | "email", string>;

/** Form that creates an account with its owner. The invitation link of the owner is shown once. */
export function NewAccountDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const [created, setCreated] = useState<AccountInvited | null>(null);
  const form = useNewAccountForm(setCreated);
  const doneButton = (
    <Button variant="primary" onClick={onClose}>
      {t("accounts.done")}
    </Button>
  );
  return (
    <Dialog
      title={created?.name ?? t("accounts.add")}
      open
      onClose={onClose}
      actions={
        created === null ? (
          <FormActions id={id} form={form} button={t("accounts.add")} onClose={onClose} />
        ) : (
          doneButton
        )
      }
    >
      {created === null ? (
        <DialogForm id={id} form={form}>
          <TextField
            label={t("accounts.name")}
            {...bindField(form, "name")}
            autoComplete="off"
            maxLength={100}
          />
          <TextField
            label={t("accounts.owner.name")}
            {...bindField(form, "owner")}
            autoComplete="off"
            maxLength={100}
          />
          <TextField
            label={t("accounts.owner.email")}
            {...bindField(form, "email")}
            autoComplete="off"
            type="email"
            maxLength={254}
          />
        </DialogForm>
      ) : (
        <Invitation created={created} />
      )}
    </Dialog>
  );
}

function useNewAccountForm(onCreated: (made: AccountInvited) => void) {
  return useForm<NewAccountValues, AccountInvited>({
    name: "accounts/",
    subject: t("accounts.add"),
    dialog: (close) => <NewAccountDialog onClose={close} />,
    saved: { name: "", owner: "", email: "" },
    validate: ({ name, owner, email }) => ({
      name: name.trim() === "" ? t("accounts.missing") : undefined,
      owner: owner.trim() === "" ? t("accounts.missing") : undefined,
      email: /^\S+@\S+$/.test(email.trim()) ? undefined : t("accounts.email.missing"),
    }),
    explainError: (error) =>
      error instanceof ApiError && error.code === "name_taken"
        ? withMessage(error, "email", t("accounts.taken"))
        : error,
    save: async ({ name, owner, email }) => {
      const body = { name: name.trim(), owner: { name: owner.trim(), email: email.trim() } };
      const created = await api.post<AccountInvited>("/accounts", body);
      invalidateLists("accounts");
      return created;
    },
    onSaved: onCreated,
    describeLost: ({ name, owners }) => t("accounts.lost", { name, email: owners[0]?.email ?? "" }),
  });
}

function Invitation({ created }: { created: AccountInvited }) {
  const time = formatFullTime(created.invite_expires_at ?? created.created_at);
  return (
    <OneTimeSecret
      label={t("accounts.invite")}
      value={created.invite_url ?? ""}
      hint={t("accounts.invite.hint", { time })}
    />
  );
}
