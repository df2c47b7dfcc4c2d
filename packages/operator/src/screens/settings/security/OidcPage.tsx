import type { OidcProvider, OidcProviders } from "@parlour/protocol/api-session";
import { IconLogin2 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, queries } from "../../../state/api.ts";
import { Button } from "../../../ui/Button.tsx";
import { orSay } from "../../../ui/deed.ts";
import { toast } from "../../../ui/toast.tsx";
import { ConfirmDeed } from "../ConfirmDeed.tsx";
import { AddButton } from "../ListPage.tsx";
import { CopyRow } from "../parts.tsx";
import { ThingList } from "../ThingList.tsx";
import { ThingName, type Column } from "../Things.tsx";
import { OidcDialog } from "./OidcDialog.tsx";
import { t } from "./text.ts";

const key = ["instance", "oidc"];
const again = () => queries.invalidateQueries({ queryKey: key });

/** Settings → Single sign-on: the OIDC providers of the installation (API-019, CFG-034). */
export function OidcPage() {
  const read = useQuery({ queryKey: key, queryFn: ({ signal }) => api.get<OidcProviders>("/instance/oidc", { signal }) });
  const [editing, setEditing] = useState<OidcProvider | "new" | null>(null);
  const [removing, setRemoving] = useState<OidcProvider | null>(null);
  return (
    <ThingList<OidcProvider>
      read={{ ...read, data: read.data?.items }}
      title={t("oidc.title")}
      about={t("oidc.about")}
      add={<AddButton onAdd={() => setEditing("new")}>{t("oidc.add")}</AddButton>}
      empty={{ icon: IconLogin2, title: t("oidc.none"), text: t("oidc.none.text") }}
      above={read.data && <Redirect to={read.data.redirect_uri} />}
      dialogs={
        <>
          {editing !== null && <Edit provider={editing === "new" ? null : editing} onClose={() => setEditing(null)} />}
          {removing !== null && <Remove provider={removing} onClose={() => setRemoving(null)} />}
        </>
      }
      name={{ head: t("oidc.name"), cell: (one) => <ThingName of={one} /> }}
      columns={columns()}
      deeds={{ head: t("oidc.edit"), cell: (one) => !one.managed && <Deeds provider={one} onEdit={setEditing} onRemove={setRemoving} /> }}
    />
  );
}

const columns = (): Column<OidcProvider>[] => [
  { head: t("oidc.issuer"), className: "mono", cell: (one) => one.issuer },
  { head: t("oidc.role.short"), cell: (one) => t(`oidc.role.${one.role ?? "none"}`) },
];

/** Shows the redirect URI that must be registered at the provider. */
function Redirect({ to }: { to: string }) {
  return (
    <div className="cols wide">
      <CopyRow label={t("oidc.redirect")} value={to} />
    </div>
  );
}

type OnProvider = (provider: OidcProvider) => void;
function Deeds({ provider, onEdit, onRemove }: { provider: OidcProvider; onEdit: OnProvider; onRemove: OnProvider }) {
  const { name } = provider;
  return (
    <span className="line">
      <Button small aria-label={t("oidc.edit.what", { name })} onClick={() => onEdit(provider)}>
        {t("oidc.edit")}
      </Button>
      <Button small aria-label={t("oidc.remove.title", { name })} onClick={() => onRemove(provider)}>
        {t("oidc.remove")}
      </Button>
    </span>
  );
}

function Edit({ provider, onClose }: { provider: OidcProvider | null; onClose: () => void }) {
  const onSaved = () => {
    onClose();
    toast(t("oidc.saved"));
    void again();
  };
  return <OidcDialog provider={provider} onClose={onClose} onSaved={onSaved} />;
}

function Remove({ provider: { id, name }, onClose }: { provider: OidcProvider; onClose: () => void }) {
  const remove = async () => {
    const isGone = await orSay(() => api.delete(`/instance/oidc/${id}`));
    if (isGone) toast(t("oidc.removed"));
    void again();
  };
  return (
    <ConfirmDeed title={t("oidc.remove.title", { name })} verb={t("oidc.remove")} danger open deed={remove} onClose={onClose}>
      <p>{t("oidc.remove.text")}</p>
    </ConfirmDeed>
  );
}
