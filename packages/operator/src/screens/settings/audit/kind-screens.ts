import { apiKeyScreen } from "../api-keys/screen.tsx";
import type { KindScreen } from "../kit/kind/kind-screen.ts";
import { tagScreen } from "../tags/screen.ts";
import { webhookScreen } from "../webhooks/screen.tsx";

/** The pages of all kinds that are declared as data, for the labels of their fields. */
export const kindScreens: readonly KindScreen<never>[] = [apiKeyScreen, tagScreen, webhookScreen];
