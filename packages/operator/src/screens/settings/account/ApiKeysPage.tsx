import type { ApiKey } from "@parlour/protocol";
import { IconKey, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { api } from "../../../state/api/api.ts";
import { Button } from "../../../ui/Button.tsx";
import { Tag } from "../../../ui/badges.tsx";
import { useNow } from "../../../ui/time.ts";
import { toast } from "../../../ui/dialog/toast.tsx";
import { ConfirmDialog } from "../kit/resource/ConfirmDialog.tsx";
import { invalidateLists, useApiKeys } from "../queries.ts";
import { AddButton } from "../kit/resource/ListPage.tsx";
import { NewApiKeyDialog, type CreatedApiKey } from "./NewApiKeyDialog.tsx";
import { Timestamp, formatDate, OneTimeSecret } from "../kit/resource/parts.tsx";
import { t } from "../text.ts";
import { ResourceListPage } from "../kit/resource/ResourceTable.tsx";
import { ResourceName, type ResourceColumn } from "../kit/resource/ResourceTable.tsx";

/**
 * Renders Settings → API keys. A key is shown once after its creation. Deleting a key takes effect
 * immediately.
 */
export function ApiKeysPage() {
  const [isCreating, setCreating] = useState(false);
  const [createdKey, setCreatedKey] = useState<CreatedApiKey | null>(null);
  const [keyToDelete, setKeyToDelete] = useState<ApiKey | null>(null);
  const onCreated = (key: CreatedApiKey) => {
    setCreatedKey(key);
    setCreating(false);
    invalidateLists("api-keys");
  };
  return (
    <ResourceListPage<ApiKey>
      query={useApiKeys()}
      title={t("menu.keys")}
      about={t("apikeys.about")}
      add={<AddButton onAdd={() => setCreating(true)}>{t("apikeys.new")}</AddButton>}
      empty={{ icon: IconKey, title: t("apikeys.empty"), text: t("apikeys.empty.text") }}
      above={
        createdKey !== null && (
          <CreatedKeyNotice createdKey={createdKey} onClose={() => setCreatedKey(null)} />
        )
      }
      dialogs={
        <>
          {isCreating && (
            <NewApiKeyDialog onClose={() => setCreating(false)} onCreated={onCreated} />
          )}
          {keyToDelete !== null && (
            <DeleteKey apiKey={keyToDelete} onClose={() => setKeyToDelete(null)} />
          )}
        </>
      }
      {...createTable(setKeyToDelete)}
    />
  );
}

const createTable = (onDelete: (key: ApiKey) => void) => ({
  name: {
    head: t("apikeys.name"),
    cell: (key: ApiKey) => <ResourceName resource={key} below={renderScopes(key)} />,
  },
  columns: [
    { head: t("apikeys.key"), className: "mono", cell: ({ hint }) => <>pk_…{hint}</> },
    { head: t("apikeys.acts"), cell: ({ operator }) => <bdi>{operator.name}</bdi> },
    { head: t("apikeys.made"), cell: (key) => <Timestamp time={key.created_at} /> },
    { head: t("apikeys.used"), cell: (key) => <Timestamp time={key.last_used_at} /> },
    { head: t("apikeys.ends"), cell: (key) => <ExpiryDate at={key.expires_at} /> },
  ] satisfies ResourceColumn<ApiKey>[],
  actions: {
    head: t("page.delete"),
    cell: (key: ApiKey) =>
      !key.managed && (
        <Button
          small
          variant="quiet"
          icon={IconTrash}
          aria-label={`${t("page.delete")}: ${key.name}`}
          onClick={() => onDelete(key)}
        />
      ),
  },
});

function renderScopes({ scopes }: ApiKey) {
  if (scopes.includes("*"))
    return scopes.includes("mcp.send") ? <small>{t("apikeys.send.on")}</small> : null;
  return <small>{scopes.includes("*.read") ? t("apikeys.scope.read") : scopes.join(", ")}</small>;
}

/** A key that expires within this many ms is marked. The health checks use the same value. */
const expiryWarningMs = 14 * 86_400_000;

function ExpiryDate({ at }: { at: ApiKey["expires_at"] }) {
  const now = useNow(60_000, at !== null);
  if (at === null) return <span className="faint">{t("page.never")}</span>;
  const remainingMs = Date.parse(at) - now;
  if (remainingMs > expiryWarningMs) return <>{formatDate(at)}</>;
  return (
    <Tag tone={remainingMs > 0 ? "warn" : "bad"}>
      {remainingMs > 0 ? t("apikeys.ends.soon", { date: formatDate(at) }) : t("apikeys.ended")}
    </Tag>
  );
}

function CreatedKeyNotice({
  createdKey: { name, key },
  onClose,
}: {
  createdKey: CreatedApiKey;
  onClose: () => void;
}) {
  return (
    <div className="cols wide">
      <OneTimeSecret
        label={t("apikeys.done", { name })}
        value={key}
        hint={t("apikeys.once")}
        onClose={onClose}
      />
    </div>
  );
}

function DeleteKey({ apiKey: { id, name }, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const remove = async () => {
    await api.delete(`/api-keys/${id}`);
    invalidateLists("api-keys");
    toast(t("apikeys.deleted", { name }));
  };
  return (
    <ConfirmDialog
      title={t("apikeys.delete.title", { name })}
      verb={t("page.delete")}
      danger
      open
      action={remove}
      onClose={onClose}
    >
      <p>{t("apikeys.delete.text")}</p>
    </ConfirmDialog>
  );
}
