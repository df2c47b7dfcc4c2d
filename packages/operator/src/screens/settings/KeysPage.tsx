import type { ApiKey } from "@parlour/protocol";
import type { ApiKeyWithKey } from "@parlour/protocol/api";
import { IconKey, IconPlus, IconTrash } from "@tabler/icons-react";
import { useState, type SubmitEvent } from "react";
import { api } from "../../state/api.ts";
import { Button } from "../../ui/Button.tsx";
import { Confirm, Dialog } from "../../ui/dialog.tsx";
import { Failure, wordsOf } from "../../ui/Failure.tsx";
import { Select, TextField } from "../../ui/Field.tsx";
import { Tag } from "../../ui/marks.tsx";
import { toast } from "../../ui/toast.tsx";
import { stale, useKeys } from "./data.ts";
import { ListPage } from "./ListPage.tsx";
import { At, CopyRow } from "./parts.tsx";
import { t } from "./text.ts";

/** Settings → API keys: made once, shown once, deleted at once. */
export function KeysPage() {
  const read = useKeys();
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<{ name: string; key: string } | null>(null);
  const [deleting, setDeleting] = useState<ApiKey | null>(null);
  const add = (
    <Button variant="primary" icon={IconPlus} onClick={() => setMaking(true)}>
      {t("apikeys.new")}
    </Button>
  );
  return (
    <ListPage
      read={read}
      title={t("menu.keys")}
      about={t("apikeys.about")}
      add={add}
      empty={{ icon: IconKey, title: t("apikeys.empty"), text: t("apikeys.empty.text") }}
      above={
        made !== null && (
          <div className="cols wide">
            <div className="shown-once" aria-live="polite">
              <CopyRow label={t("apikeys.done", { name: made.name })} value={made.key} hint={t("apikeys.once")}>
                <Button variant="quiet" onClick={() => setMade(null)}>
                  {t("apikeys.close")}
                </Button>
              </CopyRow>
            </div>
          </div>
        )
      }
      dialogs={
        <>
          {making && (
            <NewKey
              onClose={() => setMaking(false)}
              onMade={(key) => {
                setMade(key);
                setMaking(false);
                stale("api-keys");
              }}
            />
          )}
          {deleting !== null && <DeleteKey apiKey={deleting} onClose={() => setDeleting(null)} />}
        </>
      }
    >
      {(keys) => (
        <div className="card">
          <table className="things">
            <thead>
              <tr>
                <th scope="col">{t("apikeys.name")}</th>
                <th scope="col">{t("apikeys.key")}</th>
                <th scope="col">{t("apikeys.acts")}</th>
                <th scope="col">{t("apikeys.made")}</th>
                <th scope="col">{t("apikeys.used")}</th>
                <th scope="col">
                  <span className="vh">{t("page.delete")}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {keys.map((key) => (
                <tr key={key.id}>
                  <th scope="row">
                    <bdi>{key.name}</bdi>
                    {key.managed && <Tag>parlour.yaml</Tag>}
                    {!key.scopes.includes("*") && (
                      <small>{key.scopes.includes("*.read") ? t("apikeys.scope.read") : key.scopes.join(", ")}</small>
                    )}
                  </th>
                  <td className="mono" data-label={t("apikeys.key")}>
                    pk_…{key.hint}
                  </td>
                  <td data-label={t("apikeys.acts")}>
                    <bdi>{key.operator.name}</bdi>
                  </td>
                  <td data-label={t("apikeys.made")}>
                    <At time={key.created_at} />
                  </td>
                  <td data-label={t("apikeys.used")}>
                    <At time={key.last_used_at} />
                  </td>
                  <td className="end-n">
                    {!key.managed && (
                      <Button
                        small
                        variant="quiet"
                        icon={IconTrash}
                        aria-label={`${t("page.delete")}: ${key.name}`}
                        onClick={() => setDeleting(key)}
                      />
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </ListPage>
  );
}

function NewKey({ onClose, onMade }: { onClose: () => void; onMade: (key: { name: string; key: string }) => void }) {
  const [name, setName] = useState("");
  const [scope, setScope] = useState("*");
  const [fault, setFault] = useState<string>();
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const make = async (event?: SubmitEvent) => {
    event?.preventDefault();
    if (busy) return;
    setFault(name.trim() === "" ? t("apikeys.missing") : undefined);
    if (name.trim() === "") return;
    setBusy(true);
    try {
      const key = await api.post<ApiKeyWithKey>("/api-keys", { name: name.trim(), scopes: [scope] });
      onMade({ name: key.name, key: key.key ?? "" });
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t("apikeys.create.title")}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("page.cancel")}</Button>
          <Button variant="primary" unavailable={busy} onClick={() => void make()}>
            {t("apikeys.new")}
          </Button>
        </>
      }
    >
      {failure !== null && <Failure error={failure} />}
      <form className="form" onSubmit={(event) => void make(event)} noValidate>
        <TextField
          label={t("apikeys.name")}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={fault}
          hint={t("apikeys.name.hint")}
          maxLength={100}
          autoComplete="off"
        />
        <Select
          label={t("apikeys.scope")}
          value={scope}
          onChange={(event) => setScope(event.target.value)}
          options={[
            { value: "*", label: t("apikeys.scope.all") },
            { value: "*.read", label: t("apikeys.scope.read") },
          ]}
        />
      </form>
    </Dialog>
  );
}

function DeleteKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      await api.delete(`/api-keys/${apiKey.id}`);
      stale("api-keys");
      toast(t("apikeys.deleted", { name: apiKey.name }));
    } catch (error) {
      toast(wordsOf(error), { tone: "bad" });
    }
    onClose();
  };
  return (
    <Confirm
      title={t("apikeys.delete.title", { name: apiKey.name })}
      verb={t("page.delete")}
      danger
      open
      busy={busy}
      onClose={onClose}
      onConfirm={() => void remove()}
    >
      <p>{t("apikeys.delete.text")}</p>
    </Confirm>
  );
}
