import type { BotProvider } from "@parlour/protocol/api";
import { useId } from "react";
import { api } from "../../../state/api.ts";
import { useMe } from "../../../state/session.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Select, TextField } from "../../../ui/Field.tsx";
import { toast } from "../../../ui/toast.tsx";
import { bind } from "../bound.tsx";
import { stale } from "../data.ts";
import { DialogForm, FormActions } from "../FormDialog.tsx";
import { t as shared } from "../text.ts";
import { useForm, type Form } from "../use-form.ts";
import { t } from "./text.ts";

interface Values {
  name: string;
  contact: string;
  endpoint_url: string;
  scope: "service" | "account";
}

/** Issues, requests or changes a provider id (BOT-001, BOT-002). */
export function ProviderDialog({ provider, onClose }: { provider: BotProvider | null; onClose: () => void }) {
  const { instance_owner: rules } = useMe();
  const id = useId();
  const form = useProviderForm(provider, onClose);
  return (
    <Dialog title={t(provider !== null ? "providers.edit" : rules ? "providers.add" : "providers.ask")} open onClose={onClose}>
      <DialogForm id={id} form={form}>
        <Fields form={form} />
        {provider === null && rules && (
          <Select
            label={t("provider.scope")}
            {...bind(form, "scope")}
            options={(["service", "account"] as const).map((value) => ({ value, label: t(`provider.scope.${value}`) }))}
          />
        )}
        <div className="dialogacts">
          <FormActions id={id} form={form} verb={t("provider.save")} onClose={onClose} />
        </div>
      </DialogForm>
    </Dialog>
  );
}

function useProviderForm(provider: BotProvider | null, onDone: () => void): Form<Values> {
  const me = useMe();
  return useForm<Values>({
    saved: {
      name: provider?.name ?? "",
      contact: provider?.contact ?? (me.instance_owner ? me.email : ""),
      endpoint_url: provider?.endpoint_url ?? "",
      scope: provider?.scope ?? "service",
    },
    check,
    fieldOf: ({ code, field }) => (field === null && code === "private_address" ? "endpoint_url" : null),
    save: async (values) => {
      await (provider === null ? make(values, me.instance_owner) : change(provider, values));
      stale("bot-providers");
      onDone();
    },
  });
}

function Fields({ form }: { form: Form<Values> }) {
  const text = (name: "name" | "contact" | "endpoint_url") => ({ ...bind(form, name), autoComplete: "off" });
  return (
    <>
      <TextField label={t("providers.name")} {...text("name")} maxLength={100} />
      <TextField label={t("provider.email")} {...text("contact")} type="email" hint={t("provider.email.hint")} maxLength={254} />
      <TextField label={t("provider.url")} {...text("endpoint_url")} type="url" mono hint={t("provider.url.hint")} maxLength={2048} />
    </>
  );
}

function check({ name, contact, endpoint_url: url }: Values): Partial<Record<keyof Values, string>> {
  return {
    ...((name.trim() === "" || Array.from(name).length > 100) && { name: t("bot.name.missing") }),
    ...(!/^[^@\s]+@[^@\s]+$/.test(contact.trim()) && { contact: t("provider.email.missing") }),
    ...(url.trim() !== "" && !/^https?:\/\/./i.test(url.trim()) && { endpoint_url: t("bot.url.missing") }),
  };
}

async function make({ name, contact, endpoint_url: url, scope }: Values, rules: boolean): Promise<void> {
  const made = await api.post<BotProvider>("/bot-providers", {
    name: name.trim(),
    contact: contact.trim(),
    ...(url.trim() !== "" && { endpoint_url: url.trim() }),
    ...(rules && { scope }),
  });
  toast(made.state === "active" ? t("providers.made", { name: made.name, id: made.id }) : t("providers.waits", { name: made.name }));
}

async function change(provider: BotProvider, { name, contact, endpoint_url: url }: Values): Promise<void> {
  await api.patch(`/bot-providers/${provider.id}`, {
    name: name.trim(),
    contact: contact.trim(),
    endpoint_url: url.trim() === "" ? null : url.trim(),
  });
  toast(shared("page.saved"));
}
