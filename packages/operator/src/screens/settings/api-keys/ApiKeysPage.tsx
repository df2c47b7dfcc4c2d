import type { ApiKey, ApiKeyWithKey } from "@parlour/protocol/api";
import { IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { api } from "../../../state/api/api.ts";
import { Button } from "../../../ui/Button.tsx";
import { toast } from "../../../ui/dialog/toast.tsx";
import { KindList } from "../kit/kind/KindList.tsx";
import { NewKeyDialog } from "../kit/kind/NewKeyDialog.tsx";
import { ConfirmDialog } from "../kit/resource/ConfirmDialog.tsx";
import { AddButton } from "../kit/resource/ListPage.tsx";
import { OneTimeSecret } from "../kit/resource/parts.tsx";
import { invalidateLists } from "../../../state/api/queries.ts";
import { apiKeyScreen } from "./screen.tsx";
import { t } from "./text.ts";

/**
 * Renders Settings → API keys. A key is shown once after its creation. Deleting a key takes effect
 * immediately.
 */
export function ApiKeysPage() {
  const [isCreating, setCreating] = useState(false);
  const [createdKey, setCreatedKey] = useState<ApiKeyWithKey | null>(null);
  const [keyToDelete, setKeyToDelete] = useState<ApiKey | null>(null);
  const close = () => setCreating(false);
  return (
    <KindList
      screen={apiKeyScreen}
      add={<AddButton onAdd={() => setCreating(true)}>{t("apikeys.add")}</AddButton>}
      above={
        createdKey !== null && (
          <div className="cols wide">
            <OneTimeSecret
              label={t("apikeys.done", { name: createdKey.name })}
              value={createdKey.key ?? ""}
              hint={t("apikeys.once")}
              onClose={() => setCreatedKey(null)}
            />
          </div>
        )
      }
      actions={{
        head: t("apikeys.delete"),
        cell: (key) =>
          !key.managed && <DeleteButton name={key.name} onDelete={() => setKeyToDelete(key)} />,
      }}
      dialogs={
        <>
          {isCreating && (
            <NewKeyDialog screen={apiKeyScreen} onClose={close} onCreated={setCreatedKey} />
          )}
          {keyToDelete !== null && (
            <DeleteApiKey apiKey={keyToDelete} onClose={() => setKeyToDelete(null)} />
          )}
        </>
      }
    />
  );
}

function DeleteButton({ name, onDelete }: { name: string; onDelete: () => void }) {
  return (
    <Button
      small
      variant="quiet"
      icon={IconTrash}
      aria-label={`${t("apikeys.delete")}: ${name}`}
      onClick={onDelete}
    />
  );
}

function DeleteApiKey({ apiKey: { id, name }, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const remove = async () => {
    await api.delete(`/api-keys/${id}`);
    invalidateLists("api-keys");
    toast(t("apikeys.deleted", { name }));
  };
  return (
    <ConfirmDialog
      title={t("apikeys.delete.title", { name })}
      button={t("apikeys.delete")}
      danger
      open
      action={remove}
      onClose={onClose}
    >
      <p>{t("apikeys.delete.text")}</p>
    </ConfirmDialog>
  );
}
