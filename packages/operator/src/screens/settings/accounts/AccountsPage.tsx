import type { AccountOverview } from "@parlour/protocol/api";
import { IconBuilding } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../state/api/api.ts";
import { Button } from "../../../ui/Button.tsx";
import { MutationButton } from "../../../ui/MutationButton.tsx";
import { runOrToast } from "../../../ui/mutation.ts";
import { Confirm } from "../../../ui/dialog/dialog.tsx";
import { Tag } from "../../../ui/badges.tsx";
import { toast } from "../../../ui/dialog/toast.tsx";
import { invalidateLists } from "../../../state/api/queries.ts";
import { AddButton } from "../kit/resource/ListPage.tsx";
import { Timestamp } from "../kit/resource/parts.tsx";
import { ResourceListPage } from "../kit/resource/ResourceTable.tsx";
import { ResourceName, type ResourceColumn } from "../kit/resource/ResourceTable.tsx";
import { AllowedAddressesDialog } from "./AllowedAddressesDialog.tsx";
import { NewAccountDialog } from "./NewAccountDialog.tsx";
import { t } from "./text.ts";

/**
 * Renders Settings → Accounts: all accounts of the installation, for the installation owner
 * (API-043, CORE-005).
 */
export function AccountsPage() {
  const query = useQuery({
    queryKey: ["accounts"],
    queryFn: () => api.list<AccountOverview>("/accounts"),
  });
  const [isCreating, setCreating] = useState(false);
  const [addressesOf, setAddressesOf] = useState<AccountOverview | null>(null);
  const [accountToSuspend, setAccountToSuspend] = useState<AccountOverview | null>(null);
  return (
    <ResourceListPage<AccountOverview>
      query={query}
      title={t("accounts.title")}
      about={t("accounts.about")}
      add={<AddButton onAdd={() => setCreating(true)}>{t("accounts.add")}</AddButton>}
      empty={{ icon: IconBuilding, title: t("accounts.empty"), text: t("accounts.empty.text") }}
      dialogs={
        <>
          {isCreating && <NewAccountDialog onClose={() => setCreating(false)} />}
          {addressesOf !== null && (
            <AllowedAddressesDialog account={addressesOf} onClose={() => setAddressesOf(null)} />
          )}
          {accountToSuspend !== null && (
            <ConfirmSuspend account={accountToSuspend} onClose={() => setAccountToSuspend(null)} />
          )}
        </>
      }
      name={{ head: t("accounts.name"), cell: (account) => <ResourceName resource={account} /> }}
      columns={createColumns(setAddressesOf)}
      actions={{
        head: t("accounts.suspend"),
        cell: (account) => <SuspendOrResume account={account} onSuspend={setAccountToSuspend} />,
      }}
      isOff={(account) => account.suspended}
    />
  );
}

const formatAddresses = (account: AccountOverview): string =>
  account.allowed_addresses.join(", ") || t("accounts.addresses.none");

const createColumns = (
  onEditAddresses: (account: AccountOverview) => void,
): ResourceColumn<AccountOverview>[] => [
  {
    head: t("accounts.owners"),
    cell: (account) => <bdi>{account.owners.map((owner) => owner.name).join(", ")}</bdi>,
  },
  {
    head: t("accounts.addresses"),
    cell: (account) => (
      <Button
        small
        variant="quiet"
        aria-label={t("accounts.addresses.button", {
          name: account.name,
          list: formatAddresses(account),
        })}
        onClick={() => onEditAddresses(account)}
      >
        {formatAddresses(account)}
      </Button>
    ),
  },
  { head: t("accounts.made"), cell: (account) => <Timestamp time={account.created_at} /> },
  { head: t("accounts.state"), cell: (account) => <AccountState account={account} /> },
];

function AccountState({ account: { suspended } }: { account: AccountOverview }) {
  return suspended ? (
    <Tag tone="warn">{t("accounts.off")}</Tag>
  ) : (
    <Tag tone="ok">{t("accounts.on")}</Tag>
  );
}

function SuspendOrResume({
  account,
  onSuspend,
}: {
  account: AccountOverview;
  onSuspend: (account: AccountOverview) => void;
}) {
  const { name, suspended } = account;
  return suspended ? (
    <MutationButton
      small
      aria-label={t("accounts.resume.what", { name })}
      mutate={() => setSuspended(account, false)}
    >
      {t("accounts.resume")}
    </MutationButton>
  ) : (
    <Button
      small
      aria-label={t("accounts.suspend.what", { name })}
      onClick={() => onSuspend(account)}
    >
      {t("accounts.suspend")}
    </Button>
  );
}

function ConfirmSuspend({ account, onClose }: { account: AccountOverview; onClose: () => void }) {
  const confirm = () => {
    onClose();
    void setSuspended(account, true);
  };
  return (
    <Confirm
      title={t("accounts.suspend.title", { name: account.name })}
      button={t("accounts.suspend")}
      danger
      open
      onClose={onClose}
      onConfirm={confirm}
    >
      <p>{t("accounts.suspend.text")}</p>
    </Confirm>
  );
}

async function setSuspended({ id, name }: AccountOverview, suspended: boolean): Promise<void> {
  await runOrToast(async () => {
    await api.patch(`/accounts/${id}`, { suspended });
    toast(t(suspended ? "accounts.suspended" : "accounts.resumed", { name }));
  });
  invalidateLists("accounts");
}
