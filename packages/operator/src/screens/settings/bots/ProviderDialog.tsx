import type { BotProvider } from "@parlour/protocol/api";
import { useId } from "react";
import { api } from "../../../state/api/api.ts";
import { useCurrentOperator } from "../../../state/session.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { Select, TextField } from "../../../ui/Field.tsx";
import { toast } from "../../../ui/dialog/toast.tsx";
import { bindField } from "../kit/form/form-fields.tsx";
import { invalidateLists } from "../queries.ts";
import { DialogForm, FormActions } from "../kit/form/FormDialog.tsx";
import { t as shared } from "../text.ts";
import { useForm, type Form } from "../kit/form/use-form.ts";
import { t } from "./text.ts";

interface ProviderValues {
  name: string;
  contact: string;
  endpoint_url: string;
  scope: "service" | "account";
}

interface ProviderDialogProps {
  provider: BotProvider | null;
  onClose: () => void;
}

/** Dialog that issues, requests or changes a provider id (BOT-001, BOT-002). */
export function ProviderDialog({ provider, onClose }: ProviderDialogProps) {
  const { instance_owner: isInstallationOwner } = useCurrentOperator();
  const id = useId();
  const form = useProviderForm(provider, onClose);
  return (
    <Dialog
      title={t(
        provider !== null
          ? "providers.edit"
          : isInstallationOwner
            ? "providers.add"
            : "providers.ask",
      )}
      open
      onClose={onClose}
    >
      <DialogForm id={id} form={form}>
        <ProviderFields form={form} />
        {provider === null && isInstallationOwner && (
          <Select
            label={t("provider.scope")}
            {...bindField(form, "scope")}
            options={(["service", "account"] as const).map((value) => ({
              value,
              label: t(`provider.scope.${value}`),
            }))}
          />
        )}
        <div className="dialogacts">
          <FormActions id={id} form={form} verb={t("provider.save")} onClose={onClose} />
        </div>
      </DialogForm>
    </Dialog>
  );
}

function useProviderForm(provider: BotProvider | null, onDone: () => void): Form<ProviderValues> {
  const me = useCurrentOperator();
  return useForm<ProviderValues>({
    saved: {
      name: provider?.name ?? "",
      contact: provider?.contact ?? (me.instance_owner ? me.email : ""),
      endpoint_url: provider?.endpoint_url ?? "",
      scope: provider?.scope ?? "service",
    },
    validate: validateProvider,
    mapErrorField: ({ code, field }) =>
      field === null && code === "private_address" ? "endpoint_url" : null,
    save: async (values) => {
      await (provider === null
        ? createProvider(values, me.instance_owner)
        : updateProvider(provider, values));
      invalidateLists("bot-providers");
      onDone();
    },
  });
}

function ProviderFields({ form }: { form: Form<ProviderValues> }) {
  const bindTextField = (name: "name" | "contact" | "endpoint_url") => ({
    ...bindField(form, name),
    autoComplete: "off",
  });
  return (
    <>
      <TextField label={t("providers.name")} {...bindTextField("name")} maxLength={100} />
      <TextField
        label={t("provider.email")}
        {...bindTextField("contact")}
        type="email"
        hint={t("provider.email.hint")}
        maxLength={254}
      />
      <TextField
        label={t("provider.url")}
        {...bindTextField("endpoint_url")}
        type="url"
        mono
        hint={t("provider.url.hint")}
        maxLength={2048}
      />
    </>
  );
}

function validateProvider({
  name,
  contact,
  endpoint_url: url,
}: ProviderValues): Partial<Record<keyof ProviderValues, string>> {
  return {
    ...((name.trim() === "" || Array.from(name).length > 100) && { name: t("bot.name.missing") }),
    ...(!/^[^@\s]+@[^@\s]+$/.test(contact.trim()) && { contact: t("provider.email.missing") }),
    ...(url.trim() !== "" &&
      !/^https?:\/\/./i.test(url.trim()) && { endpoint_url: t("bot.url.missing") }),
  };
}

async function createProvider(
  { name, contact, endpoint_url: url, scope }: ProviderValues,
  isInstallationOwner: boolean,
): Promise<void> {
  const created = await api.post<BotProvider>("/bot-providers", {
    name: name.trim(),
    contact: contact.trim(),
    ...(url.trim() !== "" && { endpoint_url: url.trim() }),
    ...(isInstallationOwner && { scope }),
  });
  toast(
    created.state === "active"
      ? t("providers.made", { name: created.name, id: created.id })
      : t("providers.waits", { name: created.name }),
  );
}

async function updateProvider(
  provider: BotProvider,
  { name, contact, endpoint_url: url }: ProviderValues,
): Promise<void> {
  await api.patch(`/bot-providers/${provider.id}`, {
    name: name.trim(),
    contact: contact.trim(),
    endpoint_url: url.trim() === "" ? null : url.trim(),
  });
  toast(shared("page.saved"));
}
