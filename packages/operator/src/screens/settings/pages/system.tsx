import { InstallationPage } from "../account/InstallationPage.tsx";
import { MailPage } from "../mail/MailPage.tsx";
import { OutgoingAddressesPage } from "../account/OutgoingAddressesPage.tsx";
import { AccountsPage } from "../accounts/AccountsPage.tsx";
import { SystemPage } from "../system/SystemPage.tsx";
import type { PageTable } from "./page-table.ts";

/** Pages of the area System. */
export const systemPages: PageTable = {
  instance: { page: () => <InstallationPage />, needs: "instance" },
  mail: { page: () => <MailPage />, needs: "instance" },
  addresses: { page: () => <OutgoingAddressesPage />, needs: "instance" },
  accounts: { page: () => <AccountsPage />, needs: "instance" },
  system: { page: () => <SystemPage />, needs: "instance" },
};
