import { WebhookList } from "../webhooks/WebhookList.tsx";
import { NewWebhookPage } from "../webhooks/NewWebhookPage.tsx";
import { WebhookPage } from "../webhooks/WebhookPage.tsx";
import { ApiKeysPage } from "../account/ApiKeysPage.tsx";
import { SafeUrlPage } from "../account/SafeUrlPage.tsx";
import type { PageTable } from "./page-table.ts";

/** Pages of the menu group Integrations. */
export const integrationPages: PageTable = {
  webhooks: {
    all: () => <WebhookList />,
    add: () => <NewWebhookPage />,
    one: (id) => <WebhookPage key={id} id={id} />,
  },
  keys: { page: () => <ApiKeysPage /> },
  links: { page: () => <SafeUrlPage /> },
};
