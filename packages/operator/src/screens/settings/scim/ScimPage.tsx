import type { ApiKey, ApiKeyWithKey } from "@parlour/protocol/api";
import { apiKey } from "@parlour/protocol/settings/kinds/api-key";
import { IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../state/api/api.ts";
import { invalidateLists } from "../../../state/api/queries.ts";
import { usePublicUrl } from "../../../state/session.tsx";
import { Button } from "../../../ui/Button.tsx";
import { toast } from "../../../ui/dialog/toast.tsx";
import { NewKeyDialog } from "../kit/kind/NewKeyDialog.tsx";
import { ConfirmDialog } from "../kit/resource/ConfirmDialog.tsx";
import { AddButton } from "../kit/resource/ListPage.tsx";
import { CopyField, OneTimeSecret } from "../kit/resource/parts.tsx";
import { ResourceListPage, ResourceName } from "../kit/resource/ResourceTable.tsx";
import { isScimToken, scimScreen } from "./screen.tsx";
import { t } from "./text.ts";

/** Renders the tokens for SCIM. A token is shown once after its creation (SSO-020). */
export function ScimPage() {
  const publicUrl = usePublicUrl();
  const query = useQuery({
    queryKey: [apiKey.path],
    queryFn: () => api.list<ApiKey>(`/${apiKey.path}`),
    select: (keys) => keys.filter(isScimToken),
  });
  const [isCreating, setCreating] = useState(false);
  const [createdToken, setCreatedToken] = useState<ApiKeyWithKey | null>(null);
  const [tokenToRevoke, setTokenToRevoke] = useState<ApiKey | null>(null);
  const close = () => setCreating(false);
  return (
    <ResourceListPage<ApiKey>
      query={query}
      title={t("scim.title")}
      about={t("scim.list")}
      add={<AddButton onAdd={() => setCreating(true)}>{t("scim.add")}</AddButton>}
      empty={{ icon: scimScreen.icon, title: t("scim.empty"), text: t("scim.empty.text") }}
      above={
        <div className="cols wide">
          <CopyField
            label={t("scim.base")}
            value={`${publicUrl}/scim/v2`}
            hint={t("scim.base.hint")}
          />
          {createdToken !== null && (
            <OneTimeSecret
              label={t("scim.done", { name: createdToken.name })}
              value={createdToken.key ?? ""}
              hint={t("scim.once")}
              onClose={() => setCreatedToken(null)}
            />
          )}
        </div>
      }
      dialogs={
        <>
          {isCreating && (
            <NewKeyDialog screen={scimScreen} onClose={close} onCreated={setCreatedToken} />
          )}
          {tokenToRevoke !== null && (
            <RevokeToken token={tokenToRevoke} onClose={() => setTokenToRevoke(null)} />
          )}
        </>
      }
      name={{ head: t("scim.name"), cell: (token) => <ResourceName resource={token} /> }}
      columns={scimScreen.columns?.() ?? []}
      actions={{
        head: t("scim.delete"),
        cell: (token) =>
          !token.managed && (
            <Button
              small
              variant="quiet"
              icon={IconTrash}
              aria-label={`${t("scim.delete")}: ${token.name}`}
              onClick={() => setTokenToRevoke(token)}
            />
          ),
      }}
    />
  );
}

function RevokeToken({ token: { id, name }, onClose }: { token: ApiKey; onClose: () => void }) {
  const revoke = async () => {
    await api.delete(`/${apiKey.path}/${id}`);
    invalidateLists(apiKey.path);
    toast(t("scim.deleted", { name }));
  };
  return (
    <ConfirmDialog
      title={t("scim.delete.title", { name })}
      button={t("scim.delete")}
      danger
      open
      action={revoke}
      onClose={onClose}
    >
      <p>{t("scim.delete.text")}</p>
    </ConfirmDialog>
  );
}
