import type {
  OAuthClient,
  OAuthClients,
  OAuthProvider,
} from "@parlour/protocol/api/operations/oauth";
import { IconCheck, IconCircleDashed } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, queryClient } from "../../../../state/api/api.ts";
import { useCurrentOperator } from "../../../../state/session.tsx";
import { Button } from "../../../../ui/Button.tsx";
import { toast } from "../../../../ui/dialog/toast.tsx";
import { Icon } from "../../../../ui/Icon.tsx";
import { runOrToast } from "../../../../ui/mutation.ts";
import { QuerySection } from "../../kit/form/SettingsSection.tsx";
import { ConfirmDialog } from "../../kit/resource/ConfirmDialog.tsx";
import { CopyField } from "../../kit/resource/parts.tsx";
import { ClientDialog } from "./ClientDialog.tsx";
import { t } from "./text.ts";
import "./clients.css";

const clientsQueryKey = ["instance", "oauth-clients"];
const refreshClients = () => queryClient.invalidateQueries({ queryKey: clientsQueryKey });
const providers: readonly OAuthProvider[] = ["google", "microsoft", "own"];

/** What the owner does with a client at the moment. */
interface Task {
  readonly kind: "set" | "remove";
  readonly provider: OAuthProvider;
}

/** The clients of the installation at providers of mailboxes (API-482, CFG-134). */
export function ClientsSection() {
  const { role } = useCurrentOperator();
  const query = useQuery({
    queryKey: clientsQueryKey,
    queryFn: ({ signal }) => api.get<OAuthClients>("/instance/oauth-clients", { signal }),
  });
  const [task, setTask] = useState<Task | null>(null);
  const find = (provider: OAuthProvider): OAuthClient | null =>
    query.data?.items.find((one) => one.provider === provider) ?? null;
  const close = () => setTask(null);
  const isOwner = role === "owner";
  return (
    <>
      <QuerySection id="g-clients" title={t("clients.title")} query={query}>
        {(items) =>
          items !== undefined && (
            <>
              <p className="hint">{t("clients.about")}</p>
              <CopyField label={t("clients.redirect")} value={query.data?.redirect_uri ?? ""} />
              {!isOwner && <p className="hint">{t("clients.owners")}</p>}
              <ul className="clients" aria-label={t("clients.list")}>
                {providers.map((provider) => (
                  <Row
                    key={provider}
                    provider={provider}
                    client={find(provider)}
                    isOwner={isOwner}
                    onTask={setTask}
                  />
                ))}
              </ul>
            </>
          )
        }
      </QuerySection>
      {task?.kind === "set" && (
        <ClientDialog
          provider={task.provider}
          client={find(task.provider)}
          onClose={close}
          onSaved={() => {
            toast(t("clients.saved"));
            void refreshClients();
          }}
        />
      )}
      {task?.kind === "remove" && <RemoveClient provider={task.provider} onClose={close} />}
    </>
  );
}

interface RowProps {
  provider: OAuthProvider;
  client: OAuthClient | null;
  isOwner: boolean;
  onTask: (task: Task) => void;
}
function Row({ provider, client, isOwner, onTask }: RowProps) {
  const name = { provider: t(`clients.${provider}`) };
  const labelId = client === null ? "clients.add" : "clients.edit";
  return (
    <li>
      <Icon
        of={client === null ? IconCircleDashed : IconCheck}
        small
        className={client === null ? "faint" : "success"}
      />
      <span className="grow">
        <b>{client?.own?.name ?? name.provider}</b>
        <small className="soft">{describeClient(client)}</small>
      </span>
      {isOwner && client?.managed !== true && (
        <span className="line">
          <Button
            small
            aria-label={t(`${labelId}.what`, name)}
            onClick={() => onTask({ kind: "set", provider })}
          >
            {t(labelId)}
          </Button>
          {client !== null && (
            <Button
              small
              variant="quiet"
              aria-label={t("clients.remove.title", name)}
              onClick={() => onTask({ kind: "remove", provider })}
            >
              {t("clients.remove")}
            </Button>
          )}
        </span>
      )}
    </li>
  );
}

function describeClient(client: OAuthClient | null): string {
  if (client === null) return t("clients.none");
  const id = client.has_secret ? client.client_id : t("clients.public", { id: client.client_id });
  return client.managed ? `${id} · ${t("clients.managed")}` : id;
}

function RemoveClient({ provider, onClose }: { provider: OAuthProvider; onClose: () => void }) {
  const remove = async () => {
    const isRemoved = await runOrToast(() => api.delete(`/instance/oauth-clients/${provider}`));
    if (isRemoved) toast(t("clients.removed"));
    void refreshClients();
  };
  return (
    <ConfirmDialog
      title={t("clients.remove.title", { provider: t(`clients.${provider}`) })}
      button={t("clients.remove")}
      danger
      open
      action={remove}
      onClose={onClose}
    >
      <p>{t("clients.remove.text")}</p>
    </ConfirmDialog>
  );
}
