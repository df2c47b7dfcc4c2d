import type { ApiKey } from "@parlour/protocol";
import { IconKey, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { api } from "../../state/api.ts";
import { Button } from "../../ui/Button.tsx";
import { Tag } from "../../ui/marks.tsx";
import { useNow } from "../../ui/Time.tsx";
import { toast } from "../../ui/toast.tsx";
import { ConfirmDeed } from "./ConfirmDeed.tsx";
import { stale, useKeys } from "./data.ts";
import { AddButton } from "./ListPage.tsx";
import { NewKey, type MadeKey } from "./NewKey.tsx";
import { At, dateOf, ShownOnce } from "./parts.tsx";
import { t } from "./text.ts";
import { ThingList } from "./ThingList.tsx";
import { ThingName, type Column } from "./Things.tsx";

/** Settings → API keys. A key is shown once after creation. Deleting takes effect at once. */
export function KeysPage() {
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<MadeKey | null>(null);
  const [deleting, setDeleting] = useState<ApiKey | null>(null);
  const onMade = (key: MadeKey) => {
    setMade(key);
    setMaking(false);
    stale("api-keys");
  };
  return (
    <ThingList<ApiKey>
      read={useKeys()}
      title={t("menu.keys")}
      about={t("apikeys.about")}
      add={<AddButton onAdd={() => setMaking(true)}>{t("apikeys.new")}</AddButton>}
      empty={{ icon: IconKey, title: t("apikeys.empty"), text: t("apikeys.empty.text") }}
      above={made !== null && <Made made={made} onClose={() => setMade(null)} />}
      dialogs={
        <>
          {making && <NewKey onClose={() => setMaking(false)} onMade={onMade} />}
          {deleting !== null && <DeleteKey apiKey={deleting} onClose={() => setDeleting(null)} />}
        </>
      }
      {...table(setDeleting)}
    />
  );
}

const table = (onDelete: (key: ApiKey) => void) => ({
  name: { head: t("apikeys.name"), cell: (key: ApiKey) => <ThingName of={key} below={scopesOf(key)} /> },
  columns: [
    { head: t("apikeys.key"), className: "mono", cell: ({ hint }) => <>pk_…{hint}</> },
    { head: t("apikeys.acts"), cell: ({ operator }) => <bdi>{operator.name}</bdi> },
    { head: t("apikeys.made"), cell: (key) => <At time={key.created_at} /> },
    { head: t("apikeys.used"), cell: (key) => <At time={key.last_used_at} /> },
    { head: t("apikeys.ends"), cell: (key) => <Ends at={key.expires_at} /> },
  ] satisfies Column<ApiKey>[],
  deeds: {
    head: t("page.delete"),
    cell: (key: ApiKey) =>
      !key.managed && (
        <Button small variant="quiet" icon={IconTrash} aria-label={`${t("page.delete")}: ${key.name}`} onClick={() => onDelete(key)} />
      ),
  },
});

function scopesOf({ scopes }: ApiKey) {
  if (scopes.includes("*")) return null;
  return <small>{scopes.includes("*.read") ? t("apikeys.scope.read") : scopes.join(", ")}</small>;
}

/** Warning time before a key expires. The health checks use the same value. */
const warningMs = 14 * 86_400_000;

function Ends({ at }: { at: ApiKey["expires_at"] }) {
  const now = useNow(60_000, at !== null);
  if (at === null) return <span className="faint">{t("page.never")}</span>;
  const left = Date.parse(at) - now;
  if (left > warningMs) return <>{dateOf(at)}</>;
  return <Tag tone={left > 0 ? "warn" : "bad"}>{left > 0 ? t("apikeys.ends.soon", { date: dateOf(at) }) : t("apikeys.ended")}</Tag>;
}

function Made({ made: { name, key }, onClose }: { made: MadeKey; onClose: () => void }) {
  return (
    <div className="cols wide">
      <ShownOnce label={t("apikeys.done", { name })} value={key} hint={t("apikeys.once")} onClose={onClose} />
    </div>
  );
}

function DeleteKey({ apiKey: { id, name }, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const remove = async () => {
    await api.delete(`/api-keys/${id}`);
    stale("api-keys");
    toast(t("apikeys.deleted", { name }));
  };
  return (
    <ConfirmDeed title={t("apikeys.delete.title", { name })} verb={t("page.delete")} danger open deed={remove} onClose={onClose}>
      <p>{t("apikeys.delete.text")}</p>
    </ConfirmDeed>
  );
}
