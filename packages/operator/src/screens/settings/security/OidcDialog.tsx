import { ApiError } from "@parlour/client";
import type { AccountOverview } from "@parlour/protocol/api";
import type { NewOidcProvider, OidcProvider } from "@parlour/protocol/api-session";
import { useQuery } from "@tanstack/react-query";
import { useState, type SubmitEvent } from "react";
import { api } from "../../../state/api.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Failure } from "../../../ui/Failure.tsx";
import { Select, TextField } from "../../../ui/Field.tsx";
import { t as page } from "../text.ts";
import { t } from "./text.ts";

const roles = ["none", "operator", "viewer", "developer", "admin"] as const;
type Values = Record<"name" | "issuer" | "client_id" | "client_secret" | "domains" | "role" | "account_id", string>;

/** A provider of sign-in, new or changed; the server asks it before anything is stored. */
export function OidcDialog({ provider, onClose, onSaved }: { provider: OidcProvider | null; onClose: () => void; onSaved: () => void }) {
  const { data: accounts } = useQuery({ queryKey: ["accounts"], queryFn: () => api.list<AccountOverview>("/accounts") });
  const [values, setValues] = useState<Values>({
    name: provider?.name ?? "",
    issuer: provider?.issuer ?? "https://",
    client_id: provider?.client_id ?? "",
    client_secret: "",
    domains: provider?.domains.join(", ") ?? "",
    role: provider?.role ?? "none",
    account_id: String(provider?.account_id ?? ""),
  });
  const [faults, setFaults] = useState<Partial<Values>>({});
  const [failure, setFailure] = useState<unknown>(null);
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
      ...(values.name.trim() === "" && { name: t("oidc.name.missing") }),
      ...(!/^https?:\/\/.+/.test(values.issuer.trim()) && { issuer: t("oidc.issuer.missing") }),
      ...(values.client_id.trim() === "" && { client_id: t("oidc.client.missing") }),
    };
    setFaults(found);
    setFailure(null);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    const account = values.account_id === "" ? (accounts?.[0]?.id ?? null) : Number(values.account_id);
    const body: NewOidcProvider = {
      name: values.name.trim(),
      issuer: values.issuer.trim(),
      client_id: values.client_id.trim(),
      ...(values.client_secret !== "" && { client_secret: values.client_secret }),
      domains: values.domains.split(/[\s,;]+/).filter((one) => one !== ""),
      role: values.role === "none" ? null : (values.role as "operator"),
      account_id: values.role === "none" ? null : account,
    };
    try {
      await (provider === null ? api.post("/instance/oidc", body) : api.patch(`/instance/oidc/${provider.id}`, body));
      onSaved();
    } catch (error) {
      const at = error instanceof ApiError ? error.field?.split(".")[0] : undefined;
      if (error instanceof ApiError && at !== undefined && at in values) setFaults({ [at]: error.message });
      else setFailure(error);
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={provider === null ? t("oidc.add") : t("oidc.edit.what", { name: provider.name })}
      open
      wide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{page("page.cancel")}</Button>
          <Button variant="primary" unavailable={busy} onClick={() => void submit()}>
            {page("page.save")}
          </Button>
        </>
      }
    >
      <form className="form" onSubmit={(event) => void submit(event)} noValidate>
        {failure !== null && <Failure error={failure} />}
        <TextField label={t("oidc.name")} {...field("name")} maxLength={60} />
        <TextField label={t("oidc.issuer")} hint={t("oidc.issuer.hint")} {...field("issuer")} type="url" mono maxLength={2048} />
        <TextField label={t("oidc.client")} {...field("client_id")} mono maxLength={300} />
        <TextField
          label={t("oidc.secret")}
          hint={t(provider?.has_secret === true ? "oidc.secret.kept" : "oidc.secret.hint")}
          {...field("client_secret")}
          type="password"
          maxLength={1000}
        />
        <TextField label={t("oidc.domains")} hint={t("oidc.domains.hint")} {...field("domains")} maxLength={2000} />
        <Select label={t("oidc.role")} {...field("role")} options={roles.map((role) => ({ value: role, label: t(`oidc.role.${role}`) }))} />
        {values.role !== "none" && (
          <Select
            label={t("oidc.account")}
            {...field("account_id")}
            options={(accounts ?? []).map((one) => ({ value: String(one.id), label: one.name }))}
          />
        )}
      </form>
    </Dialog>
  );
}
