import { installationScreen } from "../account/installation-screen.tsx";
import { mailScreen } from "../mail/screen.tsx";
import { OutgoingAddressesPage } from "../account/OutgoingAddressesPage.tsx";
import { AccountsPage } from "../accounts/AccountsPage.tsx";
import { SystemPage } from "../system/SystemPage.tsx";
import { singlePage } from "./kind-pages.tsx";
import type { PageTable } from "./page-table.ts";

/** Pages of the area System. */
export const systemPages: PageTable = {
  instance: singlePage(installationScreen, "instance"),
  mail: singlePage(mailScreen, "instance"),
  addresses: { page: () => <OutgoingAddressesPage />, needs: "instance" },
  accounts: { page: () => <AccountsPage />, needs: "instance" },
  system: { page: () => <SystemPage />, needs: "instance" },
};
