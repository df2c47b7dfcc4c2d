import { webhookScreen } from "../webhooks/screen.tsx";
import { ApiKeysPage } from "../api-keys/ApiKeysPage.tsx";
import { apiKeyScreen } from "../api-keys/screen.tsx";
import { listFormSettings } from "../kit/kind/search-fields.ts";
import { kindPages } from "./kind-pages.tsx";
import type { PageTable } from "./page-table.ts";

/** Pages for programs: webhooks and API keys. */
export const integrationPages: PageTable = {
  webhooks: kindPages(webhookScreen, ["webhooks.read", "webhooks.manage"]),
  keys: {
    page: () => <ApiKeysPage />,
    needs: ["keys.manage"],
    fields: listFormSettings(apiKeyScreen),
  },
};
