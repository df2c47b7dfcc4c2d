import { ApiError } from "@parlour/client";
import type { BotProvider } from "@parlour/protocol/api";
import { useState, type SubmitEvent } from "react";
import { api } from "../../../state/api.ts";
import { useMe } from "../../../state/session.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Failure } from "../../../ui/Failure.tsx";
import { Select, TextField } from "../../../ui/Field.tsx";
import { toast } from "../../../ui/toast.tsx";
import { stale } from "../data.ts";
import { t as shared } from "../text.ts";
import { t } from "./text.ts";

interface Values {
  name: string;
  contact: string;
  endpoint_url: string;
  scope: "service" | "account";
}

/** Issues, asks for or changes a provider id (BOT-001, BOT-002). */
export function ProviderDialog({ provider, onClose }: { provider: BotProvider | null; onClose: () => void }) {
  const me = useMe();
  const [values, setValues] = useState<Values>({
    name: provider?.name ?? "",
    contact: provider?.contact ?? (me.instance_owner ? me.email : ""),
    endpoint_url: provider?.endpoint_url ?? "",
    scope: provider?.scope ?? "service",
  });
  const [faults, setFaults] = useState<Partial<Record<keyof Values, string>>>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    const found = check(values);
    setFaults(found);
    setFailure(null);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await (provider === null ? make(values, me.instance_owner) : change(provider, values));
      stale("bot-providers");
      onClose();
    } catch (error) {
      const field = error instanceof ApiError ? (error.field ?? (error.code === "private_address" ? "endpoint_url" : null)) : null;
      if (field !== null && field in values && error instanceof ApiError) setFaults({ [field]: error.message });
      else setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const text = (name: "name" | "contact" | "endpoint_url") => ({
    name,
    value: values[name],
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
    error: faults[name],
    autoComplete: "off",
  });
  return (
    <Dialog title={t(provider !== null ? "providers.edit" : me.instance_owner ? "providers.add" : "providers.ask")} open onClose={onClose}>
      <form className="form" onSubmit={(event) => void submit(event)} noValidate>
        {failure !== null && <Failure error={failure} />}
        <TextField label={t("providers.name")} {...text("name")} maxLength={100} />
        <TextField label={t("provider.email")} {...text("contact")} type="email" hint={t("provider.email.hint")} maxLength={254} />
        <TextField label={t("provider.url")} {...text("endpoint_url")} type="url" mono hint={t("provider.url.hint")} maxLength={2048} />
        {provider === null && me.instance_owner && (
          <Select
            label={t("provider.scope")}
            name="scope"
            value={values.scope}
            onChange={(event) => setValues({ ...values, scope: event.target.value === "account" ? "account" : "service" })}
            options={[
              { value: "service", label: t("provider.scope.service") },
              { value: "account", label: t("provider.scope.account") },
            ]}
          />
        )}
        <div className="dialogacts">
          <Button onClick={onClose}>{shared("page.cancel")}</Button>
          <Button type="submit" variant="primary" unavailable={busy}>
            {t("provider.save")}
          </Button>
        </div>
      </form>
    </Dialog>
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
