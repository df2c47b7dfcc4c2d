import type { AccountOverview } from "@parlour/protocol/api";
import { IconBuilding } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../state/api.ts";
import { Button } from "../../../ui/Button.tsx";
import { DeedButton } from "../../../ui/DeedButton.tsx";
import { orSay } from "../../../ui/deed.ts";
import { Confirm } from "../../../ui/dialog.tsx";
import { Tag } from "../../../ui/marks.tsx";
import { toast } from "../../../ui/toast.tsx";
import { stale } from "../data.ts";
import { AddButton } from "../ListPage.tsx";
import { At } from "../parts.tsx";
import { ThingList } from "../ThingList.tsx";
import { ThingName, type Column } from "../Things.tsx";
import { NewAccountDialog } from "./NewAccountDialog.tsx";
import { t } from "./text.ts";

/** Settings → Accounts: all accounts of the installation, for its owner (API-043, CORE-005). */
export function AccountsPage() {
  const read = useQuery({ queryKey: ["accounts"], queryFn: () => api.list<AccountOverview>("/accounts") });
  const [making, setMaking] = useState(false);
  const [asked, setAsked] = useState<AccountOverview | null>(null);
  return (
    <ThingList<AccountOverview>
      read={read}
      title={t("accounts.title")}
      about={t("accounts.about")}
      add={<AddButton onAdd={() => setMaking(true)}>{t("accounts.add")}</AddButton>}
      empty={{ icon: IconBuilding, title: t("accounts.empty"), text: t("accounts.empty.text") }}
      dialogs={
        <>
          {making && <NewAccountDialog onClose={() => setMaking(false)} />}
          {asked !== null && <AskSuspend account={asked} onClose={() => setAsked(null)} />}
        </>
      }
      name={{ head: t("accounts.name"), cell: (one) => <ThingName of={one} /> }}
      columns={columns()}
      deeds={{ head: t("accounts.suspend"), cell: (one) => <SuspendOrResume account={one} onSuspend={setAsked} /> }}
      isOff={(one) => one.suspended}
    />
  );
}

const columns = (): Column<AccountOverview>[] => [
  { head: t("accounts.owners"), cell: (one) => <bdi>{one.owners.map((owner) => owner.name).join(", ")}</bdi> },
  { head: t("accounts.made"), cell: (one) => <At time={one.created_at} /> },
  { head: t("accounts.state"), cell: (one) => <State of={one} /> },
];

function State({ of: { suspended } }: { of: AccountOverview }) {
  return suspended ? <Tag tone="warn">{t("accounts.off")}</Tag> : <Tag tone="ok">{t("accounts.on")}</Tag>;
}

function SuspendOrResume({ account, onSuspend }: { account: AccountOverview; onSuspend: (account: AccountOverview) => void }) {
  const { name, suspended } = account;
  return suspended ? (
    <DeedButton small aria-label={t("accounts.resume.what", { name })} deed={() => suspend(account, false)}>
      {t("accounts.resume")}
    </DeedButton>
  ) : (
    <Button small aria-label={t("accounts.suspend.what", { name })} onClick={() => onSuspend(account)}>
      {t("accounts.suspend")}
    </Button>
  );
}

function AskSuspend({ account, onClose }: { account: AccountOverview; onClose: () => void }) {
  const confirm = () => {
    onClose();
    void suspend(account, true);
  };
  return (
    <Confirm
      title={t("accounts.suspend.title", { name: account.name })}
      verb={t("accounts.suspend")}
      danger
      open
      onClose={onClose}
      onConfirm={confirm}
    >
      <p>{t("accounts.suspend.text")}</p>
    </Confirm>
  );
}

async function suspend({ id, name }: AccountOverview, suspended: boolean): Promise<void> {
  await orSay(async () => {
    await api.patch(`/accounts/${id}`, { suspended });
    toast(t(suspended ? "accounts.suspended" : "accounts.resumed", { name }));
  });
  stale("accounts");
}
