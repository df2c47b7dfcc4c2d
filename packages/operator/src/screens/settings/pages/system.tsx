import { installationScreen } from "../account/installation-screen.tsx";
import { mailScreen } from "../mail/screen.tsx";
import { OutgoingAddressesPage } from "../account/OutgoingAddressesPage.tsx";
import { AccountsPage } from "../accounts/AccountsPage.tsx";
import { SystemPage } from "../system/SystemPage.tsx";
import { singlePage } from "./kind-pages.tsx";
import { listFields } from "../kit/setting-field.ts";
import type { PageTable } from "./page-table.ts";

/** Pages of the area System. */
export const systemPages: PageTable = {
  instance: {
    ...singlePage(installationScreen, ["instance.manage"]),
    parts: [
      {
        path: "addresses",
        title: "addresses.title",
        page: () => <OutgoingAddressesPage />,
        needs: ["instance.manage"],
        fields: listFields(["addresses.new", "addresses.list"]),
      },
    ],
  },
  mail: singlePage(mailScreen, ["instance.manage"]),
  accounts: {
    page: () => <AccountsPage />,
    needs: ["instance.manage"],
    fields: listFields(
      ["name", "owner.name", "owner.email", "invite", "addresses.label"].map(
        (name) => `accounts.${name}`,
      ),
    ),
  },
  system: {
    page: () => <SystemPage />,
    needs: ["instance.manage"],
    fields: [
      ...listFields(
        ["checks", "version", "storage", "mail", "backup"].map((name) => `system.${name}`),
      ),
      ...listFields(["nodes.title", "backup.latest"]),
      ...listFields(
        ["nightly", "time", "zone", "folder", "keep"].map((name) => `backups.form.${name}`),
      ),
    ],
  },
};
