import type { OidcProvider, OidcProviders } from "@parlour/protocol/api/people/session";
import { oidc } from "@parlour/protocol/settings/kinds/oidc";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../state/api/api.ts";
import { Button } from "../../../ui/Button.tsx";
import { runOrToast } from "../../../ui/mutation.ts";
import { toast } from "../../../ui/dialog/toast.tsx";
import { ConfirmDialog } from "../kit/resource/ConfirmDialog.tsx";
import { AddButton } from "../kit/resource/ListPage.tsx";
import { CopyField } from "../kit/resource/parts.tsx";
import { ResourceListPage } from "../kit/resource/ResourceTable.tsx";
import { ResourceName } from "../kit/resource/ResourceTable.tsx";
import { invalidateLists } from "../../../state/api/queries.ts";
import { oidcScreen } from "./oidc-screen.tsx";
import { SingleSignOnDialog } from "./SingleSignOnDialog.tsx";
import { t } from "./text.ts";

const refreshProviders = () => invalidateLists(oidc.path);

/** Renders Settings → Sign-in: the OIDC providers of the installation (API-206, CFG-034). */
export function SingleSignOnPage() {
  const query = useQuery({
    queryKey: [oidc.path],
    queryFn: ({ signal }) => api.get<OidcProviders>(`/${oidc.path}`, { signal }),
  });
  const [editedProvider, setEditedProvider] = useState<OidcProvider | "new" | null>(null);
  const [providerToRemove, setProviderToRemove] = useState<OidcProvider | null>(null);
  return (
    <ResourceListPage<OidcProvider>
      query={{ ...query, data: query.data?.items }}
      title={t("oidc.title")}
      about={t("oidc.list")}
      add={<AddButton onAdd={() => setEditedProvider("new")}>{t("oidc.add")}</AddButton>}
      empty={{ icon: oidcScreen.icon, title: t("oidc.empty"), text: t("oidc.empty.text") }}
      above={query.data && <RedirectUri to={query.data.redirect_uri} />}
      dialogs={
        <>
          {editedProvider !== null && (
            <EditProvider
              provider={editedProvider === "new" ? null : editedProvider}
              onClose={() => setEditedProvider(null)}
            />
          )}
          {providerToRemove !== null && (
            <RemoveProvider provider={providerToRemove} onClose={() => setProviderToRemove(null)} />
          )}
        </>
      }
      name={{ head: t("oidc.name"), cell: (provider) => <ResourceName resource={provider} /> }}
      columns={oidcScreen.columns?.() ?? []}
      actions={{
        head: t("oidc.edit"),
        cell: (provider) =>
          !provider.managed && (
            <ProviderActions
              provider={provider}
              onEdit={setEditedProvider}
              onRemove={setProviderToRemove}
            />
          ),
      }}
    />
  );
}

/** Shows the redirect URI, which must be registered at the provider. */
function RedirectUri({ to }: { to: string }) {
  return (
    <div className="cols wide">
      <CopyField label={t("oidc.redirect")} value={to} />
    </div>
  );
}

type ProviderHandler = (provider: OidcProvider) => void;
function ProviderActions({
  provider,
  onEdit,
  onRemove,
}: {
  provider: OidcProvider;
  onEdit: ProviderHandler;
  onRemove: ProviderHandler;
}) {
  const { name } = provider;
  return (
    <span className="line">
      <Button small aria-label={t("oidc.edit.what", { name })} onClick={() => onEdit(provider)}>
        {t("oidc.edit")}
      </Button>
      <Button
        small
        aria-label={t("oidc.remove.title", { name })}
        onClick={() => onRemove(provider)}
      >
        {t("oidc.remove")}
      </Button>
    </span>
  );
}

function EditProvider({
  provider,
  onClose,
}: {
  provider: OidcProvider | null;
  onClose: () => void;
}) {
  const onSaved = () => {
    onClose();
    toast(t("oidc.saved"));
    refreshProviders();
  };
  return <SingleSignOnDialog provider={provider} onClose={onClose} onSaved={onSaved} />;
}

function RemoveProvider({
  provider: { id, name },
  onClose,
}: {
  provider: OidcProvider;
  onClose: () => void;
}) {
  const remove = async () => {
    const isRemoved = await runOrToast(() => api.delete(`/${oidc.path}/${id}`));
    if (isRemoved) toast(t("oidc.removed"));
    refreshProviders();
  };
  return (
    <ConfirmDialog
      title={t("oidc.remove.title", { name })}
      button={t("oidc.remove")}
      danger
      open
      action={remove}
      onClose={onClose}
    >
      <p>{t("oidc.remove.text")}</p>
    </ConfirmDialog>
  );
}
